import { asc, eq } from "drizzle-orm";
import type { Silence } from "../../core/subscription.ts";
import { listed, type Listed, type MadeKey, type Page } from "../../flows/browse/page.ts";
import type { SilenceDeps } from "../../flows/manage/silences.ts";
import { QUOTAS } from "../../flows/manage/quotas.ts";
import { addWithin } from "./add-within.ts";
import { afterMade } from "./made-page.ts";
import { orm } from "./orm.ts";
import { silences } from "./telling-schema.ts";

type Store = Pick<SilenceDeps, "find" | "dangling" | "add" | "change" | "remove"> & {
  list(page: Page<MadeKey>): Promise<Listed<Silence, MadeKey>>;
};

/** The silences in D1. */
export const silenceStore = (db: D1Database): Store => ({
  async list({ limit, after }) {
    const rows = await orm(db)
      .select()
      .from(silences)
      .where(afterMade(silences, after))
      .orderBy(asc(silences.createdAt), asc(silences.id))
      .limit(limit + 1);
    return listed(
      rows,
      limit,
      (row) => row,
      (row): MadeKey => [row.createdAt, row.id],
    );
  },

  async find(id) {
    const [row] = await orm(db).select().from(silences).where(eq(silences.id, id));
    return row ?? null;
  },

  async dangling({ watchlistId, targetId }) {
    const row = await db
      .prepare(
        `SELECT ?1 IS NULL OR EXISTS (SELECT 1 FROM watchlists WHERE id = ?1) AS watchlistId,
           ?2 IS NULL OR EXISTS (SELECT 1 FROM targets WHERE id = ?2) AS targetId`,
      )
      .bind(watchlistId, targetId)
      .first<Record<string, number>>();
    return (["watchlistId", "targetId"] as const).filter((field) => row?.[field] !== 1);
  },

  async add(silence) {
    const bound = { most: QUOTAS.silences, counted: `until > ${Math.floor(silence.createdAt)}` };
    return (await addWithin(db, "silences", { ...silence }, bound)) === "added";
  },

  async change({ id, createdAt: _createdAt, ...change }) {
    const changed = await orm(db)
      .update(silences)
      .set(change)
      .where(eq(silences.id, id))
      .returning({ id: silences.id });
    return changed.length > 0;
  },

  async remove(id) {
    const removed = await orm(db).delete(silences).where(eq(silences.id, id)).returning({ id: silences.id });
    return removed.length > 0;
  },
});

/** Deletes the silences of what is no more: they would silence nothing. */
export const FORGET_SILENCES = `DELETE FROM silences
  WHERE target_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM targets t WHERE t.id = silences.target_id)
     OR watchlist_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM watchlists w WHERE w.id = silences.watchlist_id)`;
