import { columnsBut, reader, type Row } from "../../db/row.ts";
import { deliveries } from "../../engine/schema/delivery-schema.ts";
import type { DeliveryRecord } from "./delivery-view.ts";
import type { DeliveryFilter } from "../../core/filter.ts";
import { countWithin, type DeliveryKey, type Listed, listed, type Page } from "../../core/page.ts";
import type { ReplayDeadDeps, ReplayDeps } from "./replay-dead.ts";
import { WAITING_DUE, WAITING_DUE_WITH } from "../../engine/deliver/channel-store.ts";

type Store = Pick<ReplayDeps, "copy"> &
  Pick<ReplayDeadDeps, "copyDead"> & {
    find(id: string): Promise<DeliveryRecord | null>;
    list(filter: DeliveryFilter, page: Page<DeliveryKey>): Promise<Listed<DeliveryRecord, DeliveryKey>>;
  };

/** Deliveries that failed for good or were suppressed while their channel was off. A board updates itself instead. */
export const LEFT_OUT =
  "board IS NULL AND (status = 'dead' OR status = 'suppressed' AND reason LIKE 'channel disabled%')";

/** Those of the channel ?1 that have not been replayed. */
const DEAD = `channel_id = ?1 AND ${LEFT_OUT}
  AND id NOT IN (SELECT replay_of FROM deliveries WHERE channel_id = ?1 AND replay_of IS NOT NULL)`;

/** Number of latest deliveries searched for an event, whatever its age. */
const LATEST = 200;

/** Number of deliveries, of a channel or all, searched for a page of one status. */
const LOOKED_THROUGH = 300;

const read = reader(deliveries);
const LISTED = columnsBut(deliveries, "exchange");

/** Will never be sent, because its channel was deleted. The next tick suppresses it. */
const ORPHANED = `((d.status = 'pending' OR d.status = 'held' AND d.summary IS NULL)
  AND NOT EXISTS (SELECT 1 FROM channels c WHERE c.id = d.channel_id))`;

// An edition's id begins with its digest's id.
const COLUMNS = `d.*, ${ORPHANED} AS orphaned, substr(d.edition, 1, instr(d.edition, '/') - 1) AS digest_id`;

/** One delivery with its last request and response; null if there is none. */
async function findDelivery(db: D1Database, id: string): Promise<DeliveryRecord | null> {
  const row = await db.prepare(`SELECT ${COLUMNS} FROM deliveries d WHERE d.id = ?1`).bind(id).first<Row>();
  return row === null ? null : { ...deliveryOf(row), ...read(row, "exchange") };
}

/**
 * A page of deliveries, newest first, read through indexes. A filter by `sent`, by `pending` where very many are, by
 * channel and status, or messages about hundreds of events, can give fewer than `limit` items although more follow.
 */
