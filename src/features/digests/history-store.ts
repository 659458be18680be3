import type { Json, JsonObject } from "../../core/json.ts";
import type { HistoryDeps, HistoryQuery, StoredHistory } from "./edition/read-history.ts";
import type { HistoryEvent } from "../../sections/section.ts";
import { SEQ_PER_MS } from "../../core/event.ts";
import { SAMPLE_HOLDS_MS } from "../../core/sampling.ts";
import { reader, type Row } from "../../db/row.ts";
import { targets } from "../creators/resource/table.ts";

const readTarget = reader(targets);

const PAGE =
  "SELECT id FROM targets WHERE kind = ?1 AND (?2 IS NULL OR watchlist_id = ?2) AND id > ?3 ORDER BY id LIMIT ?4";

const PAGE_OF_IDS = `SELECT t.id FROM json_each(?2) j CROSS JOIN targets t ON t.id = j.value
  WHERE t.kind = ?1 AND t.id > ?3 ORDER BY t.id LIMIT ?4`;

/** Events and series of targets, in D1. Values are selected in SQL, because samples are many. */
export const historyStore = (db: D1Database): HistoryDeps => ({
  async pasts(query, after, max) {
    const page = query.ids === undefined ? PAGE : PAGE_OF_IDS;
    const among = query.ids === undefined ? query.watchlistId : JSON.stringify(query.ids);
    const bound = [query.kind, among, after ?? "", max] as const;
    const fields = fieldsOf(query);
    const [rows, happened, sampled] = await db.batch<Row>([
      db
        .prepare(`SELECT id, name, params, created_at, state FROM targets WHERE id IN (${page}) ORDER BY id`)
        .bind(...bound),
      db
        .prepare(
          `SELECT e.target_id, json_group_array(json_array(e.type, e.occurred_at, e.detected_at, ${extracted(fields)}) ORDER BY e.seq) AS events
           FROM events e WHERE e.target_id IN (${page}) AND e.seq >= ?5 AND e.type IN (SELECT value FROM json_each(?6))
           GROUP BY e.target_id`,
        )
        .bind(...bound, query.eventsFrom * SEQ_PER_MS, JSON.stringify(Object.keys(query.events))),
      ...(query.grid.length === 0 ? [] : [db.prepare(POINTS(page)).bind(...bound, JSON.stringify(query.grid))]),
    ]);
    const eventsOf = new Map(happened!.results.map((row) => [row["target_id"], String(row["events"])]));
    const pointsOf = new Map(sampled?.results.map((row) => [row["id"], String(row["points"])]));
    return rows!.results.map((row): StoredHistory => {
      const { state, ...target } = readTarget(row, "id", "name", "params", "createdAt", "state");
      return {
        target,
        state,
        gaps: [],
        events: eventsIn(eventsOf.get(target.id), fields, query.eventsFrom),
        series: seriesIn(pointsOf.get(target.id), query),
      };
    });
  },
});

// An entry can be missing from one or two answers until its absence is confirmed. So the last three points at or before
// each instant of the grid (?5) are merged, later values first. If the last one does not hold any more, nothing is known. They come from the run that contains the instant, then
// from the end of the run before. D1 bills every entry of a run that is unpacked, so only one run per instant is.
const POINTS = (targets: string): string => `
  WITH seen AS MATERIALIZED (
    SELECT t.id, g.key AS place, g.value AS at, r.begins_at AS run, (
      SELECT count(*) FROM json_each(r.points) p WHERE p.value ->> 0 <= g.value) AS n
    FROM (${targets}) t, json_each(?5) g
    LEFT JOIN series r ON r.target_id = t.id AND r.begins_at =
      (SELECT max(m.begins_at) FROM series m WHERE m.target_id = t.id AND m.begins_at <= g.value))
  SELECT id, json_group_array(iif(${NEWEST_AT} >= at - ${SAMPLE_HOLDS_MS},
      json_patch(json_patch(${POINT(2)}, ${POINT(1)}), ${POINT(0)}), NULL) ORDER BY place) AS points
  FROM (
    SELECT seen.*, s.points AS today, b.points AS before FROM seen
    LEFT JOIN series s ON s.target_id = seen.id AND s.begins_at = seen.run AND n > 0
    LEFT JOIN series b ON n < 3 AND b.target_id = seen.id AND b.begins_at =
      (SELECT max(e.begins_at) FROM series e WHERE e.target_id = seen.id AND e.begins_at < seen.run))
  GROUP BY id`;

/** The point `back` places before the last of the `n` relevant ones; {} if there is none. */
const POINT = (back: number): string =>
  `coalesce(iif(n > ${back}, today -> ('$[' || (n - ${back + 1}) || '][1]'), before -> ('$[#-' || (${back + 1} - n) || '][1]')), '{}')`;

/** When the last of the `n` relevant points was; null for none. */
const NEWEST_AT = "iif(n > 0, today ->> ('$[' || (n - 1) || '][0]'), before ->> '$[#-1][0]')";

/** Values of each series at each instant. Series with other names are left out. */
function seriesIn(text: string | undefined, { series, grid }: HistoryQuery): Record<string, (number | null)[]> {
  if (text === undefined) return {};
  const points = JSON.parse(text) as (Record<string, number> | null)[];
  const found: Record<string, (number | null)[]> = {};
  points.forEach((point, index) => {
    for (const name in point ?? {}) {
      if (!series.some((begin) => name.startsWith(begin))) continue;
      (found[name] ??= grid.map(() => null))[index] = point![name]!;
    }
  });
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
