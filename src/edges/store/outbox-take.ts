import type { Attempt, DeliveryItem } from "../../core/delivery.ts";
import type { Taken, TakenChannel, TakenDelivery } from "../../flows/deliver/outbox.ts";
import { UNHEARD } from "../../flows/deliver/settle.ts";
import { openSettings } from "./channel-settings.ts";
import { eventOf } from "./event-row.ts";
import type { InFlight } from "./in-flight.ts";
import type { Vault } from "./vault.ts";

type Row = Record<string, string | number | null>;

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

// What the run ?3 may send at ?1 (tick time): due, not being sent, complete for its tick (?2) or no longer gathered, not
// an edit whose message is still to be sent, and not a digest that is still to be written.
const DUE = `d.status = 'pending' AND d.next_attempt_at <= ?1 AND (d.lease_until <= ?1 OR d.taker = ?3)
  AND (d.closed = 1 OR d.open_until <= ?1 OR d.made_at = ?2)
  AND NOT EXISTS (SELECT 1 FROM deliveries s WHERE s.id = d.edits AND s.status = 'pending')
  AND NOT EXISTS (SELECT 1 FROM editions w WHERE w.id = d.edition AND w.content IS NULL)`;

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
  const mine = "(SELECT id FROM deliveries WHERE taker = ?1 AND lease_until = ?2 AND status = 'pending')";
  const bind = (sql: string) => db.prepare(sql).bind(taker, leaseUntil);
  const [, heads, riders, told, events, channels, busy] = await db.batch<Row>([
    db
      .prepare(
        `UPDATE channels SET taker = ?3, lease_until = ?4 WHERE lease_until <= ?1 AND paused_until <= ?1
           AND id IN (SELECT d.channel_id FROM deliveries d WHERE ${DUE})`,
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
             WHERE ${DUE} AND d.id NOT IN (SELECT value FROM json_each(?6)))
           WHERE place <= ${MOST_OF_A_CHANNEL} ORDER BY place LIMIT ?5)
         RETURNING *`,
      )
      .bind(now, complete, taker, leaseUntil, most, JSON.stringify(inFlight.ids(claimedAt)), JSON.stringify(unheard)),
    bind(
      `UPDATE deliveries SET taker = ?1, lease_until = ?2, closed = 1
       WHERE status = 'pending' AND edits IN ${mine} RETURNING *`,
    ),
    bind(
      `SELECT id, message_ref, items FROM deliveries WHERE id IN (SELECT edits FROM deliveries WHERE id IN ${mine})`,
    ),
    bind(
      `SELECT e.* FROM events e WHERE e.id IN (
         SELECT x.value ->> 'event' FROM deliveries d, json_each(d.items) x WHERE d.id IN ${mine}
            OR d.id IN (SELECT edits FROM deliveries WHERE id IN ${mine})
         UNION SELECT x.value ->> 'update' FROM deliveries d, json_each(d.items) x
          WHERE d.id IN ${mine} OR d.id IN (SELECT edits FROM deliveries WHERE id IN ${mine}))`,
    ),
    bind("SELECT * FROM channels WHERE taker = ?1 AND lease_until = ?2"),
    db
      .prepare(
        `SELECT EXISTS (SELECT 1 FROM deliveries d JOIN channels c ON c.id = d.channel_id
           WHERE ${DUE} AND c.lease_until > ?1 AND c.taker <> ?3) AS busy`,
      )
      .bind(now, complete, taker),
  ]);
  const toldOf = new Map(told!.results.map((row) => [row["id"], row]));
  const deliveries = [...heads!.results, ...riders!.results].map((row) => takenDelivery(row, toldOf));
  inFlight.begin(
    deliveries.map(({ id }) => id),
    claimedAt + leaseMs,
  );
  const ofChannel = Map.groupBy(heads!.results, (row) => row["channel_id"]);
  return {
    taker,
    deliveries,
    channels: await Promise.all(channels!.results.map((row) => takenChannel(row, db, vault))),
    events: new Map(events!.results.map((row) => [String(row["id"]), eventOf(row)])),
    more: heads!.results.length >= most || [...ofChannel.values()].some((rows) => rows.length >= MOST_OF_A_CHANNEL),
    busy: busy!.results[0]?.["busy"] === 1,
  };
}

const takenChannel = async (row: Row, db: D1Database, vault: Vault): Promise<TakenChannel> => ({
  id: String(row["id"]),
  updatedAt: Number(row["updated_at"]),
  kind: String(row["kind"]),
  name: String(row["name"]),
  enabled: row["enabled"] === 1,
  pacedUntil: Number(row["paced_until"]),
  failingSince: row["failing_since"] === null ? null : Number(row["failing_since"]),
  settings: await openSettings(db, vault, { id: String(row["id"]), sealed: String(row["sealed"]) }),
});

function takenDelivery(row: Row, toldOf: Map<unknown, Row>): TakenDelivery {
  const told = toldOf.get(row["edits"]);
  return {
    id: String(row["id"]),
    channelId: String(row["channel_id"]),
    items: JSON.parse(String(row["items"])) as DeliveryItem[],
    attempts: JSON.parse(String(row["attempts"])) as TakenDelivery["attempts"],
    madeAt: Number(row["made_at"]),
    edition: row["edition"] as string | null,
    edits:
      told === undefined
        ? null
        : {
            id: String(told["id"]),
            messageRef: told["message_ref"] as string | null,
            items: JSON.parse(String(told["items"])) as DeliveryItem[],
          },
  };
}
