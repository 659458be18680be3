import type { RoomDeps } from "./room.ts";
import type { Row } from "../../db/row.ts";

/** Counts targets by the stored counts: one row, however many there are. */
export const roomStore = (db: D1Database, statementsLeft: () => number): RoomDeps => ({
  statementsLeft,

  async targetsOf(kind, watchlistId) {
    const requested =
      watchlistId === null
        ? db.prepare("SELECT n FROM counts WHERE name = ?1").bind(`targets|${kind}`)
        : db.prepare("SELECT n FROM list_counts WHERE watchlist_id = ?1 AND kind = ?2").bind(watchlistId, kind);
    return Number((await requested.first<Row>())?.["n"] ?? 0);
  },
});
