import { asc, eq } from "drizzle-orm";
import type { Json } from "../../core/json.ts";
import type { Channel } from "../../flows/browse/channel-view.ts";
import { listed, type Listed, type MadeKey, type Page } from "../../flows/browse/page.ts";
import type { ChannelDeps } from "../../flows/manage/channels.ts";
import { QUOTAS } from "../../flows/manage/quotas.ts";
import { addWithin } from "./add-within.ts";
import { openSettings, placeOf } from "./channel-settings.ts";
import { afterMade } from "./made-page.ts";
import { orm } from "./orm.ts";
import { channels } from "./telling-schema.ts";
import { usersOf } from "./users-of.ts";
import type { Vault } from "./vault.ts";

type Store = Pick<ChannelDeps, "find" | "settingsOf" | "add" | "change" | "usersOf" | "remove"> & {
  list(page: Page<MadeKey>): Promise<Listed<Channel, MadeKey>>;
};

/** The channels in D1, their settings sealed. */
export const channelStore = (db: D1Database, vault: Vault): Store => ({
  async list({ limit, after }) {
    const rows = await orm(db)
      .select()
      .from(channels)
      .where(afterMade(channels, after))
      .orderBy(asc(channels.createdAt), asc(channels.id))
      .limit(limit + 1);
    return listed(rows, limit, channelOf, (row): MadeKey => [row.createdAt, row.id]);
  },

  async find(id) {
    const [row] = await orm(db).select().from(channels).where(eq(channels.id, id));
    return row === undefined ? null : channelOf(row);
  },

  async settingsOf(id) {
    const [row] = await orm(db).select({ sealed: channels.sealed }).from(channels).where(eq(channels.id, id));
    return row === undefined ? null : openSettings(db, vault, { id, sealed: row.sealed });
  },

  async add(channel, settings) {
    const sealed = await vault.seal(settings, placeOf(channel.id));
    const row = { ...channel, masked: JSON.stringify(channel.masked), sealed };
    return (await addWithin(db, "channels", row, { most: QUOTAS.channels })) === "added";
  },

  async change(id, { masked, ...change }, settings: Json | undefined, now) {
    const resealed = settings === undefined ? {} : { sealed: await vault.seal(settings, placeOf(id)) };
    const remasked = masked === undefined ? {} : { masked: JSON.stringify(masked) };
    const changed = await orm(db)
      .update(channels)
      .set({ ...change, ...resealed, ...remasked, updatedAt: now })
      .where(eq(channels.id, id))
      .returning({ id: channels.id });
    return changed.length > 0;
  },

  usersOf: (id) =>
    usersOf(
      db
        .prepare(
          `SELECT * FROM (SELECT 'subscription' AS type, id, name FROM subscriptions WHERE channel_id = ?1 LIMIT 50)
           UNION ALL SELECT * FROM (SELECT 'digest' AS type, id, name FROM digests WHERE channel_id = ?1 LIMIT 50)`,
        )
        .bind(id),
    ),

  async remove(id, cascade) {
    const bind = (text: string) => db.prepare(text).bind(id);
    const results = await db.batch([
      ...(cascade
        ? [bind("DELETE FROM subscriptions WHERE channel_id = ?1"), bind("DELETE FROM digests WHERE channel_id = ?1")]
        : []),
      bind(
        `DELETE FROM channels WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM subscriptions WHERE channel_id = ?1)
           AND NOT EXISTS (SELECT 1 FROM digests WHERE channel_id = ?1)`,
      ),
      bind(
        `UPDATE deliveries SET status = 'suppressed', reason = 'channel deleted', next_attempt_at = NULL
         WHERE channel_id = ?1 AND (status = 'pending' OR status = 'held' AND summary IS NULL)
           AND NOT EXISTS (SELECT 1 FROM channels WHERE id = ?1)`,
      ),
    ]);
    return results.at(-2)!.meta.changes > 0;
  },
});

function channelOf(row: typeof channels.$inferSelect): Channel {
  const { id, kind, name, enabled, disabledReason, createdAt, updatedAt } = row;
  const masked = JSON.parse(row.masked) as Record<string, string>;
  return { id, kind, name, enabled, disabledReason, masked, createdAt, updatedAt };
}
