import type { MessageEdit, UnwatchedDeps } from "./edit-unwatched.ts";
import { jsonChunks } from "../../db/json-chunks.ts";
import { unwatched } from "../schema/past-schema.ts";
import { reader, type Row } from "../../db/row.ts";

const read = reader(unwatched);

/** Statements that create deliveries which edit messages, of channels that still exist. `now` is tick time. */
export const editStatements = (db: D1Database, edits: MessageEdit[], now: number): D1PreparedStatement[] =>
  jsonChunks(edits).map(({ text }) =>
    db
      .prepare(
        `INSERT INTO deliveries (id, channel_id, status, reason, items, made_at, open_until, next_attempt_at, edits)
         SELECT j.value ->> 'id', c.id, j.value ->> 'status', j.value ->> 'reason', j.value -> 'items', ?2, 0,
           coalesce(j.value ->> 'heldUntil', ?2), j.value ->> 'edits'
         FROM json_each(?1) j CROSS JOIN channels c ON c.id = j.value ->> 'channelId' WHERE true
         ON CONFLICT (id) DO NOTHING`,
      )
      .bind(text, now),
  );

/** Targets whose alerts still say that they are live, in D1. */
export const unwatchedStore = (db: D1Database): Pick<UnwatchedDeps, "unwatched" | "settleUnwatched"> => ({
  async unwatched(most) {
    const { results } = await db.prepare("SELECT * FROM unwatched LIMIT ?1").bind(most).all<Row>();
    return results.map((row) => read(row, "targetId", "why", "at", "kind", "state", "lastOkAt"));
  },

  async settleUnwatched(edits, targets, now) {
    // A target that was paused again meanwhile, or watched again, has another row, or none.
    const ids = targets.map(({ targetId, at }) => [targetId, at]);
    await db.batch([
      ...editStatements(db, edits, now),
      ...jsonChunks(ids).map(({ text }) =>
        db
          .prepare(
            "DELETE FROM unwatched WHERE (target_id, at) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?1))",
          )
          .bind(text),
      ),
    ]);
  },
});
