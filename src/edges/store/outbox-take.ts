import type { Attempt } from "../../core/delivery.ts";
import type { Taken, TakenChannel, TakenDelivery } from "../../flows/deliver/outbox.ts";
import { UNHEARD } from "../../flows/deliver/verdict.ts";
import { openSettings } from "./channel-settings.ts";
import { eventOf } from "./event-row.ts";
import type { InFlight } from "./in-flight.ts";
import { reader, type Row } from "./row.ts";
import { channels } from "../../resources/channels/table.ts";
import { deliveries } from "./telling-schema.ts";
import type { Vault } from "./vault.ts";

/** The most of one channel in one run; the rest goes on in the next. */
const MOST_OF_A_CHANNEL = 60;

export interface TakeRules {
  /** A delivery that was claimed and not settled within this time, of ticks or by the clock, is tried again. */
  leaseMs: number;
  wallNow: () => number;
}

export interface Claim {
  now: number;
  most: number;
  complete: number | null;
  /** The same again finds what it has claimed already. */
  taker: string;
}

/**
 * The condition that the delivery `d` is due `at` a tick time: complete for its tick (`complete`) or no longer gathered,
 * and no edit whose message is still to be sent.
 */
export const due = (at: string, complete: string): string => `${ripe(at, complete)}
  AND NOT EXISTS (SELECT 1 FROM deliveries s WHERE s.id = d.edits AND s.status = 'pending')`;

const ripe = (at: string, complete: string): string => `d.status = 'pending' AND d.next_attempt_at <= ${at}
  AND (d.closed = 1 OR d.open_until <= ${at} OR d.made_at = ${complete})`;

const FREE = `(d.lease_until <= ?1 OR d.taker = ?3)
  AND NOT EXISTS (SELECT 1 FROM editions w WHERE w.id = d.edition AND w.content IS NULL)`;

// What the run ?3 may send at ?1: due, nobody else's, and no digest that is still to be written.
const SENDABLE = `${due("?1", "?2")} AND ${FREE}`;

// What the run ?1 has claimed until ?2, found among what is pending: what was told before may be a hundred times more.
const MINE = `WITH mine AS MATERIALIZED (SELECT id, edits FROM deliveries INDEXED BY deliveries_due
  WHERE taker = ?1 AND lease_until = ?2 AND status = 'pending')`;

/**
 * Claims what is due, with the edits that wait for it, and reads what it takes to say it: one D1 batch. Channels are
 * claimed too: one run at a time sends to a channel, so that its pace can be kept. A claim that nobody settled or freed
 * stands among the attempts: its message may have arrived.
 */
