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

/** As many entries of an index are read for a page, where no longer page is asked for. */
const MOST_ENTRIES = 450;

/** As many events are read beyond those that are asked for: others of the same commits. */
const MOST_OTHERS = 250;

/**
 * Where the newest events are that a narrowing leaves, enough for `limit` of them: all of them within the ranges, among others.
 * Reads entries of indexes alone, one for a commit and type at the most, whatever else there is.
 */
export async function rangesOf(db: D1Database, one: Narrowing, bounds: Bounds, limit: number): Promise<Ranges> {
  const { sql, values } = entriesOf(one, bounds, limit);
  const { results } = await db
    .prepare(sql)
    .bind(...values)
    .all<Row>();
  const lists = results.map((row) => JSON.parse(String(row["entries"])) as [seq: number, span: number][]);
  const full = lists.flatMap((list, place) => (list.length >= Number(results[place]!["most"]) ? list.at(-1)![0] : []));
  return joined(lists.flat(), bounds.high, full.length === 0 ? null : Math.max(...full), limit + MOST_OTHERS);
}

/** The entries of each type by themselves, the newest first: an index has them in that order. */
function entriesOf({ type, watchlistId }: Narrowing, { low, high }: Bounds, limit: number) {
  const values: (string | number)[] = [];
  const bind = (value: string | number) => `?${values.push(value)}`;
  const listed = watchlistId === null ? "" : `AND watchlist_id = ${bind(watchlistId)}`;
  const types = typesIn(type, listed, bind);
  const most = `(SELECT max(1, min(${bind(limit + 1)}, ${bind(Math.max(MOST_ENTRIES, limit + 1))} / count(*))) FROM t)`;
  const sql = `WITH RECURSIVE t (type) AS (${types})
    SELECT ${most} AS most, (SELECT json_group_array(json_array(seq, span)) FROM (
      SELECT seq, span FROM events WHERE span IS NOT NULL ${type === null ? "" : "AND type = t.type"} ${listed}
        AND seq BETWEEN ${bind(low)} AND ${bind(high)} ORDER BY seq DESC LIMIT ${most})) AS entries
    FROM t WHERE t.type IS NOT NULL`;
  return { sql, values };
}

/** The types that are asked for; of a beginning those that there are, each found after the one before. */
function typesIn(type: Narrowing["type"], listed: string, bind: (value: string) => string): string {
  if (type === null) return "VALUES ('')";
  if ("exact" in type) return `VALUES (${bind(type.exact)})`;
  const end = bind(type.begin.replace(/.$/, (last) => String.fromCharCode(last.charCodeAt(0) + 1)));
  const next = (after: string) => `(SELECT min(type) FROM events WHERE span IS NOT NULL ${listed} AND type > ${after} AND type < ${end})`;
  return `SELECT ${next(bind(type.begin))} UNION ALL SELECT ${next("t.type")} FROM t WHERE t.type IS NOT NULL`;
}

/** The places that entries span up to `high` and down to `low`, `most` of them. */
function joined(entries: [seq: number, span: number][], high: number, low: number | null, most: number): Ranges {
  const ranges: Ranges["ranges"] = [];
  let room = most;
  for (const [seq, span] of entries.toSorted(([a], [b]) => b - a)) {
    if (seq < (low ?? 0)) break;
    const last = ranges.at(-1);
    const to = Math.min(seq + span - 1, last === undefined ? high : last[0] - 1);
    if (to >= seq && room < to - seq + 1) {
      if (room > 0) ranges.push([to - room + 1, to]);
      return { ranges, low: to - room + 1 };
    }
    if (to >= seq) ranges.push([seq, to]);
    room -= Math.max(0, to - seq + 1);
  }
  return { ranges, low };
}