async function listDeliveries(
  db: D1Database,
  filter: DeliveryFilter,
  { limit, after }: Page<DeliveryKey>,
): Promise<Listed<DeliveryRecord, DeliveryKey>> {
  const { eventId, channelId, status } = filter;
  const [beforeAt, before] = after ?? [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
  const pending = channelId === undefined && status === "pending" ? await pendingBefore(db, before, limit + 1) : null;
  const searched =
    status !== undefined &&
    (channelId !== undefined || status === "sent" || (status === "pending" && pending === null));
  const max = searched ? Math.max(limit + 1, LOOKED_THROUGH) : limit + 1;
  const { results } = await db
    .prepare(
      eventId === undefined
        ? `SELECT ${COLUMNS} FROM deliveries d WHERE ${leadOf(filter, pending)} AND ?1 IS ?1 AND ?2 IS ?2 AND ?3 IS ?3
             AND ?6 IS ?6 AND ${channelId === undefined ? BY_SEQ : BY_CREATION} LIMIT ?5`
        : OF_EVENT,
    )
    .bind(eventId ?? null, channelId ?? null, status ?? null, before, max, beforeAt)
    .all<Row>();
  const fitting = results
    .map((row) => ({ key: keyOf(row), chars: charsOf(row), delivery: deliveryOf(row) }))
    .filter(({ delivery }) => status === undefined || delivery.status === status);
  const { items, next } = listed(
    fitting,
    countWithin(fitting, limit, ({ chars }) => chars),
    (one) => one.delivery,
    ({ key }) => key,
  );
  const goesOn = next === null && results.length === max;
  return { items, next: goesOn ? keyOf(results.at(-1)!) : next };
}

/** The order of an index, after the position of a page: all deliveries, or those of a channel. */
const BY_SEQ = "d.seq < ?4 ORDER BY d.seq DESC";
const BY_CREATION = "(d.made_at, d.seq) < (?6, ?4) ORDER BY d.made_at DESC, d.seq DESC";

const keyOf = (row: Row): DeliveryKey => [Number(row["made_at"]), Number(row["seq"])];

/** An event appears once in the items of a delivery and twice in its API form. */
const charsOf = (row: Row): number => 2 * String(row["items"]).length + String(row["attempts"]).length;

/** The condition that selects the index. Indexes return rows in the order of the list. */
function leadOf({ channelId, status }: DeliveryFilter, pending: number[] | null): string {
  if (channelId !== undefined) return "d.channel_id = ?2";
  if (pending !== null) return `d.seq IN (${pending.join()})`;
  // Most are sent; and where very many are pending, so are most of the latest.
  if (status === undefined || status === "sent" || status === "pending") return "true";
  return `d.status = '${status}' AND d.status IN ('dead', 'suppressed', 'held')`;
}

/** The newest `most` pending deliveries before a `seq`; null if there are too many to sort. */
async function pendingBefore(db: D1Database, before: number, most: number): Promise<number[] | null> {
  const { results } = await db
    .prepare(
      `SELECT seq FROM deliveries INDEXED BY deliveries_due WHERE status = 'pending' LIMIT ${LOOKED_THROUGH + 1}`,
    )
    .all<{ seq: number }>();
  if (results.length > LOOKED_THROUGH) return null;
  const earlier = results.map(({ seq }) => seq).filter((seq) => seq < before);
  return earlier.toSorted((a, b) => b - a).slice(0, most);
}

// Event ids are random enough to be found as text.
const NAMES = "instr(o.items, json_quote(?1)) > 0";

/**
 * The deliveries of an event: those created when it was found, and those among the latest. Their parts (created at the
 * same instant), the messages that they edit, summaries of what was held, and replays are included. An event that was
 * added after a message was sent belongs to the delivery that edits it.
 */
const OF_EVENT = `
  WITH RECURSIVE sent_to (id) AS (
    SELECT min(channel_id) FROM deliveries
    UNION ALL SELECT (SELECT min(channel_id) FROM deliveries WHERE channel_id > s.id) FROM sent_to s WHERE s.id IS NOT NULL),
  about (id, channel_id, made_at, edits, summary) AS (
    SELECT o.id, o.channel_id, o.made_at, o.edits, o.summary FROM events e CROSS JOIN sent_to s
      CROSS JOIN deliveries o INDEXED BY deliveries_to ON o.channel_id = s.id AND o.made_at = e.detected_at
      WHERE e.id = ?1 AND ${NAMES}
    UNION SELECT o.id, o.channel_id, o.made_at, o.edits, o.summary
      FROM (SELECT * FROM deliveries ORDER BY seq DESC LIMIT ${LATEST}) o WHERE ${NAMES}
    UNION SELECT o.id, o.channel_id, o.made_at, o.edits, o.summary FROM about a JOIN deliveries o ON o.id IN (a.edits, a.summary) WHERE ${NAMES}
    UNION SELECT o.id, o.channel_id, o.made_at, o.edits, o.summary FROM about a JOIN deliveries o ON o.replay_of = a.id WHERE ${NAMES}
    UNION SELECT o.id, o.channel_id, o.made_at, o.edits, o.summary FROM about a JOIN deliveries o INDEXED BY deliveries_to
      ON o.made_at = a.made_at AND o.channel_id = a.channel_id WHERE ${NAMES})
  SELECT ${COLUMNS} FROM about a CROSS JOIN deliveries d ON d.id = a.id
  WHERE (?2 IS NULL OR d.channel_id = ?2) AND ?3 IS ?3 AND ?6 IS ?6 AND d.seq < ?4
    AND EXISTS (SELECT 1 FROM json_each(d.items) i
      WHERE i.value ->> 'event' = ?1 AND coalesce((i.value ->> 'addedAt') <= d.sent_at, 1)
         OR i.value ->> 'update' = ?1 AND coalesce((i.value ->> 'updatedAt') <= d.sent_at, 1))
  ORDER BY d.seq DESC LIMIT ?5`;

function deliveryOf(row: Row): DeliveryRecord {
  const digestId = row["digest_id"] as string | null;
  const own = { ...read(row, ...LISTED), digestId };
  return row["orphaned"] === 1 ? { ...own, status: "suppressed", reason: "channel deleted", nextAttemptAt: null } : own;
}

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
