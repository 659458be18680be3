import { DAY_MS } from "../../core/duration.ts";
import type { Viewers, ViewersDeps } from "./viewed.ts";
import type { UsuallyNext, WallDeps } from "./wall.ts";
import { WATCHED_COLUMNS, watchedOf } from "../now/now-store.ts";
import { onAirOf } from "../now/live-store.ts";
import { knownSince, type Past } from "../../engine/prediction/history.ts";
import { clockOf } from "../../engine/prediction/learned-zone.ts";
import { nextExpected } from "../../engine/prediction/usual-hours.ts";
import { RESTING } from "../../engine/upstream/asked-service.ts";
import { textOf, type Row } from "../../db/row.ts";
import { HEALTH_SNAPSHOT, healthSnapshotOf, type ConfigFacts } from "../../engine/self-monitor/health-store.ts";

/** Limit on the live targets that are read. */
const MAX_ON_AIR = 100;

/** With more watchlists than this, nobody is named, because each costs two rows. */
const MAX_LISTS = 200;

/** The number of targets that are read of a watchlist. Some of them may be paused or live. */
const MAX_OF_A_LIST = 12;

const SOONEST_OF_LISTS = `SELECT w.id, (SELECT min(t.expected_at) FROM targets t INDEXED BY targets_expected
    WHERE t.expected_at IS NOT NULL AND t.watchlist_id = w.id AND t.expected_at > ?1) AS soonest
  FROM watchlists w LIMIT ${MAX_LISTS + 1}`;

/**
 * Returns the soonest targets of the watchlist with this index in `?1`, if they are known to be offline. What is learned
 * from comes with those whose expected start may have moved.
 */
const soonestOf = (place: number): string => `SELECT *, iif(expected_confidence IS NULL, past, NULL) AS unsure_past,
    iif(expected_confidence IS NULL, coalesce(timezone, (SELECT w.timezone FROM watchlists w WHERE w.id = t.watchlist_id)), NULL) AS zone FROM (
  SELECT ${WATCHED_COLUMNS}, expected_at, expected_confidence, on_air, unknown_since, past, created_at, timezone, watchlist_id
  FROM targets INDEXED BY targets_expected
  WHERE expected_at IS NOT NULL AND watchlist_id = ?1 ->> ${place} AND expected_at > ?2 ORDER BY expected_at LIMIT ${MAX_OF_A_LIST}) t
  WHERE kind = 'live' AND enabled = 1 AND on_air = 0 AND unknown_since IS NULL`;

/** Evaluated once, where a comparison of each row with them would read more. */
const RESTING_IDS = `(SELECT json_group_array(value) FROM (${RESTING}))`;

/**
 * The expected start of a row (epoch ms), computed anew if a change of its list or time zone left it in doubt; null if
 * it is unknown whether a clock change has moved it.
 */
function expectedOf(row: Row, after: number): number | null {
  if (row["expected_confidence"] !== null) return Number(row["expected_at"]);
  if (row["unsure_past"] === null) return null;
  const past = JSON.parse(String(row["unsure_past"])) as Past;
  const next = nextExpected(
    past,
    knownSince(past, Number(row["created_at"])),
    after,
    clockOf(textOf(row["zone"]), past),
  );
  return next?.confidence == null ? null : next.at;
}

/**
 * Reads the creators of a watchlist, or of all, that are expected soonest after an instant (epoch ms). Whoever may be
 * live already is left out, and whose hour may have moved with the clocks. Reads up to two rows a watchlist, and 24 for
 * each of the `max` watchlists with the soonest starts.
 */
