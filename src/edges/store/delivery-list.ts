import type { DeliveryRecord } from "../../flows/browse/delivery-view.ts";
import type { DeliveryFilter } from "../../flows/browse/filters.ts";
import { countWithin, listed, type Listed, type Page, type SeqKey } from "../../flows/browse/page.ts";
import { columnsBut, reader, type Row } from "./row.ts";
import { deliveries } from "./telling-schema.ts";

/** As many of the latest are looked through for an event, whenever it was found. */
const LATEST = 200;

/** As many of a channel are looked through for a page of those of a status. */
const LOOKED_THROUGH = 300;

const read = reader(deliveries);
const LISTED = columnsBut(deliveries, "exchange");

/** Nobody will send it: its channel was deleted. The next tick suppresses it. */
const ORPHANED = `((d.status = 'pending' OR d.status = 'held' AND d.summary IS NULL)
  AND NOT EXISTS (SELECT 1 FROM channels c WHERE c.id = d.channel_id))`;

// An edition's id begins with its digest's.
const COLUMNS = `d.*, ${ORPHANED} AS orphaned, substr(d.edition, 1, instr(d.edition, '/') - 1) AS digest_id`;

/** One delivery with what was sent last and what came back; null for none. */
export async function findDelivery(db: D1Database, id: string): Promise<DeliveryRecord | null> {
  const row = await db.prepare(`SELECT ${COLUMNS} FROM deliveries d WHERE d.id = ?1`).bind(id).first<Row>();
  return row === null ? null : { ...deliveryOf(row), ...read(row, "exchange") };
}

/**
 * A page of deliveries, newest first: indexes lead to them. Of a status and a channel, or of messages that tell of hundreds, it may have
 * fewer than `limit`, and goes on.
 */
export async function listDeliveries(
  db: D1Database,
  filter: DeliveryFilter,
  { limit, after }: Page<SeqKey>,
): Promise<Listed<DeliveryRecord, SeqKey>> {
  const { eventId, channelId, status } = filter;
  const before = after === null ? Number.MAX_SAFE_INTEGER : after[0];
  const both = channelId !== undefined && status !== undefined;
  const max = both ? Math.max(limit + 1, LOOKED_THROUGH) : limit + 1;
  const { results } = await db
    .prepare(
      eventId === undefined
        ? `SELECT ${COLUMNS} FROM deliveries d WHERE ${leadOf(filter)} AND ?1 IS ?1 AND ?2 IS ?2 AND ?3 IS ?3 AND d.seq < ?4
           ORDER BY d.seq DESC LIMIT ?5`
        : OF_EVENT,
    )
    .bind(eventId ?? null, channelId ?? null, status ?? null, before, max)
    .all<Row>();
  const fitting = results
    .map((row) => ({ seq: Number(row["seq"]), chars: charsOf(row), delivery: deliveryOf(row) }))
    .filter(({ delivery }) => status === undefined || delivery.status === status);
  const { items, next } = listed(
    fitting,
    countWithin(fitting, limit, ({ chars }) => chars),
    (one) => one.delivery,
    ({ seq }): SeqKey => [seq],
  );
  const goesOn = next === null && results.length === max;
  return { items, next: goesOn ? [Number(results.at(-1)!["seq"])] : next };
}

/** An event that a message tells of stands in its items once, and twice in what is shown. */
const charsOf = (row: Row): number => 2 * String(row["items"]).length + String(row["attempts"]).length;

/** What an index leads to, in the order of the list. */
const leadOf = ({ channelId, status }: DeliveryFilter): string =>
  channelId !== undefined ? "d.channel_id = ?2" : status !== undefined ? "(d.status || '') = ?3" : "true";

// An event's id is random enough to be found as text.
const NAMES = "instr(o.items, json_quote(?1)) > 0";

/**
 * The deliveries of an event: those that were made when it was found and those among the latest, their parts, the messages that they edit, the summaries
 * that told what they held, and what repeats any of them. What an edit brought in later is told by that delivery.
 */
const OF_EVENT = `
  WITH RECURSIVE about (id, channel_id, made_at, edits, summary) AS (
    SELECT o.id, o.channel_id, o.made_at, o.edits, o.summary FROM events e JOIN deliveries o ON o.made_at = e.detected_at
      WHERE e.id = ?1 AND ${NAMES}
    UNION SELECT o.id, o.channel_id, o.made_at, o.edits, o.summary
      FROM (SELECT * FROM deliveries ORDER BY seq DESC LIMIT ${LATEST}) o WHERE ${NAMES}
    UNION SELECT o.id, o.channel_id, o.made_at, o.edits, o.summary FROM about a JOIN deliveries o ON o.id IN (a.edits, a.summary) WHERE ${NAMES}
    UNION SELECT o.id, o.channel_id, o.made_at, o.edits, o.summary FROM about a JOIN deliveries o ON o.replay_of = a.id WHERE ${NAMES}
    UNION SELECT o.id, o.channel_id, o.made_at, o.edits, o.summary FROM about a
      JOIN deliveries o ON o.channel_id = a.channel_id AND o.made_at = a.made_at WHERE ${NAMES})
  SELECT ${COLUMNS} FROM about a CROSS JOIN deliveries d ON d.id = a.id
  WHERE (?2 IS NULL OR d.channel_id = ?2) AND ?3 IS ?3 AND d.seq < ?4
    AND EXISTS (SELECT 1 FROM json_each(d.items) i
      WHERE i.value ->> 'event' = ?1 AND coalesce((i.value ->> 'addedAt') <= d.sent_at, 1)
         OR i.value ->> 'update' = ?1 AND coalesce((i.value ->> 'updatedAt') <= d.sent_at, 1))
  ORDER BY d.seq DESC LIMIT ?5`;

function deliveryOf(row: Row): DeliveryRecord {
  const digestId = row["digest_id"] as string | null;
  const own = { ...read(row, ...LISTED), digestId };
  return row["orphaned"] === 1 ? { ...own, status: "suppressed", reason: "channel deleted", nextAttemptAt: null } : own;
}
