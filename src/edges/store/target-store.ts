import { and, asc, eq, sql } from "drizzle-orm";
import type { TargetFilter } from "../../flows/browse/filters.ts";
import { listed, type Listed, type MadeKey, type Page } from "../../flows/browse/page.ts";
import type { TargetRecord } from "../../flows/browse/target-view.ts";
import type { RemoveTargetDeps } from "../../flows/manage/remove-target.ts";
import { orm } from "./orm.ts";
import { targets } from "./schema.ts";
import { FORGET_SILENCES } from "./silence-store.ts";
import { endsOf } from "./tally.ts";
import { targetOf, type SeatRow } from "./target-row.ts";
import { usersOf } from "./users-of.ts";

type Store = RemoveTargetDeps & {
  find(id: string): Promise<TargetRecord | null>;
  list(filter: TargetFilter, page: Page<MadeKey>): Promise<Listed<TargetRecord, MadeKey>>;
};

/** The targets in D1, each with what the timetable says of it. */
export const targetStore = (db: D1Database): Store => ({
  async find(id) {
    const [row] = await orm(db).select().from(targets).where(eq(targets.id, id));
    return row === undefined ? null : targetOf(row, (await seatsOf(db, [id])).get(id));
  },

  async list(filter, { limit, after }) {
    const { createdAt, id } = targets;
    const rows = await orm(db)
      .select()
      .from(targets)
      .where(
        and(
          filter.kind === undefined ? undefined : eq(targets.kind, filter.kind),
          filter.watchlistId === undefined ? undefined : eq(targets.watchlistId, filter.watchlistId),
          filter.enabled === undefined ? undefined : eq(targets.enabled, filter.enabled),
          filter.q === undefined ? undefined : sql`instr(lower(${targets.name}), lower(${filter.q})) > 0`,
          after === null ? undefined : sql`(${createdAt}, ${id}) > (${after[0]}, ${after[1]})`,
        ),
      )
      .orderBy(asc(createdAt), asc(id))
      .limit(limit + 1);
    const seats = await seatsOf(
      db,
      rows.map((row) => row.id),
    );
    return listed(
      rows,
      limit,
      (row) => targetOf(row, seats.get(row.id)),
      (row): MadeKey => [row.createdAt, row.id],
    );
  },

  usersOf: (id) =>
    usersOf(
      db.prepare("SELECT 'subscription' AS type, id, name FROM subscriptions WHERE target_id = ?1 LIMIT 100").bind(id),
    ),

  async remove(id, cascade) {
    const bind = (text: string) => db.prepare(text).bind(id);
    const unused = cascade ? "" : "AND NOT EXISTS (SELECT 1 FROM subscriptions WHERE target_id = ?1)";
    const results = await db.batch([
      bind(
        `UPDATE sheets SET edits = json_patch(edits, json_object(?1, json('{"gone":true}'))), size = size - 1,
           revision = revision + 1
         WHERE id = (SELECT sheet_id FROM targets WHERE id = ?1) ${unused}`,
      ),
      ...(cascade ? [bind("DELETE FROM subscriptions WHERE target_id = ?1")] : []),
      bind(`DELETE FROM targets WHERE id = ?1 ${unused}`),
      db.prepare(FORGET_SILENCES),
    ]);
    return results.at(-2)!.meta.changes > 0;
  },
});

/** What the timetable says of these targets, by id. */
export async function seatsOf(db: D1Database, ids: string[]): Promise<Map<string, SeatRow>> {
  if (ids.length === 0) return new Map();
  const [tally, seats] = await db.batch<Record<string, string | null>>([
    db.prepare("SELECT done, freed FROM tally WHERE id = 1"),
    db
      .prepare(
        `SELECT t.id, s.entries -> t.id AS entry, s.edits -> t.id AS edit
         FROM json_each(?1) j JOIN targets t ON t.id = j.value JOIN sheets s ON s.id = t.sheet_id`,
      )
      .bind(JSON.stringify(ids)),
  ]);
  const { done, freed } = tally!.results[0]!;
  const endOf = endsOf(done!, freed!);
  return new Map(
    seats!.results.map(({ id, entry, edit }) => [id!, { entry: entry ?? null, edit: edit ?? null, endOf }]),
  );
}
