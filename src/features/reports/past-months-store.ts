import { DAY_MS } from "../../core/duration.ts";
import { SEQ_PER_MS } from "../../core/event.ts";
import { iso } from "../../core/instant.ts";
import type { JsonObject } from "../../core/json.ts";
import {
  eventsIn,
  eventsOnce,
  gapsIn,
  gapsOnce,
  samplesOnce,
  viewersIn,
  type GapSpan,
  type RolledEvent,
  type ViewerSample,
  monthsCovering,
} from "../../core/month-row.ts";
import type { MonthQuery, PageOfPasts, PastOfMonths } from "./past-months.ts";
import { targets } from "../creators/resource/table.ts";
import type { HistoryEvent } from "../../sections/section.ts";
import { unknownSinceOf } from "../../kinds/proof.ts";
import { removedTargets } from "../../engine/schema/past-schema.ts";
import { ROLLED_VALUES, rolledIn, viewersInRun, type RolledValues, type Run } from "../../engine/retain/roll-up.ts";
import { reader, type Row } from "../../db/row.ts";

const readTarget = reader(targets);
const readRemoved = reader(removedTargets);

const COLUMNS = [
  "id",
  "name",
  "createdAt",
  "updatedAt",
  "watchlistId",
  "timezone",
  "intervalSeconds",
  "consecutiveFaults",
  "unknownSince",
  "lastOkAt",
  "gaps",
  "pausedAt",
  "params",
  "state",
] as const;

const SELECTED = `t.id, t.name, t.created_at, t.watchlist_id, t.timezone, t.interval_seconds, t.consecutive_faults,
  t.unknown_since, t.last_ok_at, t.gaps, t.paused_at, t.params, t.state`;

// Months have everything before that time, and perhaps more.
export const ROLLED_TO = "SELECT coalesce(rolled ->> '$.to', 0) AS rolled_to FROM ticker WHERE id = 1";

/** Recent events of types with an index of their own. */
const recent = (index: string, types: string): string => `(SELECT json_group_array(json_array(${ROLLED_VALUES}))
  FROM events e INDEXED BY ${index}
  WHERE e.target_id = t.id AND e.seq >= max(?4, (SELECT rolled_to FROM r)) * ${SEQ_PER_MS} AND e.type ${types})`;

const ENDED = recent("events_ended", "= 'live.ended'");
const MISSED = recent("events_missed", "= 'live.no_show'");

// A run covers one day.
const RUNS = `(SELECT json_group_array(json(s.points)) FROM series s
  WHERE s.target_id = t.id AND s.begins_at BETWEEN max(?6, (SELECT rolled_to FROM r)) AND ?7 AND instr(s.points, '"viewers"') > 0)`;

/** The condition and source of live targets: all, of the watchlist ?5, or with one of the ids ?5. */
const SCOPES = {
  all: ["targets t INDEXED BY targets_kind_made", "true"],
  list: ["targets t INDEXED BY targets_list_made", "t.watchlist_id = ?5"],
  ids: ["json_each(?5) j CROSS JOIN targets t ON t.id = j.value", "true"],
} as const;

/** The same of targets that were deleted after ?8. */
const REMOVED = {
  all: ["removed_targets t", "t.removed_at > ?8"],
  list: ["removed_targets t INDEXED BY removed_listed", "t.watchlist_id = ?5 AND t.removed_at > ?8"],
  ids: ["json_each(?5) j CROSS JOIN removed_targets t ON t.id = j.value", "t.removed_at > ?8"],
} as const;

/** A condition for months: from the first to the last. */
const among = (months: number[]): string =>
  `m.month BETWEEN ${Math.min(...months, NO_MONTH)} AND ${Math.max(...months, 0)}`;

const NO_MONTH = 1e6;

/** The rows of months: `StoredMonth[]`. D1 answers at most a hundred columns, so they are one. */
const monthsText = (
  months: number[],
  watched: number[],
): string => `(SELECT json_group_array(json_array(m.month, m.events, m.gaps, iif(${among(watched)}, m.viewers, NULL)))
  FROM months m WHERE m.target_id = t.id AND ${among(months)})`;

type StoredMonth = [month: number, events: string, gaps: string, viewers: string | null];

/** Selects live targets after a place, with the rows of months: each row is read once. */
const selectPasts = (
  [source, condition]: readonly [string, string],
  more: string,
  months: string,
): string => `WITH r AS MATERIALIZED (${ROLLED_TO})
  SELECT ${[SELECTED, more].join(", ")}, ${months} AS months, ${ENDED} AS ended, ${MISSED} AS missed, iif(?6 IS NULL, NULL, ${RUNS}) AS runs
  FROM ${source}
  WHERE ${condition} AND t.kind = 'live' AND (t.created_at, t.id) > (?1, ?2) ORDER BY t.created_at, t.id LIMIT ?3`;

/** Where a page continues: after a target, among those that were deleted or not. */
type Place = [removed: 0 | 1, createdAt: number, id: string];

