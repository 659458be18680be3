import { asc, eq } from "drizzle-orm";
import { listed, type Listed, type MadeKey, type Page } from "../../flows/browse/page.ts";
import type { Digest } from "../../flows/digest/digest.ts";
import type { DigestDeps } from "../../flows/manage/digests.ts";
import { QUOTAS } from "../../flows/manage/quotas.ts";
import { addWithin } from "./add-within.ts";
import { afterMade } from "./made-page.ts";
import { orm } from "./orm.ts";
import { digests } from "./telling-schema.ts";

type Store = Pick<DigestDeps, "dangling" | "add" | "change" | "otherSchedules"> & {
  find(id: string): Promise<Digest | null>;
  list(page: Page<MadeKey>): Promise<Listed<Digest, MadeKey>>;
  /** False where there is none. */
  remove(id: string): Promise<boolean>;
};

/** The digests in D1. */
export const digestStore = (db: D1Database): Store => ({
  async list({ limit, after }) {
    const rows = await orm(db)
      .select()
      .from(digests)
      .where(afterMade(digests, after))
      .orderBy(asc(digests.createdAt), asc(digests.id))
      .limit(limit + 1);
    return listed(rows, limit, digestOf, (row): MadeKey => [row.createdAt, row.id]);
  },

  async find(id) {
    const [row] = await orm(db).select().from(digests).where(eq(digests.id, id));
    return row === undefined ? null : digestOf(row);
  },

  async dangling({ watchlistId, channelId }) {
    const row = await db
      .prepare(
        `SELECT ?1 IS NULL OR EXISTS (SELECT 1 FROM watchlists WHERE id = ?1) AS watchlistId,
           EXISTS (SELECT 1 FROM channels WHERE id = ?2) AS channelId`,
      )
      .bind(watchlistId, channelId)
      .first();
    return (["watchlistId", "channelId"] as const).filter((field) => row?.[field] !== 1);
  },

  async add(digest) {
    const row = { ...rowOf(digest), updatedAt: digest.createdAt };
    return (await addWithin(db, "digests", row, { most: QUOTAS.digests })) === "added";
  },

  async otherSchedules(id) {
    const { results } = await db
      .prepare("SELECT schedule FROM digests WHERE enabled AND id <> ?1")
      .bind(id)
      .all<{ schedule: string }>();
    return results.map(({ schedule }) => schedule);
  },

  async change(digest, now) {
    const { id, createdAt: _createdAt, ...row } = rowOf(digest);
    const changed = await orm(db)
      .update(digests)
      .set({ ...row, updatedAt: now })
      .where(eq(digests.id, id))
      .returning({ id: digests.id });
    return changed.length > 0;
  },

  async remove(id) {
    const { meta } = await db.prepare("DELETE FROM digests WHERE id = ?1").bind(id).run();
    return meta.changes > 0;
  },
});

const rowOf = (digest: Digest) => ({ ...digest, sections: JSON.stringify(digest.sections) });

const digestOf = ({ updatedAt: _updatedAt, ...row }: typeof digests.$inferSelect): Digest => ({
  ...row,
  sections: JSON.parse(row.sections) as string[],
});
