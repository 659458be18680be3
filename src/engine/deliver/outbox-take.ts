import { channelKinds } from "../../channels/registry.ts";
import type { Language } from "../../core/language.ts";
import type { Attempt } from "../../core/delivery.ts";
import { chunksOf } from "../../core/concurrency.ts";
import type { Taken, TakenChannel, TakenDelivery } from "./outbox.ts";
import { UNHEARD } from "./verdict.ts";
import { openSettings } from "./channel-store.ts";
import { eventOf } from "../route/event-row.ts";
import type { InFlight } from "../poll/batch.ts";
import { dueList, SENDABLE, type Claim, type DueList } from "./outbox-due.ts";
import { withRetries } from "../../db/retries.ts";
import { idList, idRows, isId, reader, type Row } from "../../db/row.ts";
import { channels } from "../../features/channels/resource/table.ts";
import { deliveries } from "../schema/delivery-schema.ts";
import { unfold } from "./unfold.ts";
import type { Vault } from "../../db/vault.ts";

export interface TakeRules {
  /** A delivery that was claimed but has no outcome after this time, in ticks or wall clock, is tried again. */
  leaseMs: number;
  /** The language of channels without one if the environment sets it; otherwise the team's. */
  language?: Language | null;
  wallNow: () => number;
}

/**
 * For each delivery that a run may send, it creates this many of the folded ones. All exist long before the last is sent.
 */
const CREATED_FOR_EACH = 4;

/** A process with this many deliveries in flight claims no more, because a statement lists them all. */
const MAX_IN_FLIGHT = 2000;

/** Number of events that one statement reads. */
const EVENTS_A_STATEMENT = 2000;

/**
 * Claims due deliveries and the edits that wait for them, and reads everything needed to send them. Due deliveries are
 * listed first, which reads one row if there are none; the rest is found by id. Channels are claimed too: only one run
 * at a time sends to a channel, so that its pace can be kept. An expired claim without an outcome counts as an attempt,
 * because its message may have arrived.
 */
export async function take(
  db: D1Database,
  vault: Vault,
  inFlight: InFlight,
  { leaseMs, wallNow, language = null }: TakeRules,
  claim: Claim,
): Promise<Taken> {
  const claimedAt = wallNow();
  const { taker } = claim;
  const aside = inFlight.ids(claimedAt);
  if (aside.length >= MAX_IN_FLIGHT)
    return { taker, deliveries: [], channels: [], events: new Map(), more: false, busy: true };
  let list = await withRetries(() => dueList(db, claim, aside, null));
  if (list.folded) {
    const still = await unfold(db, CREATED_FOR_EACH * claim.most);
    list = await withRetries(() => dueList(db, claim, aside, still));
    list.more ||= still !== null;
  }
  const { more, busy } = list;
  if (list.seqs.length === 0) return { taker, deliveries: [], channels: [], events: new Map(), more, busy };
  const { senders, heads } = await claimed(db, claim, leaseMs, list);
  const { riders: followUps, edited, events } = await claimEdits(db, heads, taker);
  const editedOf = new Map([...heads, ...edited].map((row) => [row["id"]!, row]));
  const taken = [...heads, ...followUps].map((row) => takenDelivery(row, editedOf.get(row["edits"] ?? "")));
  inFlight.begin(
    taken.map(({ id }) => id),
    claimedAt + leaseMs,
  );
  return {
    taker,
    deliveries: taken,
    channels: await Promise.all(senders.map((row) => takenChannel(row, language, db, vault))),
    events: new Map(events.map((row) => [String(row["id"]), eventOf(row)])),
    more,
    // Another run was faster. It will look for more, but may have looked already.
    busy: busy || senders.length < list.channels.length,
  };
}

/** Runs an idempotent batch with retries. */
const batched = (db: D1Database, statements: D1PreparedStatement[]): Promise<D1Result<Row>[]> =>
  withRetries(() => db.batch<Row>(statements));

/** The lease starts at the latest tick, because a run can go on long after its own. */
const LEASE_UNTIL = "(SELECT max(?1, last_tick_at) + CAST(?4 AS INTEGER) FROM ticker WHERE id = 1)";

/** Kinds of channels whose chats are linked one by one. */
const LINKED_ALONE = Object.values(channelKinds)
  .filter(({ chatAddress }) => chatAddress !== undefined)
  .map(({ kind }) => `'${kind}'`)
  .join();

