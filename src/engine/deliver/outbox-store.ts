import type { ChannelChange, Division, Settled, Settlement } from "./outbox.ts";
import { coalesced } from "../../core/coalesce.ts";
import { idList } from "../../db/row.ts";
import type { InFlight } from "../poll/batch.ts";
import { follow } from "./follow-store.ts";
import { freeWaiting } from "./channel-store.ts";
import { jsonChunks } from "../../db/json-chunks.ts";
import { take, type TakeRules } from "./outbox-take.ts";
import { withRetries } from "../../db/retries.ts";
import type { Vault } from "../../db/vault.ts";
import type { DeliverDeps } from "./run.ts";

/** Due deliveries and the claims on them, in D1. */
type OutboxStore = Pick<DeliverDeps, "take" | "divide" | "settle" | "free" | "follow">;

export const outboxStore = (db: D1Database, vault: Vault, inFlight: InFlight, rules: TakeRules): OutboxStore => ({
  take: (now, max, complete) =>
    take(db, vault, inFlight, rules, { now, most: max, complete, taker: crypto.randomUUID() }),
  divide: (taker, division) => split(db, taker, division),
  settle: coalesced(MAX_TOGETHER, (all: Settled[]) => settleAll(db, inFlight, all)),
  free: (taker, ids) => free(db, inFlight, taker, ids),
  async follow(channel, settings) {
    const moved = await follow(db, vault, channel, settings, rules.wallNow());
    return moved === null ? null : { ...channel, ...moved };
  },
});

/** Creates the new parts, then shortens the deliveries that were split, in one idempotent step. */
async function split(db: D1Database, taker: string, { parts }: Division): Promise<void> {
  const owned = "d.taker = ?2 AND d.lease_until > 0 AND d.status = 'pending'";
  const texts = jsonChunks(parts).map(({ text }) => text);
  const make = `INSERT INTO deliveries (id, channel_id, status, items, made_at, open_until, closed, next_attempt_at, edits, replay_of)
    SELECT j.value ->> 'id', d.channel_id, 'pending', j.value -> 'items', d.made_at, d.open_until, 1, d.next_attempt_at,
      j.value ->> 'edits', d.replay_of
    FROM json_each(?1) j JOIN deliveries d ON d.id = j.value ->> 'of' AND ${owned}
    WHERE j.value ->> 'id' <> j.value ->> 'of' ON CONFLICT (id) DO NOTHING`;
  const cut = `UPDATE deliveries AS d SET items = j.value -> 'items', edits = j.value ->> 'edits'
    FROM json_each(?1) j WHERE d.id = j.value ->> 'id' AND ${owned}`;
  await withRetries(() =>
    db.batch([make, cut].flatMap((sql) => texts.map((text) => db.prepare(sql).bind(text, taker)))),
  );
}

/** Keeps the first and the latest attempts, so that an outage of weeks cannot fill a row. */
const BOUNDED_ATTEMPTS = `iif(json_array_length(attempts) >= 200, json_remove(attempts, '$[20]'), attempts)`;

/** The entry of ?1 for a row, by its id. A join with `json_each` would read each row four times. */
const OF_ROW = `(?1 -> ('$."' || id || '"'))`;

/** Outcomes of attempts that end at about the same time are written in one D1 batch of up to this size. */
const MAX_TOGETHER = 100;

/**
 * Records the outcomes of attempts, those of a run in one D1 batch. A delivery that is no longer pending is left alone.
 * So is one that another run has claimed since, unless it has been sent. If all tries fail, the lease has to expire.
 * Returns for each outcome the number of deliveries that it made due.
 */
async function settleAll(db: D1Database, inFlight: InFlight, all: Settled[]): Promise<number[]> {
  const released = new Map<Settled, number>();
  for (const [taker, own] of Map.groupBy(all, (one) => one.taker)) {
    const each = await settle(db, inFlight, taker, own);
    own.forEach((one, place) => released.set(one, each[place]!));
  }
  return all.map((one) => released.get(one)!);
}

async function settle(db: D1Database, inFlight: InFlight, taker: string, all: Settled[]): Promise<number[]> {
  const deliveries = all.flatMap((one) => one.deliveries);
  const statements = [settleDeliveries(db, taker, deliveries)];
  const updated = deliveries.flatMap((one) => one.updated ?? []);
  if (updated.length > 0) {
    statements.push(
      db
        .prepare(
          "UPDATE deliveries SET items = j.value -> 'items' FROM json_each(?1) j WHERE deliveries.id = j.value ->> 'of'",
        )
        .bind(JSON.stringify(updated)),
    );
  }
  const left: string[] = [];
  const freeing = new Map<number, number>();
  for (const [place, { channel, leaves, arrived, opened }] of all.entries()) {
    if (channel !== null) statements.push(changeChannel(db, channel, taker, leaves !== null));
    else if (leaves !== null) left.push(leaves);
    if (opened !== undefined) statements.push(rememberThread(db, opened));
    if (arrived !== null) freeing.set(place, statements.push(freeWaiting(db, arrived)) - 1);
  }
  if (left.length > 0) statements.push(leaveChannels(db, taker, left));
  try {
    const results = await withRetries(() => db.batch(statements));
    return all.map((_, place) => (freeing.has(place) ? results[freeing.get(place)!]!.meta.changes : 0));
  } finally {
    inFlight.end(deliveries.map(({ id }) => id));
  }
}

