import { asc, eq } from "drizzle-orm";
import { listed, type Listed, type MadeKey, type Page } from "../../flows/browse/page.ts";
import type { Watchlist } from "../../flows/browse/watchlist-view.ts";
import type { WatchlistDeps } from "../../flows/manage/watchlists.ts";
import { QUOTAS } from "../../flows/manage/quotas.ts";
import { addWithin } from "./add-within.ts";
import { afterMade } from "./made-page.ts";
import { orm } from "./orm.ts";
import { watchlists } from "./schema.ts";
import { FORGET_SILENCES } from "./silence-store.ts";
import { usersOf } from "./users-of.ts";

type Store = Pick<WatchlistDeps, "find" | "add" | "change" | "usersOf" | "remove"> & {
  list(page: Page<MadeKey>): Promise<Listed<Watchlist, MadeKey>>;
};

/** The watchlists in D1. */
export const watchlistStore = (db: D1Database): Store => ({
  async list({ limit, after }) {
    const rows = await orm(db)
      .select()
      .from(watchlists)
      .where(afterMade(watchlists, after))
      .orderBy(asc(watchlists.createdAt), asc(watchlists.id))
      .limit(limit + 1);
    return listed(
      rows,
      limit,
      (row) => row,
      (row): MadeKey => [row.createdAt, row.id],
    );
  },

  async find(id) {
    const [row] = await orm(db).select().from(watchlists).where(eq(watchlists.id, id));
    return row ?? null;
  },

  add: ({ id, name, description, createdAt }) =>
    addWithin(
      db,
      "watchlists",
      { id, name, description, createdAt, updatedAt: createdAt },
      { most: QUOTAS.watchlists },
    ),

  async change({ id, name, description }, now) {
    const { meta } = await db
      .prepare("UPDATE OR IGNORE watchlists SET name = ?2, description = ?3, updated_at = ?4 WHERE id = ?1")
      .bind(id, name, description, now)
      .run();
    return meta.changes > 0;
  },

  usersOf: (id) =>
    usersOf(
      db
        .prepare(
          `SELECT * FROM (SELECT 'subscription' AS type, id, name FROM subscriptions WHERE watchlist_id = ?1 LIMIT 50)
           UNION ALL SELECT * FROM (SELECT 'digest' AS type, id, name FROM digests WHERE watchlist_id = ?1 LIMIT 50)
           UNION ALL SELECT * FROM (SELECT 'target' AS type, id, name FROM targets WHERE watchlist_id = ?1 LIMIT 50)`,
        )
        .bind(id),
    ),

  async remove(id, cascade) {
    const bind = (sql: string) => db.prepare(sql).bind(id);
    const takeAlong = [
      `UPDATE sheets SET revision = revision + 1,
         size = size - (SELECT count(*) FROM targets t WHERE t.sheet_id = sheets.id AND t.watchlist_id = ?1),
         edits = json_patch(edits, (SELECT json_group_object(t.id, json('{"gone":true}'))
           FROM targets t WHERE t.sheet_id = sheets.id AND t.watchlist_id = ?1))
       WHERE id IN (SELECT sheet_id FROM targets WHERE watchlist_id = ?1)`,
      `DELETE FROM subscriptions
       WHERE watchlist_id = ?1 OR target_id IN (SELECT id FROM targets WHERE watchlist_id = ?1)`,
      "DELETE FROM digests WHERE watchlist_id = ?1",
      "DELETE FROM targets WHERE watchlist_id = ?1",
    ];
    const unused = `DELETE FROM watchlists WHERE id = ?1
      AND NOT EXISTS (SELECT 1 FROM targets WHERE watchlist_id = ?1)
      AND NOT EXISTS (SELECT 1 FROM subscriptions WHERE watchlist_id = ?1)
      AND NOT EXISTS (SELECT 1 FROM digests WHERE watchlist_id = ?1)`;
    const statements = [...(cascade ? takeAlong : []), unused].map(bind);
    const results = await db.batch([...statements, db.prepare(FORGET_SILENCES)]);
    return results.at(-2)!.meta.changes > 0;
  },
});