/** Claims the channels, and those of the listed deliveries that are still due. */
async function claimed(
  db: D1Database,
  { now, complete, taker }: Claim,
  leaseMs: number,
  { seqs, channels: ids }: DueList,
): Promise<{ senders: Row[]; heads: Row[] }> {
  const unheard: Attempt = { at: now, status: null, error: UNHEARD, durationMs: 0 };
  const [senders, heads] = await batched(db, [
    db
      .prepare(
        `UPDATE channels SET taker = ?3, lease_until = ${LEASE_UNTIL}
         WHERE id IN (${idList(ids)}) AND (lease_until <= ?1 OR taker = ?3) AND paused_until <= ?1 AND ?2 IS ?2
         RETURNING *, (SELECT language FROM ticker WHERE id = 1) AS team_language,
           iif(kind IN (${LINKED_ALONE}), (SELECT json_group_array(address) FROM chats
             WHERE address > kind || ':' AND address < kind || ';'), '[]') AS linked`,
      )
      .bind(now, complete, taker, leaseMs),
    db
      .prepare(
        `UPDATE deliveries AS d SET taker = ?3, lease_until = ${LEASE_UNTIL}, closed = 1,
           attempts = iif(lease_until > 0 AND taker IS NOT ?3, json_insert(attempts, '$[#]', json(?5)), attempts)
         WHERE seq IN (${seqs.join()}) AND ${SENDABLE}
           AND EXISTS (SELECT 1 FROM channels c WHERE c.id = d.channel_id AND c.taker = ?3 AND c.lease_until >= ${LEASE_UNTIL})
         RETURNING *`,
      )
      .bind(now, complete, taker, leaseMs, JSON.stringify(unheard)),
  ]);
  return { senders: senders!.results, heads: heads!.results.toSorted(asCreated) };
}

/** Sorts by creation. Folded deliveries are stored after others that were created later. */
const asCreated = (one: Row, other: Row): number =>
  Number(one["made_at"]) - Number(other["made_at"]) || Number(one["seq"]) - Number(other["seq"]);

/** Claims the edits that wait for these deliveries. Also reads the deliveries that they edit and the events of all. */
async function claimEdits(
  db: D1Database,
  heads: Row[],
  taker: string,
): Promise<Record<"riders" | "edited" | "events", Row[]>> {
  if (heads.length === 0) return { riders: [], edited: [], events: [] };
  const ids = heads.map((row) => String(row["id"]));
  const edits = heads.flatMap((row) => (row["edits"] === null ? [] : String(row["edits"])));
  const notified = eventsNotified(heads);
  const leaseUntil = heads[0]!["lease_until"];
  const [followUps, edited, ...first] = await batched(db, [
    db
      .prepare(
        `UPDATE deliveries SET taker = ?1, lease_until = ?2, closed = 1
         WHERE status = 'pending' AND edits IN (${idList(ids)}) RETURNING *`,
      )
      .bind(taker, leaseUntil),
    db.prepare(
      `SELECT d.id, d.message_ref, d.items FROM (${idRows(edits)}) w CROSS JOIN deliveries d ON d.id = w.column1`,
    ),
    ...eventsBy(db, [...notified]),
  ]);
  const rest = [...followUps!.results, ...edited!.results];
  const beyond = eventsBy(
    db,
    [...eventsNotified(rest)].filter((id) => !notified.has(id)),
  );
  const second = beyond.length === 0 ? [] : await batched(db, beyond);
  const events = [...first, ...second].flatMap(({ results }) => results);
  return { riders: followUps!.results, edited: edited!.results, events };
}

/** The events in the items of these deliveries. */
const eventsNotified = (rows: Row[]): Set<string> =>
  new Set(
    rows
      .flatMap((row) => readDelivery(row, "items").items)
      .flatMap(({ event, update }) => (update === undefined ? event : [event, update]))
      .filter(isId),
  );

const eventsBy = (db: D1Database, ids: string[]): D1PreparedStatement[] =>
  chunksOf(ids, EVENTS_A_STATEMENT).map((some) =>
    db.prepare(`SELECT e.* FROM (${idRows(some)}) w CROSS JOIN events e ON e.id = w.column1`),
  );

const readChannel = reader(channels);
const readDelivery = reader(deliveries);

async function takenChannel(row: Row, usual: Language | null, db: D1Database, vault: Vault): Promise<TakenChannel> {
  const { sealed, ...channel } = readChannel(
    row,
    "id",
    "updatedAt",
    "kind",
    "name",
    "enabled",
    "disabledReason",
    "language",
    "pauses",
    "pacedUntil",
    "failingSince",
    "failure",
    "recoveredAt",
    "threads",
    "sealed",
  );
  const language = channel.language ?? usual ?? (row["team_language"] as Language | null);
  const linked = JSON.parse(String(row["linked"] ?? "[]")) as string[];
  return { ...channel, language, linked, settings: await openSettings(db, vault, { id: channel.id, sealed }) };
}

const takenDelivery = (row: Row, edited: Row | undefined): TakenDelivery => ({
  ...readDelivery(row, "id", "channelId", "items", "attempts", "madeAt", "edition", "board", "messageRef"),
  edits: edited === undefined ? null : readDelivery(edited, "id", "messageRef", "items"),
});