async function readUsuallyNext(
  db: D1Database,
  watchlistId: string | null,
  after: number,
  max: number,
): Promise<UsuallyNext[]> {
  const lists = watchlistId === null ? await soonestLists(db, after, max) : [watchlistId];
  if (lists.length === 0) return [];
  const sql = lists.map((_, place) => `SELECT * FROM (${soonestOf(place)})`).join(" UNION ALL ");
  const { results } = await db
    .prepare(`SELECT *, ${RESTING_IDS} AS resting FROM (${sql}) ORDER BY expected_at, id`)
    .bind(JSON.stringify(lists), after)
    .all<Row>();
  const resting = new Set(JSON.parse(String(results[0]?.["resting"] ?? "[]")) as string[]);
  return results
    .filter(({ id }) => !resting.has(String(id)))
    .flatMap((row) => {
      const at = expectedOf(row, after);
      return at === null ? [] : { one: watchedOf(row), at };
    })
    .sort((a, b) => a.at - b.at)
    .slice(0, max);
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

/** Viewers over time: a statement, and a row for each day of a target. */
export const viewersStore = (db: D1Database): ViewersDeps => ({
  async viewers(targetIds, since) {
    const { results } = await db
      .prepare(
        `SELECT s.target_id, s.points FROM json_each(?1) j CROSS JOIN series s
           ON s.target_id = j.value AND s.begins_at > ?2 ORDER BY s.begins_at`,
      )
      // A run covers one day.
      .bind(JSON.stringify(targetIds), since - DAY_MS)
      .all<Row>();
    const viewed = new Map<string, Viewers>(targetIds.map((id) => [id, []]));
    for (const row of results)
      for (const [at, { viewers }] of JSON.parse(String(row["points"])) as [number, { viewers?: number }][])
        if (viewers !== undefined && at >= since) viewed.get(String(row["target_id"]))!.push([at, viewers]);
    return viewed;
  },
});

/** The number of creators of the watchlist ?1. */
const SIZE = "(SELECT n FROM list_counts WHERE watchlist_id = ?1 AND kind = 'live')";

/** Who is live, and the shared pages of a watchlist: two statements, and one more for who is next. */
export const wallStore = (db: D1Database, provided: ConfigFacts): Omit<WallDeps, "wallNow"> => ({
  async read(watchlistId, listed, skipped = 0, whole = 0) {
    const resting = `(SELECT count(*) FROM (${RESTING}) d CROSS JOIN targets t ON t.id = d.value WHERE t.kind = 'live'`;
    const [index, ofList, size] =
      watchlistId === null
        ? ["targets_name", "true", "(SELECT n FROM counts WHERE name = 'targets|live')"]
        : ["targets_list_name", "watchlist_id = ?1", SIZE];
    const isWhole = `coalesce(${size}, 0) <= ?4`;
    const [read, watched] = await db.batch<Row>([
      db
        .prepare(
          `SELECT ${HEALTH_SNAPSHOT}, (SELECT n FROM counts WHERE name = 'targets|live') - ${resting}) AS live,
           (SELECT json_array(name, timezone) FROM watchlists WHERE id = ?1) AS list,
           ${SIZE} - ${resting} AND t.watchlist_id = ?1) AS of_list,
           (SELECT count(*) FROM (SELECT 1 FROM targets INDEXED BY targets_unknown WHERE unknown_since IS NOT NULL
              AND enabled = 1 AND on_air IN (0, 1) AND kind = 'live' AND watchlist_id = ?1 LIMIT ${MAX_ON_AIR})) AS unknown
         FROM ticker k JOIN tally y ON y.id = 1 WHERE k.id = 1`,
        )
        .bind(watchlistId),
      db
        .prepare(
          `SELECT * FROM (${onAirOf(`'onAir' AS role, ${WATCHED_COLUMNS}`, String(MAX_ON_AIR + 1), watchlistId === null ? null : "?1")})
           UNION ALL SELECT * FROM (SELECT 'first', ${WATCHED_COLUMNS} FROM targets INDEXED BY ${index} WHERE kind = 'live' AND ${ofList} AND (NOT EXISTS (${RESTING}) OR id NOT IN (${RESTING}))
             ORDER BY lower(name), id LIMIT iif(${isWhole}, ?4, ?2) OFFSET iif(${isWhole}, 0, ?3))`,
        )
        .bind(watchlistId, listed, skipped, whole),
    ]);
    const ofRole = (role: string) => watched!.results.filter((one) => one["role"] === role);
    const onAir = ofRole("onAir");
    const row = read!.results[0]!;
    const [list, timezone] = JSON.parse(String(row["list"] ?? "[null,null]")) as [string | null, string | null];
    const creators = Number(row["live"] ?? 0);
    return {
      pulse: healthSnapshotOf(row, provided),
      list,
      timezone,
      creators,
      ofList: watchlistId === null ? creators : Number(row["of_list"] ?? 0),
      unknown: watchlistId === null ? null : Number(row["unknown"]),
      onAir: onAir.slice(0, MAX_ON_AIR).map(watchedOf),
      more: onAir.length > MAX_ON_AIR,
      first: ofRole("first").map(watchedOf),
    };
  },

  ...viewersStore(db),

  usuallyNext: (watchlistId, after, max) => readUsuallyNext(db, watchlistId, after, max),
});