/** Histories of live targets from their months, and from the recent events and samples that months do not hold yet. */
export async function pastMonths(
  db: D1Database,
  query: MonthQuery,
  after: string | null,
  max: number,
): Promise<PageOfPasts> {
  const { watchlistId, ids, removedAfter, eventsFrom, spans, viewers } = query;
  const [removed, ...place] = after === null ? ([0, -1, ""] as Place) : (JSON.parse(after) as Place);
  const months = (viewers === null ? spans : [...spans, viewers]).flatMap((one) => monthsCovering(one.from, one.to));
  const text = monthsText(months, viewers === null ? [] : monthsCovering(viewers.from, viewers.to));
  const scope = ids !== undefined ? "ids" : watchlistId === null ? "all" : "list";
  const sql =
    removed === 0
      ? selectPasts(SCOPES[scope], "NULL AS removed_at, t.updated_at", text)
      : selectPasts(REMOVED[scope], "t.removed_at, t.removed_at AS updated_at", text);
  const named = ids === undefined ? watchlistId : JSON.stringify(ids);
  const runs = viewers === null ? [null, null] : [viewers.from - DAY_MS, viewers.to];
  const { results } = await db
    .prepare(sql)
    .bind(...place, max, eventsFrom, named, ...runs, ...(removed === 0 ? [] : [removedAfter ?? 0]))
    .all<Row>();
  const items = results.map((row) => pastOf(row, query));
  const last = items.at(-1)?.target;
  if (items.length === max && last !== undefined)
    return { items, next: JSON.stringify([removed, Number(results.at(-1)!["created_at"]), last.id]) };
  return { items, next: removed === 0 && removedAfter !== undefined ? JSON.stringify([1, -1, ""]) : null };
}

function pastOf(row: Row, { events: wanted, eventsFrom, viewers, horizon }: MonthQuery): PastOfMonths {
  const { params, state, watchlistId, timezone, ...target } = readTarget(row, ...COLUMNS);
  const { removedAt } = readRemoved(row, "removedAt");
  const { gaps, pausedAt, updatedAt, intervalSeconds, consecutiveFaults, unknownSince, lastOkAt, ...named } = target;
  const textOf = (column: string) => String(row[column] ?? "[]");
  const months = JSON.parse(textOf("months")) as StoredMonth[];
  const events = eventsOnce([
    ...months.flatMap(([month, text]) => eventsIn(month, text)),
    ...["ended", "missed"].flatMap((column) => (JSON.parse(textOf(column)) as RolledValues[]).map(rolledIn)),
  ]);
  const samples = samplesOnce([
    ...months.flatMap(([month, , , text]) => viewersIn(month, text ?? "[]")),
    ...(JSON.parse(textOf("runs")) as Run[]).flatMap(viewersInRun),
  ]);
  // Replayed days can be before its creation.
  const createdAt = named.createdAt > horizon.now ? 0 : named.createdAt;
  // Without a state it has had no verdict since then.
  const statelessFrom = gaps === null ? createdAt : updatedAt;
  const proven = { kind: "live", state, intervalSeconds, consecutiveFaults, unknownSince, lastOkAt };
  // Of a deleted target, the row has the last good answer.
  const since =
    removedAt === null
      ? (pausedAt ?? unknownSinceOf({ ...proven, createdAt: statelessFrom }, horizon))
      : (unknownSinceOf({ ...proven, enabled: false }, { ...horizon, now: removedAt }) ?? removedAt);
  const open = [pausedAt, unknownSince, since, state === null ? statelessFrom : null].filter((at) => at !== null);
  return {
    target: { ...named, createdAt, params },
    state,
    gaps: gapsOnce([
      ...months.flatMap(([month, , text]) => gapsIn(month, text)),
      ...(gaps ?? []),
      ...(open.length === 0 ? [] : [[Math.min(...open), Infinity] as GapSpan]),
    ]),
    events: events.flatMap((one) => eventOf(one, wanted, eventsFrom)),
    series: {},
    viewers: viewers === null ? [] : within(samples, viewers),
    owner: { id: named.id, watchlistId, timezone },
    removedAt,
  };
}

const within = (samples: ViewerSample[], { from, to }: { from: number; to: number }): ViewerSample[] =>
  samples.filter(([at]) => at >= from && at < to);

/** An event of the wanted types, with the wanted fields. */
function eventOf(one: RolledEvent, wanted: MonthQuery["events"], from: number): HistoryEvent[] {
  const fields = wanted[one.type];
  if (fields === undefined || one.detectedAt < from) return [];
  const { type, occurredAt, detectedAt, startedAt, startedAfter, seenUntil, peakViewers } = one;
  const all: JsonObject = {
    ...(startedAt === null ? {} : { startedAt: iso(startedAt) }),
    ...(startedAfter === null ? {} : { startedAfter: iso(startedAfter) }),
    ...(seenUntil === null ? {} : { seenUntil: iso(seenUntil) }),
    ...(peakViewers === null ? {} : { peakViewers }),
  };
  const data = Object.fromEntries(Object.entries(all).filter(([field]) => fields.includes(field)));
  return [{ type, occurredAt, detectedAt, data }];
}
