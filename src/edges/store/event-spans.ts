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
const MOST_ENTRIES = 640;

/** As many events are read beyond those that are asked for: others of the same commits. */
const MOST_OTHERS = 250;

/**
 * Where the newest events are that a narrowing leaves, enough for `limit` of them: all of them within the ranges, among others.
 * Reads entries of indexes alone, one for a commit and type at the most, whatever else there is.
 */
export async function rangesOf(db: D1Database, one: Narrowing, bounds: Bounds, limit: number): Promise<Ranges> {
  const { type } = one;
  const lists = await (type !== null && "begin" in type
    ? ofSome(db, type.begin, one, bounds, limit)
    : ofOne(db, one, bounds, limit));
  const full = lists.flatMap(({ entries, most }) => (entries.length >= most ? entries.at(-1)![0] : []));
  const low = full.length === 0 ? null : Math.max(...full);
  return joined(
    lists.flatMap(({ entries }) => entries),
    bounds.high,
    low,
    limit + 1,
  );
}

type Entry = [seq: number, span: number];

interface Entries {
  entries: Entry[];
  /** As many were asked for. */
  most: number;
}

/** The entries of one type, or of all, the newest first: an index has them in that order. */
async function ofOne(
  db: D1Database,
  { type, watchlistId }: Narrowing,
  { low, high }: Bounds,
  limit: number,
): Promise<Entries[]> {
  const typed = type === null ? "?3 IS ?3" : "type = ?3";
  const listed = watchlistId === null ? "?4 IS ?4" : "watchlist_id = ?4";
  const { results } = await db
    .prepare(
      `SELECT seq, span FROM events WHERE span IS NOT NULL AND ${typed} AND ${listed} AND seq BETWEEN ?1 AND ?2 ORDER BY seq DESC LIMIT ?5`,
    )
    .bind(low, high, type !== null && "exact" in type ? type.exact : null, watchlistId, limit + 1)
    .all<Row>();
  return [{ entries: results.map((row): Entry => [Number(row["seq"]), Number(row["span"])]), most: limit + 1 }];
}

/** The same of each type that begins so: of all together some times as many as are asked for. */
async function ofSome(
  db: D1Database,
  begin: string,
  { watchlistId }: Narrowing,
  { low, high }: Bounds,
  limit: number,
): Promise<Entries[]> {
  const listed = watchlistId === null ? "AND ?5 IS ?5" : "AND watchlist_id = ?5";
  const next = (after: string) =>
    `(SELECT min(type) FROM events WHERE span IS NOT NULL ${listed} AND type > ${after} AND type < ?4)`;
  const most = "(SELECT max(1, min(?6, ?7 / count(*))) FROM t WHERE type IS NOT NULL)";
  const { results } = await db
    .prepare(
      `WITH RECURSIVE t (type) AS (SELECT ${next("?3")} UNION ALL SELECT ${next("t.type")} FROM t WHERE t.type IS NOT NULL)
       SELECT ${most} AS most, (SELECT json_group_array(json_array(seq, span)) FROM (
         SELECT seq, span FROM events WHERE span IS NOT NULL AND type = t.type ${listed}
           AND seq BETWEEN ?1 AND ?2 ORDER BY seq DESC LIMIT ${most})) AS entries
       FROM t WHERE t.type IS NOT NULL`,
    )
    .bind(low, high, begin, afterAll(begin), watchlistId, limit + 1, Math.max(MOST_ENTRIES, limit + 1))
    .all<Row>();
  return results.map((row) => ({ entries: JSON.parse(String(row["entries"])) as Entry[], most: Number(row["most"]) }));
}

/** What sorts after every text that begins so. */
const afterAll = (begin: string): string =>
  begin.slice(0, -1) + String.fromCharCode(begin.charCodeAt(begin.length - 1) + 1);

/** The places that entries span up to `high` and down to `low`: of `most` entries, each of which has one that is asked for. */
function joined(entries: Entry[], high: number, low: number | null, most: number): Ranges {
  const ranges: Ranges["ranges"] = [];
  let room = most + MOST_OTHERS;
  let used = 0;
  for (const [seq, span] of entries.toSorted(([a], [b]) => b - a)) {
    if (seq < (low ?? 0)) break;
    const last = ranges.at(-1);
    if (used === most) return { ranges, low: last![0] };
    const to = Math.min(seq + span - 1, last === undefined ? high : last[0] - 1);
    const from = Math.max(seq, to - room + 1);
    if (from > seq) return room > 0 ? { ranges: [...ranges, [from, to]], low: from } : { ranges, low: last![0] };
    used += 1;
    ranges.push([from, to]);
    room -= to - from + 1;
  }
  return { ranges, low };
}
