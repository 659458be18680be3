import { MAX_RELEASED, type ReleaseDeps } from "./release.ts";
import { reader, type Row } from "../../db/row.ts";
import { deliveries } from "../schema/delivery-schema.ts";

const read = reader(deliveries);

/** Deliveries held by quiet hours, in D1. */
export const heldStore = (db: D1Database): ReleaseDeps => ({
  async dueHeld(now) {
    const { results } = await db
      .prepare(
        `SELECT d.id, d.channel_id, d.items, d.next_attempt_at, c.kind FROM deliveries d JOIN channels c ON c.id = d.channel_id
         WHERE d.status = 'held' AND d.summary IS NULL AND d.next_attempt_at <= ?1 ORDER BY d.next_attempt_at, d.seq LIMIT ?2`,
      )
      .bind(now, MAX_RELEASED)
      .all<Row>();
    return results.map((row) => ({
      ...read(row, "id", "channelId", "items"),
      channelKind: String(row["kind"]),
      heldUntil: Number(row["next_attempt_at"]),
    }));
  },

  async summarize(summaries, now) {
    const rows = JSON.stringify(summaries);
    await db.batch([
      db
        .prepare(
          `INSERT INTO deliveries (id, channel_id, status, items, made_at, open_until, next_attempt_at)
           SELECT j.value ->> 'id', j.value ->> 'channelId', 'pending', j.value -> 'items', ?2, 0, ?2
           FROM json_each(?1) j WHERE NOT EXISTS (SELECT 1 FROM json_each(j.value, '$.holds') h
             JOIN deliveries d ON d.id = h.value WHERE d.status <> 'held' OR d.summary IS NOT NULL)
           ON CONFLICT (id) DO NOTHING`,
        )
        .bind(rows, now),
      db
        .prepare(
          `UPDATE deliveries SET summary = j.value ->> 'id' FROM json_each(?1) j, json_each(j.value, '$.holds') h
           WHERE deliveries.id = h.value AND deliveries.summary IS NULL
             AND EXISTS (SELECT 1 FROM deliveries s WHERE s.id = j.value ->> 'id')`,
        )
        .bind(rows),
    ]);
  },
});
