import type { SharedDeps } from "./wall.ts";
import { nowStore, WATCHED_COLUMNS, watchedOf } from "../now/now-store.ts";
import { onAirOf } from "../now/live-store.ts";
import type { Row } from "../../db/row.ts";
import { readUsuallyNext } from "./usual-next-store.ts";
import { viewersStore } from "./viewers-store.ts";
import { HEALTH_SNAPSHOT, healthSnapshotOf, type ConfigFacts } from "../../engine/self-monitor/health-store.ts";

/** Limit on the live targets that are read. */
const MAX_ON_AIR = 100;

/** Who is live, and the shared pages of a watchlist: three statements, and two more for its week and for who is next. */
export const wallStore = (db: D1Database, provided: ConfigFacts): Omit<SharedDeps, "wallNow"> => ({
  async read(watchlistId, listed, skipped = 0) {
    const [index, ofList] =
      watchlistId === null ? ["targets_name", "true"] : ["targets_list_name", "watchlist_id = ?1"];
    const [read, watched] = await db.batch<Row>([
      db
        .prepare(
          `SELECT ${HEALTH_SNAPSHOT}, (SELECT n FROM counts WHERE name = 'targets|live') AS live,
           (SELECT name FROM watchlists WHERE id = ?1) AS list,
           (SELECT count(*) FROM (SELECT 1 FROM targets INDEXED BY targets_unknown WHERE unknown_since IS NOT NULL
              AND enabled = 1 AND on_air IN (0, 1) AND kind = 'live' AND watchlist_id = ?1 LIMIT ${MAX_ON_AIR})) AS unknown
         FROM ticker k JOIN tally y ON y.id = 1 WHERE k.id = 1`,
        )
        .bind(watchlistId),
      db
        .prepare(
          `SELECT * FROM (${onAirOf(`'onAir' AS role, ${WATCHED_COLUMNS}`, String(MAX_ON_AIR + 1), watchlistId === null ? null : "?1")})
           UNION ALL SELECT * FROM (SELECT 'first', ${WATCHED_COLUMNS} FROM targets INDEXED BY ${index} WHERE kind = 'live' AND ${ofList}
             ORDER BY lower(name), id LIMIT ?2 OFFSET ?3)`,
        )
        .bind(watchlistId, listed, skipped),
    ]);
    const ofRole = (role: string) => watched!.results.filter((one) => one["role"] === role);
    const onAir = ofRole("onAir");
    const row = read!.results[0]!;
    return {
      pulse: healthSnapshotOf(row, provided),
      list: row["list"] === null ? null : String(row["list"]),
      creators: Number(row["live"] ?? 0),
      unknown: watchlistId === null ? null : Number(row["unknown"]),
      onAir: onAir.slice(0, MAX_ON_AIR).map(watchedOf),
      more: onAir.length > MAX_ON_AIR,
      first: ofRole("first").map(watchedOf),
    };
  },

  ...viewersStore(db),

  usuallyNext: (watchlistId, after, max) => readUsuallyNext(db, watchlistId, after, max),

  since: nowStore(db, provided).since,
});
