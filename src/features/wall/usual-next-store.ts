import type { UsuallyNext } from "./usually-next.ts";
import { WATCHED_COLUMNS, watchedOf } from "../now/now-store.ts";
import type { Row } from "../../db/row.ts";

/** With more watchlists than this, nobody is named, because each costs two rows. */
const MAX_LISTS = 200;

/** The number of targets that are read of a watchlist. Some of them may be paused or live. */
const MAX_OF_A_LIST = 12;

const SOONEST_OF_LISTS = `SELECT w.id, (SELECT min(t.expected_at) FROM targets t INDEXED BY targets_expected
    WHERE t.expected_at IS NOT NULL AND t.watchlist_id = w.id AND t.expected_at > ?1) AS soonest
  FROM watchlists w LIMIT ${MAX_LISTS + 1}`;

/** Returns the soonest targets of the watchlist with this index in `?1`, if they are known to be offline. */
const soonestOf = (place: number): string => `SELECT * FROM (
  SELECT ${WATCHED_COLUMNS}, expected_at, expected_confidence, on_air, unknown_since FROM targets INDEXED BY targets_expected
  WHERE expected_at IS NOT NULL AND watchlist_id = ?1 ->> ${place} AND expected_at > ?2 ORDER BY expected_at LIMIT ${MAX_OF_A_LIST})
  WHERE kind = 'live' AND enabled = 1 AND on_air = 0 AND unknown_since IS NULL AND expected_confidence IS NOT NULL`;

/**
 * Reads the creators of a watchlist, or of all, that are expected soonest after an instant (epoch ms). Whoever may be
 * live already is left out, and whose hour may have moved with the clocks. Reads up to two rows a watchlist, and 24 for
 * each of the `max` watchlists with the soonest starts.
 */
export async function readUsuallyNext(
  db: D1Database,
  watchlistId: string | null,
  after: number,
  max: number,
): Promise<UsuallyNext[]> {
  const lists = watchlistId === null ? await soonestLists(db, after, max) : [watchlistId];
  if (lists.length === 0) return [];
  const sql = lists.map((_, place) => `SELECT * FROM (${soonestOf(place)})`).join(" UNION ALL ");
  const { results } = await db
    .prepare(`${sql} ORDER BY expected_at, id LIMIT ?3`)
    .bind(JSON.stringify(lists), after, max)
    .all<Row>();
  return results.map((row) => ({ one: watchedOf(row), at: Number(row["expected_at"]) }));
}

async function soonestLists(db: D1Database, after: number, max: number): Promise<string[]> {
  const { results } = await db.prepare(SOONEST_OF_LISTS).bind(after).all<Row>();
  if (results.length > MAX_LISTS) return [];
  return results
    .filter(({ soonest }) => soonest !== null)
    .sort((a, b) => Number(a["soonest"]) - Number(b["soonest"]))
    .slice(0, max)
    .map(({ id }) => String(id));
}
