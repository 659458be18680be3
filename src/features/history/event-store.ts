import type { Event } from "../../core/event.ts";
import { iso } from "../../core/instant.ts";
import { ENDED } from "../../kinds/live-targets.ts";
import type { EventFilter } from "../../core/filter.ts";
import { countWithin, inPieces, listed, type Listed, type Page, type SeqKey } from "../../core/page.ts";
import { eventOf } from "../../engine/route/event-row.ts";
import { rangesOf, type Bounds, type Narrowing } from "./event-spans.ts";
import type { Row } from "../../db/row.ts";
import { LATE, LATE_MS } from "../../engine/schema/schema.ts";
import { SEQ_PER_MS } from "../../core/event.ts";

/** Number of a target's events that are searched for a page of one type. */
const LOOKED_THROUGH = 300;

export interface EventPorts {
  events: {
    find(id: string): Promise<Event | null>;
    list(filter: EventFilter, page: Page<SeqKey>): Promise<Listed<Event, SeqKey>>;
    /** The first `max` events of the list. */
    latest(filter: EventFilter, max: number): Promise<Event[]>;
  };
}

/** The events in D1, newest first. */
export const eventStore = (db: D1Database) => ({
  async find(id: string): Promise<Event | null> {
    const row = await db.prepare("SELECT * FROM events WHERE id = ?1").bind(id).first<Row>();
    return row === null ? null : eventOf(row);
  },

  /**
   * A page of events. It reads a few times the rows that it shows, whatever the filter. With a filter that rarely
   * matches, a page can have fewer than `limit` items although more follow.
   */
  async list(filter: EventFilter, page: Page<SeqKey>): Promise<Listed<Event, SeqKey>> {
    const bounds = await boundsOf(db, filter, page);
    if (filter.targetId !== undefined) return ofTarget(db, filter.targetId, filter, bounds, page);
    if (filter.watchlistIds !== undefined)
      return lookedThrough(db, ["seq BETWEEN ? AND ?", bounds.low, bounds.high], filter, page.limit);
    const narrowing = narrowingOf(filter);
    if (narrowing.type !== null || narrowing.watchlistId !== null) return narrowed(db, narrowing, filter, bounds, page);
    const { text, values } = where(["seq BETWEEN ? AND ?", bounds.low, bounds.high], ...detectedIn(filter));
    return paged(await rowsOf(db, `${text} ORDER BY seq DESC LIMIT ?`, [...values, page.limit + 1]), page.limit, null);
  },

  /** The first `max` events of the list. */
  async latest(filter: EventFilter, max: number): Promise<Event[]> {
    return (await inPieces((page: Page<SeqKey>) => this.list(filter, page), { limit: max, after: null })).items;
  },
});

/** Converts times of detection into sequence numbers. Events that were stored late are included. */
async function boundsOf(db: D1Database, filter: EventFilter, { after }: Page<SeqKey>): Promise<Bounds> {
  // An event is detected at or after its start.
  const since = filter.since ?? filter.startedSince ?? filter.occurredSince;
  const low = since === undefined ? 0 : since * SEQ_PER_MS;
  const before = after === null ? Number.MAX_SAFE_INTEGER : after[0] - 1;
  if (filter.until === undefined) return { low, high: before };
  const late = await db
    .prepare(`SELECT max(seq) AS latest FROM events INDEXED BY events_late WHERE ${LATE} AND detected_at <= ?1`)
    .bind(filter.until)
    .first<number>("latest");
  return { low, high: Math.min(before, Math.max(late ?? 0, (filter.until + LATE_MS) * SEQ_PER_MS)) };
}

function narrowingOf({ type, watchlistId: list }: EventFilter): Narrowing {
  const watchlistId = list ?? null;
  if (type === undefined || type === "*") return { type: null, watchlistId };
  return { type: type.endsWith("*") ? { begin: type.slice(0, -1) } : { exact: type }, watchlistId };
}

/** Events by type, watchlist or both. An index finds the commits that contain them. */
async function narrowed(
  db: D1Database,
  narrowing: Narrowing,
  filter: EventFilter,
  bounds: Bounds,
  { limit }: Page<SeqKey>,
): Promise<Listed<Event, SeqKey>> {
  const { ranges, low } = await rangesOf(db, narrowing, bounds, limit);
  if (ranges.length === 0) return paged([], limit, low);
  const { text, values } = where(...kindOf(filter), ...detectedIn(filter));
  // D1 reads one row beyond a range to see its end, so single events are looked up by number.
  const parts = [
    { on: "e.seq = j.low", of: ranges.filter(([from, to]) => from === to) },
    { on: "e.seq BETWEEN j.low AND j.high", of: ranges.filter(([from, to]) => from < to) },
  ].filter(({ of }) => of.length > 0);
  const read = parts.map(
    ({
      on,
      of,
    }) => `SELECT e.* FROM (WITH j (low, high) AS (VALUES ${of.map((range) => `(${range.join()})`).join()}) SELECT * FROM j) j
      CROSS JOIN events e ON ${on} ${text}`,
  );
  const { results } = await db
    .prepare(read.join(" UNION ALL "))
    .bind(...parts.flatMap(() => values))
    .all<Row>();
  return paged(
    results.sort((a, b) => seqOf(b) - seqOf(a)),
    limit,
    low,
  );
}

