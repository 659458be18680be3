import { and, desc, eq, getTableColumns, lt, sql } from "drizzle-orm";
import type { Exchange } from "../../core/exchange.ts";
import type { DeliveryRecord } from "../../flows/browse/delivery-view.ts";
import type { DeliveryFilter } from "../../flows/browse/filters.ts";
import { listed, type Listed, type Page, type SeqKey } from "../../flows/browse/page.ts";
import type { ReplayDeadDeps } from "../../flows/manage/replay-dead.ts";
import type { ReplayDeps } from "../../flows/manage/replay-delivery.ts";
import { orm } from "./orm.ts";
import { deliveries } from "./telling-schema.ts";

type Store = Pick<ReplayDeps, "copy"> &
  Pick<ReplayDeadDeps, "copyDead"> & {
    find(id: string): Promise<DeliveryRecord | null>;
    list(filter: DeliveryFilter, page: Page<SeqKey>): Promise<Listed<DeliveryRecord, SeqKey>>;
  };

/** A commit may have looked for channels before this one was deleted: what it adds afterwards is never sent. */
const orphaned = sql<number>`((status = 'pending' OR status = 'held' AND summary IS NULL) AND NOT EXISTS (SELECT 1 FROM channels c WHERE c.id = channel_id))`;

// An edition's id begins with its digest's.
const digestId = sql<string | null>`substr(${deliveries.edition}, 1, instr(${deliveries.edition}, '/') - 1)`;

const { exchange, ...listedColumns } = getTableColumns(deliveries);

const columns = {
  ...listedColumns,
  orphaned: orphaned.as("orphaned"),
  digestId: digestId.as("digest_id"),
};

/** What a channel never took, or did not get while it was off; a board's message comes again by itself. */
export const LEFT_OUT =
  "board IS NULL AND (status = 'dead' OR status = 'suppressed' AND reason LIKE 'channel disabled%')";

/** Of the channel ?1 what nobody has sent again. */
const DEAD = `channel_id = ?1 AND ${LEFT_OUT}
  AND id NOT IN (SELECT replay_of FROM deliveries WHERE channel_id = ?1 AND replay_of IS NOT NULL)`;

/** The deliveries in D1, newest first. */
export const deliveryStore = (db: D1Database): Store => ({
  find: (id) => find(db, id),

  async list(filter, { limit, after }) {
    const rows = await orm(db)
      .select(columns)
      .from(deliveries)
      .where(
        and(
          filter.status === undefined ? undefined : sql`iif(${orphaned}, 'suppressed', status) = ${filter.status}`,
          filter.channelId === undefined ? undefined : eq(deliveries.channelId, filter.channelId),
          // An event's id is random enough to be found as text; what an edit brought in later is told by that delivery.
          filter.eventId === undefined
            ? undefined
            : sql`instr(${deliveries.items}, ${JSON.stringify(filter.eventId)}) > 0 AND EXISTS (
                SELECT 1 FROM json_each(${deliveries.items}) i, (SELECT ${filter.eventId} AS id) e
                WHERE i.value ->> 'event' = e.id AND coalesce((i.value ->> 'addedAt') <= ${deliveries.sentAt}, 1)
                   OR i.value ->> 'update' = e.id AND coalesce((i.value ->> 'updatedAt') <= ${deliveries.sentAt}, 1))`,
          after === null ? undefined : lt(deliveries.seq, after[0]),
        ),
      )
      .orderBy(desc(deliveries.seq))
      .limit(limit + 1);
    return listed(rows, limit, deliveryOf, (row): SeqKey => [row.seq]);
  },

  async copy(of, id, now) {
    const { meta } = await db
      .prepare(
        `INSERT INTO deliveries (id, channel_id, status, items, edition, made_at, open_until, next_attempt_at, replay_of)
         SELECT ?2, d.channel_id, 'pending', d.items, d.edition, ?3, 0, ?3, d.id
         FROM deliveries d JOIN channels c ON c.id = d.channel_id AND c.enabled = 1
         WHERE d.id = ?1 AND d.board IS NULL`,
      )
      .bind(of, id, now)
      .run();
    return meta.changes === 0 ? null : find(db, id);
  },

  async copyDead(channelId, ids, now) {
    const [copied, left] = await db.batch<Record<string, string | number>>([
      db
        .prepare(
          `INSERT INTO deliveries (id, channel_id, status, items, edition, made_at, open_until, next_attempt_at, replay_of)
           SELECT j.value, ?1, 'pending', d.items, d.edition, ?3, 0, ?3, d.id FROM json_each(?2) j
           JOIN (SELECT id, items, edition, row_number() OVER (ORDER BY seq) - 1 AS place FROM deliveries WHERE ${DEAD}) d ON d.place = j.key
           WHERE EXISTS (SELECT 1 FROM channels WHERE id = ?1 AND enabled = 1) ORDER BY d.place
           RETURNING id, replay_of`,
        )
        .bind(channelId, JSON.stringify(ids), now),
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

async function find(db: D1Database, id: string): Promise<DeliveryRecord | null> {
  const [row] = await orm(db)
    .select({ ...columns, exchange })
    .from(deliveries)
    .where(eq(deliveries.id, id));
  return row === undefined ? null : deliveryOf(row);
}

const deliveryOf = (
  row: Omit<typeof deliveries.$inferSelect, "exchange"> & {
    exchange?: Exchange | null;
    orphaned: number;
    digestId: string | null;
  },
): DeliveryRecord => ({
  ...row,
  ...(row.orphaned === 1 ? { status: "suppressed", reason: "channel deleted", nextAttemptAt: null } : {}),
});
