import type { Row } from "./row.ts";

/** What narrows events: one type, all whose types begin so (`live.`), a watchlist, or both. */
export interface Narrowing {
  type: { exact: string } | { begin: string } | null;
  watchlistId: string | null;
}

/** Places in the order of events, both ends included. */
export interface Bounds {
  low: number;
  high: number;
}

/** Disjoint, the newest first; below `low` it is not known yet: it goes on there. Null where that was all. */
interface Ranges {
  ranges: [low: number, high: number][];
  low: number | null;
}

/** As many entries of several types are read for a page, where no longer page is asked for. */
const MAX_ENTRIES = 640;

/** As many events are read beyond those that are asked for: others of the same commits. */
const MAX_OTHERS = 250;

/**
 * Where the newest events are that a narrowing leaves, enough for `limit` of them: all of them within the ranges, among others.
 * Reads entries of indexes alone, one for a commit and type at the most, whatever else there is.
 */
export async function rangesOf(db: D1Database, one: Narrowing, bounds: Bounds, limit: number): Promise<Ranges> {
  const { entries, end } = await entriesOf(db, one, bounds, limit);
  return merged(entries, bounds.high, end, limit + 1);
}

type Entry = [seq: number, span: number];

/** Entries: all down to `end`, null where there are no more. */
interface Entries {
  entries: Entry[];
  end: number | null;
}

/**
 * Those of a type, of a watchlist, or of both: then out of the index of types as long as it is dense there, else out of that which
 * leads further.
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

/** What an index gave, of which some fit; `most` were asked for. */
const fitting = (rows: (readonly [seq: number, span: number, fits: number])[], max: number): Entries => ({
  entries: rows.flatMap(([seq, span, fits]): Entry[] => (fits === 1 ? [[seq, span]] : [])),
  end: rows.length < max ? null : rows.at(-1)![0],
});

const entryOf = (row: Row) => [Number(row["seq"]), Number(row["span"]), Number(row["fits"])] as const;

/** A condition on events, its value as ?3 or as ?4. */
interface Condition {
  sql: string;
  value: string | null;
}

/** Those that an index has together (`found`, by ?3), newest first, each with whether it fits (by ?4). */
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

/** Those of each type that begins so: of all together some times as many as are asked for. Each type is found after the one before. */
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

/** What sorts after every text that begins so. */
const afterAll = (begin: string): string =>
  begin.slice(0, -1) + String.fromCharCode(begin.charCodeAt(begin.length - 1) + 1);

/** The places that entries span up to `high`, all known down to `low`: of `most` entries, each of which has one that is asked for. */
function merged(entries: Entry[], high: number, low: number | null, max: number): Ranges {
  const ranges: Ranges["ranges"] = [];
  let room = max + MAX_OTHERS;
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