/** Events of one target. Ends of streams have their own index; for other filters the newest are searched. */
async function ofTarget(
  db: D1Database,
  targetId: string,
  filter: EventFilter,
  { low, high }: Bounds,
  { limit }: Page<SeqKey>,
): Promise<Listed<Event, SeqKey>> {
  const indexed = filter.type === ENDED ? `type = '${ENDED}' AND ` : "";
  const lead = `${indexed}target_id = ? AND seq BETWEEN ? AND ? ORDER BY seq DESC`;
  const own = [targetId, low, high];
  const { text, values } = where(...kindOf(filter), ...detectedIn(filter));
  if (text === "" || indexed !== "") {
    const rows = await rowsOf(db, `${text === "" ? "WHERE" : `${text} AND`} ${lead} LIMIT ?`, [
      ...values,
      ...own,
      limit + 1,
    ]);
    return paged(rows, limit, null);
  }
  return lookedThrough(db, ["target_id = ? AND seq BETWEEN ? AND ?", ...own], filter, limit);
}

/** Searches the newest events with a filter that no index serves. The page continues where the search ended. */
async function lookedThrough(
  db: D1Database,
  [among, ...own]: Condition,
  filter: EventFilter,
  limit: number,
): Promise<Listed<Event, SeqKey>> {
  const { text, values } = where(...kindOf(filter), ...detectedIn(filter));
  const max = Math.max(LOOKED_THROUGH, limit + 1);
  const lead = `${among} ORDER BY seq DESC`;
  const { results } = await db
    .prepare(`SELECT * FROM (SELECT * FROM events WHERE ${lead} LIMIT ${max}) ${text} LIMIT ?`)
    .bind(...own, ...values, limit + 1)
    .all<Row>();
  if (results.length > limit) return paged(results, limit, null);
  const last = await db
    .prepare(`SELECT seq FROM events WHERE ${lead} LIMIT 1 OFFSET ${max - 1}`)
    .bind(...own)
    .first<number>("seq");
  return paged(results, limit, last);
}

const seqOf = (row: Row): number => Number(row["seq"]);

/** A page of rows. `low` is where to continue if all rows fit on it; null at the end. */
function paged(rows: Row[], limit: number, low: number | null): Listed<Event, SeqKey> {
  const page = listed(rows, countWithin(rows, limit, charsOf), eventOf, (row): SeqKey => [seqOf(row)]);
  return page.next !== null || low === null ? page : { ...page, next: [low] };
}

/** Size of an event's API form besides its data and target. */
const FRAME_CHARS = 400;

const charsOf = (row: Row): number => FRAME_CHARS + String(row["data"]).length + String(row["target"]).length;

const rowsOf = async (db: D1Database, text: string, values: Value[]): Promise<Row[]> =>
  (
    await db
      .prepare(`SELECT * FROM events ${text}`)
      .bind(...values)
      .all<Row>()
  ).results;

type Value = string | number;

type Condition = [condition: string, ...values: Value[]];

function kindOf({ type, watchlistId, watchlistIds }: EventFilter): (Condition | undefined)[] {
  return [
    watchlistIds === undefined
      ? undefined
      : ["watchlist_id IN (SELECT value FROM json_each(?))", JSON.stringify(watchlistIds)],
    watchlistId === undefined ? undefined : ["watchlist_id = ?", watchlistId],
    type === undefined || type === "*" ? undefined : [type.endsWith("*") ? "type GLOB ?" : "type = ?", type],
  ];
}

function detectedIn(filter: EventFilter): (Condition | undefined)[] {
  const { since, until, startedSince, startedUntil, occurredSince } = filter;
  return [
    since === undefined ? undefined : ["detected_at >= ?", since],
    until === undefined ? undefined : ["detected_at <= ?", until],
    startedSince === undefined ? undefined : ["data ->> 'startedAt' >= ?", iso(startedSince)],
    startedUntil === undefined ? undefined : ["data ->> 'startedAt' <= ?", iso(startedUntil)],
    occurredSince === undefined ? undefined : ["occurred_at >= ?", occurredSince],
  ];
}

/** Joins conditions with AND and collects the values of their `?`. Undefined ones are skipped. */
function where(...conditions: (Condition | undefined)[]): { text: string; values: Value[] } {
  const provided = conditions.filter((one) => one !== undefined);
  return {
    text: provided.length === 0 ? "" : `WHERE ${provided.map(([condition]) => condition).join(" AND ")}`,
    values: provided.flatMap(([, ...values]) => values),
  };
}
