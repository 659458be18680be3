import { iso } from "../../core/instant.ts";
import { DAY_MS } from "../../core/duration.ts";
import type { JsonObject } from "../../core/json.ts";
import {
  eventsIn,
  eventsOnce,
  samplesOnce,
  viewersIn,
  type RolledEvent,
  type ViewerSample,
} from "../../core/month-row.ts";
import { monthsCovering } from "../../core/month-window.ts";
import { shownSpans } from "../../core/spans.ts";
import { targets } from "../../resources/targets/table.ts";
import type { MonthQuery, PastOfMonths } from "../../flows/queries/past-months.ts";
import type { HistoryEvent } from "../../sections/section.ts";
import { readParams, readState } from "../../targets/stored.ts";
import { reader, type Row } from "./row.ts";
import { ROLLED_VALUES, rolledIn, viewersInRun, type RolledValues, type Run } from "./rolled-rows.ts";
import { SEQ_PER_MS } from "../../core/event.ts";

const readTarget = reader(targets);

const COLUMNS = [
  "id",
  "name",
  "createdAt",
  "watchlistId",
  "timezone",
  "unknownSince",
  "enabled",
  "lastOkAt",
  "params",
  "state",
] as const;

const SELECTED =
  "t.id, t.name, t.created_at, t.watchlist_id, t.timezone, t.unknown_since, t.enabled, t.last_ok_at, t.params, t.state";

// Months have everything before that time, and perhaps more.
export const ROLLED_TO = "SELECT coalesce(rolled ->> '$.to', 0) AS rolled_to FROM ticker WHERE id = 1";

/** Recent events of types with an index of their own. */
const recent = (index: string, types: string): string => `(SELECT json_group_array(json_array(${ROLLED_VALUES}))
  FROM events e INDEXED BY ${index}
  WHERE e.target_id = t.id AND e.seq >= max(?4, (SELECT rolled_to FROM r)) * ${SEQ_PER_MS} AND e.type ${types})`;

const ENDED = recent("events_ended", "= 'live.ended'");
const OTHERS = recent("events_rolled", "IN ('live.no_show', 'target.unknown', 'target.known')");

// A run covers one day.
const RUNS = `(SELECT json_group_array(json(s.points)) FROM series s
  WHERE s.target_id = t.id AND s.begins_at BETWEEN max(?6, (SELECT rolled_to FROM r)) AND ?7 AND instr(s.points, '"viewers"') > 0)`;

/** The condition and source of live targets: all, of the watchlist ?5, or with one of the ids ?5. */
const AMONG = {
  all: ["targets t INDEXED BY targets_kind_made", "true"],
  list: ["targets t INDEXED BY targets_list_made", "t.watchlist_id = ?5"],
  ids: ["json_each(?5) j CROSS JOIN targets t ON t.id = j.value", "true"],
} as const;

/** Selects live targets after a place, with rows of months as columns: each row is read once. */
function selectPasts(among: keyof typeof AMONG, months: number[], watched: ReadonlySet<number>): string {
  const [source, condition] = AMONG[among];
  const columns = months.map(
    (month, n) => `m${n}.events AS e${n}${watched.has(month) ? `, m${n}.viewers AS v${n}` : ""}`,
  );
  const joins = months.map((month, n) => `LEFT JOIN months m${n} ON m${n}.target_id = t.id AND m${n}.month = ${month}`);
  return `WITH r AS MATERIALIZED (${ROLLED_TO})
    SELECT ${[SELECTED, ...columns].join(", ")}, ${ENDED} AS ended, ${OTHERS} AS others, iif(?6 IS NULL, NULL, ${RUNS}) AS runs
    FROM ${source} ${joins.join(" ")}
    WHERE ${condition} AND t.kind = 'live' AND (t.created_at, t.id) > (?1, ?2) ORDER BY t.created_at, t.id LIMIT ?3`;
}

/** The place of a target in its list, to continue after. */
const placeOf = ({ createdAt, id }: { createdAt: number; id: string }): string => JSON.stringify([createdAt, id]);

/** Histories of live targets from their months, and from the recent events and samples that months do not hold yet. */
export async function pastMonths(
  db: D1Database,
  { watchlistId, ids, events: wanted, eventsFrom, spans, viewers }: MonthQuery,
  after: string | null,
  max: number,
): Promise<PastOfMonths[]> {
  const place = after === null ? [-1, ""] : (JSON.parse(after) as [number, string]);
  const months = [
    ...new Set((viewers === null ? spans : [...spans, viewers]).flatMap((one) => monthsCovering(one.from, one.to))),
  ];
  const watched = new Set(viewers === null ? [] : monthsCovering(viewers.from, viewers.to));
  const among = ids !== undefined ? "ids" : watchlistId === null ? "all" : "list";
  const named = ids === undefined ? watchlistId : JSON.stringify(ids);
  const runs = viewers === null ? [null, null] : [viewers.from - DAY_MS, viewers.to];
  const { results } = await db
    .prepare(selectPasts(among, months, watched))
    .bind(...place, max, eventsFrom, named, ...runs)
    .all<Row>();
  return results.map((row) => {
    const {
      params,
      state,
      unknownSince,
      enabled,
      lastOkAt,
      watchlistId: list,
      timezone,
      ...target
    } = readTarget(row, ...COLUMNS);
    const textOf = (column: string) => String(row[column] ?? "[]");
    const events = eventsOnce([
      ...months.flatMap((month, n) => eventsIn(month, textOf(`e${n}`))),
      ...["ended", "others"].flatMap((column) => (JSON.parse(textOf(column)) as RolledValues[]).map(rolledIn)),
    ]);
    const samples = samplesOnce([
      ...months.flatMap((month, n) => viewersIn(month, textOf(`v${n}`))),
      ...(JSON.parse(textOf("runs")) as Run[]).flatMap(viewersInRun),
    ]);
    return {
      target: { ...target, params: readParams("live", params) },
      state: readState("live", state),
      // For a paused target, the row has the last good answer.
      unknownSince: unknownSince ?? (enabled ? null : lastOkAt),
      events: events.flatMap((one) => eventOf(one, wanted, eventsFrom)),
      series: {},
      viewers: viewers === null ? [] : within(samples, viewers),
      owner: { id: target.id, watchlistId: list, timezone },
      place: placeOf(target),
    };
  });
}

const within = (samples: ViewerSample[], { from, to }: { from: number; to: number }): ViewerSample[] =>
  samples.filter(([at]) => at >= from && at < to);

/** An event of the wanted types, with the wanted fields. */
function eventOf(one: RolledEvent, wanted: MonthQuery["events"], from: number): HistoryEvent[] {
  const fields = wanted[one.type];
  if (fields === undefined || one.detectedAt < from) return [];
  const { type, occurredAt, detectedAt, startedAt, startedAfter, seenUntil, since, peakViewers, unknown } = one;
  const all: JsonObject = {
    ...(startedAt === null ? {} : { startedAt: iso(startedAt) }),
    ...(startedAfter === null ? {} : { startedAfter: iso(startedAfter) }),
    ...(seenUntil === null ? {} : { seenUntil: iso(seenUntil) }),
    ...(since === null ? {} : { since: iso(since) }),
    ...(peakViewers === null ? {} : { peakViewers }),
    ...(unknown.length === 0 ? {} : { unknown: shownSpans(unknown) }),
  };
  const data = Object.fromEntries(Object.entries(all).filter(([field]) => fields.includes(field)));
  return [{ type, occurredAt, detectedAt, data }];
}