const settleDeliveries = (db: D1Database, taker: string, deliveries: Settlement[]): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE deliveries SET status = ${OF_ROW} ->> 'status', reason = ${OF_ROW} ->> 'reason', lease_until = 0,
         exchange = coalesce(nullif(${OF_ROW} -> 'exchange', 'null'), exchange),
         attempts = iif(${OF_ROW} -> 'attempt' = 'null', attempts,
           json_insert(${BOUNDED_ATTEMPTS}, '$[#]', json(${OF_ROW} -> 'attempt'))),
         next_attempt_at = ${OF_ROW} ->> 'nextAttemptAt', sent_at = ${OF_ROW} ->> 'sentAt',
         message_ref = coalesce(${OF_ROW} ->> 'messageRef', message_ref)
       WHERE id IN (${idList(deliveries.map(({ id }) => id))}) AND status = 'pending'
         AND (taker = ?2 AND lease_until > 0 OR ${OF_ROW} ->> 'status' = 'sent')`,
    )
    .bind(JSON.stringify(Object.fromEntries(deliveries.map((one) => [one.id, one]))), taker);

/** Limit on the threads stored for a channel, about 250 kB. Beyond, all are forgotten and creators get new ones. */
const MAX_THREADS = 5000;

const rememberThread = (
  db: D1Database,
  { channelId, target, thread }: NonNullable<Settled["opened"]>,
): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE channels SET threads = json_patch(iif(threads IS NULL
         OR (SELECT count(*) FROM json_each(threads)) >= ${MAX_THREADS}, '{}', threads), json_object(?2, ?3)) WHERE id = ?1`,
    )
    .bind(channelId, target, thread);

/**
 * Updates a channel after attempts. If people have changed it meanwhile, only its lease is released, because the
 * attempts used the earlier settings.
 */
const changeChannel = (db: D1Database, change: ChannelChange, taker: string, leave: boolean): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE channels SET lease_until = iif(?7 AND taker = ?8, 0, lease_until),
         paused_until = iif(updated_at = ?6, max(paused_until, coalesce(?2, 0)), paused_until),
         pauses = iif(updated_at = ?6, ?12, pauses),
         paced_until = iif(updated_at = ?6, coalesce(?3, paced_until), paced_until),
         enabled = iif(updated_at <> ?6, enabled, iif(?4 IS NOT NULL, 0, enabled OR ?11)),
         disabled_reason = iif(updated_at <> ?6, disabled_reason, iif(?11, NULL, coalesce(disabled_reason, ?4))),
         failing_since = iif(updated_at = ?6, ?5, failing_since),
         failure = iif(updated_at = ?6, ?9, failure),
         recovered_at = iif(updated_at = ?6, ?10, recovered_at),
         revision = revision + iif(updated_at = ?6 AND (?4 IS NOT NULL OR ?11), 1, 0)
       WHERE id = ?1`,
    )
    .bind(
      change.id,
      change.pausedUntil,
      change.pacedUntil,
      change.disabledReason,
      change.failingSince,
      change.updatedAt,
      leave ? 1 : 0,
      taker,
      change.failure === null ? null : JSON.stringify(change.failure),
      change.recoveredAt,
      change.enabledAgain ? 1 : 0,
      change.pauses === null ? null : JSON.stringify(change.pauses),
    );

/** Releases the leases on these channels, or (null) on all that the run holds. */
const leaveChannels = (db: D1Database, taker: string, ids: string[] | null): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE channels SET lease_until = 0 WHERE taker = ?1 AND lease_until > 0 ${ids === null ? "" : `AND id IN (${idList(ids)})`}`,
    )
    .bind(taker);

/** Releases deliveries that the run has not tried, and its channels. */
async function free(db: D1Database, inFlight: InFlight, taker: string, ids: string[]): Promise<void> {
  inFlight.end(ids);
  const deliveries = db
    .prepare(
      `UPDATE deliveries SET lease_until = 0
       WHERE id IN (SELECT value FROM json_each(?2)) AND taker = ?1 AND status = 'pending'`,
    )
    .bind(taker, JSON.stringify(ids));
  await withRetries(() => db.batch([deliveries, leaveChannels(db, taker, null)]));
}
