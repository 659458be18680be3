import type { Row } from "../../db/row.ts";

/** A filter of events: one type, types with a common beginning (`live.`), a watchlist, or a type and a watchlist. */
export interface Narrowing {
  type: { exact: string } | { begin: string } | null;
  watchlistId: string | null;
}

/** Sequence numbers of events, both ends included. */
export interface Bounds {
  low: number;
  high: number;
}

/** Disjoint ranges, newest first. The search continues below `low`; null if it is complete. */
interface Ranges {
  ranges: [low: number, high: number][];
  low: number | null;
}

/** Limit on index entries that are read for several types, unless the page is longer. */
const MAX_ENTRIES = 640;

/** Number of events that may be read in addition: others of the same commits. */
const MAX_REST = 250;

/**
 * Finds the newest events that match a filter, at least `limit` of them if there are enough. All are within the
 * ranges, among others. Reads index entries only, at most one for each commit and type.
 */
export async function rangesOf(db: D1Database, one: Narrowing, bounds: Bounds, limit: number): Promise<Ranges> {
  const { entries, end } = await entriesOf(db, one, bounds, limit);
  return merged(entries, bounds.high, end, limit + 1);
}

type Entry = [seq: number, span: number];

/** Index entries, complete down to `end`; null if there are no more. */
interface Entries {
  entries: Entry[];
  end: number | null;
}

/**
 * Entries of a type, a watchlist, or both. For both it uses the index of types if that finds enough, otherwise the
 * index that reaches further back.
 */
async function entriesOf(db: D1Database, one: Narrowing, bounds: Bounds, limit: number): Promise<Entries> {
  const { type, watchlistId } = one;
  if (type === null) return ofList(db, one, bounds, limit);
  const byType =
    "begin" in type
      ? await ofTypes(db, type.begin, watchlistId, bounds, limit)
      : await ofType(db, type.exact, watchlistId, bounds, limit);
  if (watchlistId === null || byType.end === null || byType.entries.length > limit) return byType;
  const byList = await ofList(db, one, bounds, limit);
  return byList.end !== null && byType.end < byList.end ? byType : byList;
}

/** The matching entries of rows that an index returned. `max` were requested. */
const fitting = (rows: (readonly [seq: number, span: number, fits: number])[], max: number): Entries => ({
  entries: rows.flatMap(([seq, span, fits]): Entry[] => (fits === 1 ? [[seq, span]] : [])),
  end: rows.length < max ? null : rows.at(-1)![0],
});

const entryOf = (row: Row) => [Number(row["seq"]), Number(row["span"]), Number(row["fits"])] as const;

/** A condition on events. Its value is ?3 or ?4. */
interface Condition {
  sql: string;
  value: string | null;
}

/** The events that match `found` through an index, newest first. Entries that do not match `fits` are dropped. */
async function indexed(
  db: D1Database,
  found: Condition,
  fits: Condition,
  { low, high }: Bounds,
  limit: number,
): Promise<Entries> {
  const { results } = await db
    .prepare(
      `SELECT seq, span, ${fits.sql} AS fits FROM events
       WHERE span IS NOT NULL AND ${found.sql} AND seq BETWEEN ?1 AND ?2 ORDER BY seq DESC LIMIT ?5`,
    )
    .bind(low, high, found.value, fits.value, limit + 1)
    .all<Row>();
  return fitting(results.map(entryOf), limit + 1);
}

const ofType = (db: D1Database, type: string, watchlistId: string | null, bounds: Bounds, limit: number) =>
  indexed(
    db,
    { sql: "type = ?3", value: type },
    { sql: "?4 IS NULL OR watchlist_id IS ?4", value: watchlistId },
    bounds,
    limit,
  );

function ofList(db: D1Database, { type, watchlistId }: Narrowing, bounds: Bounds, limit: number): Promise<Entries> {
  const pattern = type === null ? "*" : "begin" in type ? `${type.begin}*` : type.exact;
  const found = { sql: "watchlist_id = ?3", value: watchlistId };
  return indexed(db, found, { sql: "type GLOB ?4", value: pattern }, bounds, limit);
}

/**
 * Entries of each type with a common beginning. Each type is found through the one before it. All types together read a
 * few times the requested number.
 */
async function ofTypes(
  db: D1Database,
  begin: string,
  watchlistId: string | null,
  { low, high }: Bounds,
  limit: number,
): Promise<Entries> {
  const next = (after: string) =>
    `(SELECT min(type) FROM events WHERE span IS NOT NULL AND type > ${after} AND type < ?4)`;
  const max = "(SELECT max(1, min(?6, ?7 / count(*))) FROM t WHERE type IS NOT NULL)";
  const { results } = await db
    .prepare(
      `WITH RECURSIVE t (type) AS (SELECT ${next("?3")} UNION ALL SELECT ${next("t.type")} FROM t WHERE t.type IS NOT NULL)
       SELECT ${max} AS most, (SELECT json_group_array(json_array(seq, span, ?5 IS NULL OR watchlist_id IS ?5)) FROM (
         SELECT seq, span, watchlist_id FROM events WHERE span IS NOT NULL AND type = t.type
           AND seq BETWEEN ?1 AND ?2 ORDER BY seq DESC LIMIT ${max})) AS entries
       FROM t WHERE t.type IS NOT NULL`,
    )
    .bind(low, high, begin, afterAll(begin), watchlistId, limit + 1, Math.max(MAX_ENTRIES, limit + 1))
    .all<Row>();
  const lists = results.map((row) => fitting(JSON.parse(String(row["entries"])), Number(row["most"])));
  const ends = lists.flatMap(({ end }) => end ?? []);
  const end = ends.length === 0 ? null : Math.max(...ends);
  return { entries: lists.flatMap(({ entries }) => entries).filter(([seq]) => seq >= (end ?? 0)), end };
}

/** The first text after all that begin with `begin`. */
const afterAll = (begin: string): string =>
  begin.slice(0, -1) + String.fromCharCode(begin.charCodeAt(begin.length - 1) + 1);

/**
 * Merges entries into ranges up to `high`, complete down to `low`. It uses at most `max` entries, each of which has at
 * least one matching event.
 */
function merged(entries: Entry[], high: number, low: number | null, max: number): Ranges {
  const ranges: Ranges["ranges"] = [];
  let room = max + MAX_REST;
  let used = 0;
  for (const [seq, span] of entries.toSorted(([a], [b]) => b - a)) {
    const last = ranges.at(-1);
    if (used === max) return { ranges, low: last![0] };
    const to = Math.min(seq + span - 1, last === undefined ? high : last[0] - 1);
    const from = Math.max(seq, to - room + 1);
    if (from > seq) return room > 0 ? { ranges: [...ranges, [from, to]], low: from } : { ranges, low: last![0] };
    used += 1;
    ranges.push([from, to]);
    room -= to - from + 1;
  }
  return { ranges, low };
}
