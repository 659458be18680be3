import type { Json, JsonObject } from "../../core/json.ts";
import type { HistoryDeps, HistoryQuery, StoredHistory } from "./edition/read-history.ts";
import type { HistoryEvent } from "../../sections/section.ts";
import { SEQ_PER_MS } from "../../core/event.ts";
import { SAMPLE_HOLDS_MS } from "../../core/sampling.ts";
import { targetKinds } from "../../kinds/registry.ts";
import { valuesAt, valuesIn } from "../../db/values-at.ts";
import { reader, type Row } from "../../db/row.ts";
import { targets } from "../creators/resource/table.ts";

const readTarget = reader(targets);

const PAGE =
  "SELECT id FROM targets WHERE kind = ?1 AND (?2 IS NULL OR watchlist_id = ?2) AND id > ?3 ORDER BY id LIMIT ?4";

const PAGE_OF_IDS = `SELECT t.id FROM json_each(?2) j CROSS JOIN targets t ON t.id = j.value
  WHERE t.kind = ?1 AND t.id > ?3 ORDER BY t.id LIMIT ?4`;

const GRID = (page: string): string =>
  `SELECT t.id, g.key AS slot, g.value AS at FROM (${page}) t CROSS JOIN json_each(?5) g`;

/** Events and series of targets, in D1. Values are selected in SQL, because samples are many. */
export const historyStore = (db: D1Database): HistoryDeps => ({
  async pasts(query, after, max) {
    const page = query.ids === undefined ? PAGE : PAGE_OF_IDS;
    const among = query.ids === undefined ? query.watchlistId : JSON.stringify(query.ids);
    const bound = [query.kind, among, after ?? "", max] as const;
    const fields = fieldsOf(query);
    const [rows, happened, sampled] = await db.batch<Row>([
      db
        .prepare(
          `SELECT id, name, params, created_at, last_ok_at, state FROM targets WHERE id IN (${page}) ORDER BY id`,
        )
        .bind(...bound),
      db
        .prepare(
          `SELECT e.target_id, json_group_array(json_array(e.type, e.occurred_at, e.detected_at, ${extracted(fields)}) ORDER BY e.seq) AS events
           FROM events e WHERE e.target_id IN (${page}) AND e.seq >= ?5 AND e.type IN (SELECT value FROM json_each(?6))
           GROUP BY e.target_id`,
        )
        .bind(...bound, query.eventsFrom * SEQ_PER_MS, JSON.stringify(Object.keys(query.events))),
      ...(query.grid.length === 0 ? [] : [db.prepare(valuesAt(GRID(page))).bind(...bound, JSON.stringify(query.grid))]),
    ]);
    const eventsOf = new Map(happened!.results.map((row) => [row["target_id"], String(row["events"])]));
    const pointsOf = Map.groupBy(sampled?.results ?? [], (row) => row["id"]);
    return rows!.results.map((row): StoredHistory => {
      const { state, lastOkAt, ...target } = readTarget(row, "id", "name", "params", "createdAt", "lastOkAt", "state");
      return {
        target,
        state,
        gaps: [],
        events: eventsIn(eventsOf.get(target.id), fields, query.eventsFrom),
        series: withLast(seriesIn(pointsOf.get(target.id) ?? [], query), query, { state, lastOkAt }),
      };
    });
  },
});

/** Values of each series at each instant. Series with other names are left out. */
function seriesIn(rows: Row[], { series, grid }: HistoryQuery): Record<string, (number | null)[]> {
  const found: Record<string, (number | null)[]> = {};
  for (const row of rows) {
    const values = valuesIn(row) ?? {};
    for (const name in values) {
      if (!series.some((begin) => name.startsWith(begin))) continue;
      (found[name] ??= grid.map(() => null))[Number(row["slot"])] = values[name]!;
    }
  }
  return found;
}

/** Those at instants since the last check are the last ones, which are newer than the last sample. */
function withLast(
  found: Record<string, (number | null)[]>,
  { kind, series, grid }: HistoryQuery,
  { state, lastOkAt }: { state: Json; lastOkAt: number | null },
): Record<string, (number | null)[]> {
  if (state === null || lastOkAt === null) return found;
  const last = Object.entries(targetKinds[kind]!.last?.(state) ?? {});
  for (const [name, { value, until }] of last) {
    if (until !== null || !series.some((begin) => name.startsWith(begin))) continue;
    grid.forEach((at, slot) => {
      if (at >= lastOkAt && at - lastOkAt <= SAMPLE_HOLDS_MS) (found[name] ??= grid.map(() => null))[slot] = value;
    });
  }
  return found;
}

/** All fields of event data that any type requests, without duplicates. */
const fieldsOf = ({ events }: HistoryQuery): string[] => [...new Set(Object.values(events).flat())];

/** Field names come from code. Other characters are removed anyway, so that none can end the string. */
const extracted = (fields: string[]): string =>
  fields.length === 0
    ? "json('[]')"
    : `json_array(${fields.map((field) => `e.data -> '$.${field.replaceAll(/\W/g, "")}'`).join(", ")})`;

function eventsIn(text: string | undefined, fields: string[], from: number): HistoryEvent[] {
  if (text === undefined) return [];
  const all = JSON.parse(text) as [string, number, number, Json[]][];
  return all.flatMap(([type, occurredAt, detectedAt, values]) => {
    if (detectedAt < from) return [];
    const data: JsonObject = {};
    fields.forEach((field, index) => {
      const value = values[index];
      if (value !== undefined && value !== null) data[field] = value;
    });
    return [{ type, occurredAt, detectedAt, data }];
  });
}