export async function take(
  db: D1Database,
  vault: Vault,
  inFlight: InFlight,
  { leaseMs, wallNow }: TakeRules,
  { now, most, complete, taker }: Claim,
): Promise<Taken> {
  const claimedAt = wallNow();
  const leaseUntil = now + leaseMs;
  const unheard: Attempt = { at: now, status: null, error: UNHEARD, durationMs: 0 };
  const bind = (sql: string) => db.prepare(sql).bind(taker, leaseUntil);
  const [, heads, riders, edited, events, senders, busy] = await db.batch<Row>([
    db
      .prepare(
        `UPDATE channels SET taker = ?3, lease_until = ?4 WHERE lease_until <= ?1 AND paused_until <= ?1
           AND id IN (SELECT d.channel_id FROM deliveries d WHERE ${SENDABLE})`,
      )
      .bind(now, complete, taker, leaseUntil),
    db
      .prepare(
        `UPDATE deliveries SET taker = ?3, lease_until = ?4, closed = 1,
           attempts = iif(lease_until > 0 AND taker IS NOT ?3, json_insert(attempts, '$[#]', json(?7)), attempts)
         WHERE seq IN (
           SELECT seq FROM (
             SELECT d.seq, row_number() OVER (PARTITION BY d.channel_id ORDER BY d.next_attempt_at, d.seq) AS place
             FROM deliveries d JOIN channels c ON c.id = d.channel_id AND c.taker = ?3 AND c.lease_until = ?4
             WHERE ${SENDABLE} AND d.id NOT IN (SELECT value FROM json_each(?6)))
           WHERE place <= ${MOST_OF_A_CHANNEL} ORDER BY place LIMIT ?5)
         RETURNING *`,
      )
      .bind(now, complete, taker, leaseUntil, most, JSON.stringify(inFlight.ids(claimedAt)), JSON.stringify(unheard)),
    bind(
      `${MINE} UPDATE deliveries SET taker = ?1, lease_until = ?2, closed = 1
       WHERE status = 'pending' AND edits IN (SELECT id FROM mine) RETURNING *`,
    ),
    bind(`${MINE} SELECT id, message_ref, items FROM deliveries WHERE id IN (SELECT edits FROM mine)`),
    bind(
      `${MINE}, told AS MATERIALIZED (SELECT id FROM mine UNION SELECT edits FROM mine)
       ${["event", "update"]
         .map(
           (line) => `SELECT e.* FROM told CROSS JOIN deliveries d ON d.id = told.id
             CROSS JOIN json_each(d.items) x CROSS JOIN events e ON e.id = x.value ->> '${line}'`,
         )
         .join(" UNION ALL ")}`,
    ),
    bind("SELECT * FROM channels WHERE taker = ?1 AND lease_until = ?2"),
    // An edit whose message another run is sending counts: it can follow in a moment.
    db
      .prepare(
        `SELECT EXISTS (SELECT 1 FROM deliveries d JOIN channels c ON c.id = d.channel_id
           WHERE ${ripe("?1", "?2")} AND ${FREE} AND c.lease_until > ?1 AND c.taker <> ?3) AS busy`,
      )
      .bind(now, complete, taker),
  ]);
  const editedOf = new Map(edited!.results.map((row) => [row["id"]!, row]));
  const taken = [...heads!.results, ...riders!.results].map((row) =>
    takenDelivery(row, editedOf.get(row["edits"] ?? "")),
  );
  inFlight.begin(
    taken.map(({ id }) => id),
    claimedAt + leaseMs,
  );
  const ofChannel = Map.groupBy(heads!.results, (row) => row["channel_id"]);
  return {
    taker,
    deliveries: taken,
    channels: await Promise.all(senders!.results.map((row) => takenChannel(row, db, vault))),
    events: new Map(events!.results.map((row) => [String(row["id"]), eventOf(row)])),
    more: heads!.results.length >= most || [...ofChannel.values()].some((rows) => rows.length >= MOST_OF_A_CHANNEL),
    busy: busy!.results[0]?.["busy"] === 1,
  };
}

/** Whether anything is due, for whomever: two rows where nothing is, of the some twenty that taking reads. */
export async function anyDue(db: D1Database, now: number, complete: number | null): Promise<boolean> {
  const row = await db
    .prepare(`SELECT EXISTS (SELECT 1 FROM deliveries d WHERE ${ripe("?1", "?2")}) AS due`)
    .bind(now, complete)
    .first<Row>();
  return row!["due"] === 1;
}

const readChannel = reader(channels);
const readDelivery = reader(deliveries);

async function takenChannel(row: Row, db: D1Database, vault: Vault): Promise<TakenChannel> {
  const { sealed, ...channel } = readChannel(
    row,
    "id",
    "updatedAt",
    "kind",
    "name",
    "enabled",
    "language",
    "pacedUntil",
    "failingSince",
    "sealed",
  );
  return { ...channel, settings: await openSettings(db, vault, { id: channel.id, sealed }) };
}

const takenDelivery = (row: Row, edited: Row | undefined): TakenDelivery => ({
  ...readDelivery(row, "id", "channelId", "items", "attempts", "madeAt", "edition", "board", "messageRef"),
  edits: edited === undefined ? null : readDelivery(edited, "id", "messageRef", "items"),
});
