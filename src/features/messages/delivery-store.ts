import type { DeliveryRecord } from "./delivery-view.ts";
import type { DeliveryFilter } from "../../core/filter.ts";
import type { Listed, Page, SeqKey } from "../../core/page.ts";
import type { ReplayDeadDeps } from "./replay-dead.ts";
import type { ReplayDeps } from "./replay-delivery.ts";
import { WAITING_DUE, WAITING_DUE_WITH } from "../../engine/deliver/channel-store.ts";
import { findDelivery, listDeliveries } from "./delivery-list.ts";

type Store = Pick<ReplayDeps, "copy"> &
  Pick<ReplayDeadDeps, "copyDead"> & {
    find(id: string): Promise<DeliveryRecord | null>;
    list(filter: DeliveryFilter, page: Page<SeqKey>): Promise<Listed<DeliveryRecord, SeqKey>>;
  };

/** Deliveries that failed for good or were suppressed while their channel was off. A board updates itself instead. */
export const LEFT_OUT =
  "board IS NULL AND (status = 'dead' OR status = 'suppressed' AND reason LIKE 'channel disabled%')";

/** Those of the channel ?1 that have not been replayed. */
const DEAD = `channel_id = ?1 AND ${LEFT_OUT}
  AND id NOT IN (SELECT replay_of FROM deliveries WHERE channel_id = ?1 AND replay_of IS NOT NULL)`;

/** The deliveries in D1, newest first. */
export const deliveryStore = (db: D1Database): Store => ({
  find: (id) => findDelivery(db, id),

  list: (filter, page) => listDeliveries(db, filter, page),

  async copy(of, id, now) {
    const [created] = await db.batch([
      db
        .prepare(
          `INSERT INTO deliveries (id, channel_id, status, items, edition, made_at, open_until, next_attempt_at, replay_of)
         SELECT ?2, d.channel_id, 'pending', d.items, d.edition, ?3, 0, ?3, d.id
         FROM deliveries d JOIN channels c ON c.id = d.channel_id AND c.enabled = 1
         WHERE d.id = ?1 AND d.board IS NULL`,
        )
        .bind(of, id, now),
      db.prepare(WAITING_DUE_WITH).bind(id),
    ]);
    return created!.meta.changes === 0 ? null : findDelivery(db, id);
  },

  async copyDead(channelId, ids, now) {
    const [copied, , left] = await db.batch<Record<string, string | number>>([
      db
        .prepare(
          `INSERT INTO deliveries (id, channel_id, status, items, edition, made_at, open_until, next_attempt_at, replay_of)
           SELECT j.value, ?1, 'pending', d.items, d.edition, ?3, 0, ?3, d.id FROM json_each(?2) j
           JOIN (SELECT id, items, edition, row_number() OVER (ORDER BY seq) - 1 AS place FROM deliveries WHERE ${DEAD}) d ON d.place = j.key
           WHERE EXISTS (SELECT 1 FROM channels WHERE id = ?1 AND enabled = 1) ORDER BY d.place
           RETURNING id, replay_of`,
        )
        .bind(channelId, JSON.stringify(ids), now),
      db.prepare(WAITING_DUE).bind(channelId),
      db
        .prepare(
          `SELECT EXISTS (SELECT 1 FROM deliveries WHERE ${DEAD}) AS more,
             EXISTS (SELECT 1 FROM channels WHERE id = ?1 AND enabled = 1) AS open`,
        )
        .bind(channelId),
    ]);
    if (left!.results[0]?.["open"] !== 1) return null;
    const items = copied!.results.map((row) => ({ id: String(row["id"]), replayOf: String(row["replay_of"]) }));
    return { items, more: left!.results[0]["more"] === 1 };
  },
});
