import type { Subscription } from "../../core/subscription.ts";
import { listed, type Listed, type MadeKey, type Page } from "../../flows/browse/page.ts";
import type { SubscriptionDeps } from "../../flows/manage/subscriptions.ts";
import { QUOTAS } from "../../flows/manage/quotas.ts";
import { addWithin } from "./add-within.ts";
import { columnsOf, subscriptionOf } from "./subscription-row.ts";

type Row = Record<string, string | number | null>;

type Store = Pick<SubscriptionDeps, "dangling" | "add" | "change"> & {
  find(id: string): Promise<Subscription | null>;
  list(page: Page<MadeKey>): Promise<Listed<Subscription, MadeKey>>;
  /** False where there is none. */
  remove(id: string): Promise<boolean>;
};

/** In the order of `columnsOf`. */
const COLUMNS = ["id", "name", "watchlistId", "targetId", "channelId", "events", "enabled", "options"];

/** The subscriptions in D1. */
export const subscriptionStore = (db: D1Database): Store => ({
  async list({ limit, after }) {
    const { results } = await db
      .prepare("SELECT * FROM subscriptions WHERE (created_at, id) > (?1, ?2) ORDER BY created_at, id LIMIT ?3")
      .bind(...(after ?? [-1, ""]), limit + 1)
      .all<Row>();
    return listed(
      results.map(subscriptionOf),
      limit,
      (one) => one,
      (one): MadeKey => [one.createdAt, one.id],
    );
  },

  async find(id) {
    const row = await db.prepare("SELECT * FROM subscriptions WHERE id = ?1").bind(id).first<Row>();
    return row === null ? null : subscriptionOf(row);
  },

  async dangling({ watchlistId, targetId, channelId }) {
    const row = await db
      .prepare(
        `SELECT ?1 IS NULL OR EXISTS (SELECT 1 FROM watchlists WHERE id = ?1) AS watchlistId,
           ?2 IS NULL OR EXISTS (SELECT 1 FROM targets WHERE id = ?2) AS targetId,
           EXISTS (SELECT 1 FROM channels WHERE id = ?3) AS channelId`,
      )
      .bind(watchlistId, targetId, channelId)
      .first<Row>();
    return (["watchlistId", "targetId", "channelId"] as const).filter((field) => row?.[field] !== 1);
  },

  async add(subscription) {
    const values = columnsOf(subscription);
    const own = Object.fromEntries(COLUMNS.map((name, index) => [name, values[index]!]));
    const row = { ...own, createdAt: subscription.createdAt, updatedAt: subscription.createdAt };
    return (await addWithin(db, "subscriptions", row, { most: QUOTAS.subscriptions })) === "added";
  },

  async change(subscription, now) {
    const { meta } = await db
      .prepare(
        `UPDATE subscriptions SET name = ?2, watchlist_id = ?3, target_id = ?4, channel_id = ?5, events = ?6, enabled = ?7,
           options = ?8, updated_at = ?9 WHERE id = ?1`,
      )
      .bind(...columnsOf(subscription), now)
      .run();
    return meta.changes > 0;
  },

  async remove(id) {
    const { meta } = await db.prepare("DELETE FROM subscriptions WHERE id = ?1").bind(id).run();
    return meta.changes > 0;
  },
});
