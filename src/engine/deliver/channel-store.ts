import { MOST_PENDING } from "../../core/delivery.ts";
import type { Json } from "../../core/json.ts";
import type { Vault } from "../../db/vault.ts";
import { placeOf } from "../../features/channels/resource/settings.ts";
import { storeRenewed, reencrypted, sealedSettingsOf } from "../upstream/encrypted-store.ts";
import type { Settled } from "./outbox.ts";
import type { FailingChannel } from "../../core/channel-failure.ts";
import type { ChannelWatchDeps } from "../self-monitor/watch-channels.ts";
import { channels } from "../../features/channels/resource/table.ts";
import type { Route } from "../../core/pauses.ts";
import { IS_EDIT } from "./outbox-due.ts";
import { reader, type Row } from "../../db/row.ts";

// Deliveries that wait at channels, and channels whose messages fail.

interface SealedChannel {
  id: string;
  sealed: string;
}

/**
 * Decrypts the settings of a channel; null if no key opens them. Settings encrypted with an earlier key are encrypted
 * again with the first.
 */
export async function openSettings(db: D1Database, vault: Vault, { id, sealed }: SealedChannel): Promise<Json> {
  const settings = await vault.open(sealed, placeOf(id));
  if (settings !== null && !vault.fresh(sealed)) await renew(db, vault, [{ id, sealed }]);
  return settings;
}

/**
 * Decrypts a stored value; null if no key opens it. Channel settings are encrypted again with the first key if needed.
 */
export async function openStored(db: D1Database, vault: Vault, sealed: string, place: string): Promise<Json> {
  const value = await vault.open(sealed, place);
  const id = /^channels\/([^/]+)\/sealed$/.exec(place)?.[1];
  if (value !== null && id !== undefined && !vault.fresh(sealed)) await renew(db, vault, [{ id, sealed }]);
  return value;
}

/** Replaces only the values that were read: settings that have changed since are left alone. */
async function renew(db: D1Database, vault: Vault, channels: SealedChannel[]): Promise<void> {
  const { renewed } = await reencrypted(vault, channels.map(sealedSettingsOf));
  await storeRenewed(db, renewed);
}

/** A delivery with this many failed attempts may itself be the cause, so it is tried at most every ten minutes. */
const OFTEN = 150;
const PROBED_EVERY_MS = 600_000;

const FREE_AT = `max(?2, iif(json_array_length(attempts) < ${OFTEN}, 0, attempts ->> '$[#-1].at' + ${PROBED_EVERY_MS}))`;

/**
 * Makes everything that waits at a channel due, because a message has arrived there. Uses the index of pending rows.
 */
export const freeWaiting = (db: D1Database, { channelId, at }: NonNullable<Settled["arrived"]>): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE deliveries INDEXED BY deliveries_waiting SET next_attempt_at = ${FREE_AT}
       WHERE status = 'pending' AND next_attempt_at > ?2 AND channel_id = ?1 AND next_attempt_at > ${FREE_AT}`,
    )
    .bind(channelId, at);

/** A channel that has failed for longer is probed every ten minutes, a newer failure whenever a tick requests it. */
const HASTENED_MS = 2 * 3_600_000;

/** Attempts that are no further apart than this need no extra probe. */
const RETRIED_WITHIN_MS = 60_000;

// An attempt in the future came from an API call whose clock is ahead of the ticks. It does not count.
const IS_YOUNG = `c.failing_since > ?1 - ${HASTENED_MS}`;
const PROBED = `SELECT c.id, iif(${IS_YOUNG}, ?2, ?3) AS since, iif(${IS_YOUNG}, ${RETRIED_WITHIN_MS}, ${PROBED_EVERY_MS}) AS apart,
    c.failure ->> 'triedAt' AS tried, c.pauses
  FROM channels c INDEXED BY channels_failing
  WHERE c.failure IS NOT NULL AND c.failing_since IS NOT NULL AND c.paused_until <= ?1 AND c.failure ->> 'failed'
    AND (c.failure ->> 'triedAt' < iif(${IS_YOUNG}, ?2, ?3) OR c.failure ->> 'triedAt' > ?1)`;

/** Whether the destination limits requests of this route now. */
const isPaused = (route: Route): string =>
  `max(coalesce(p.pauses ->> '$.${route}', 0), coalesce(p.pauses ->> '$."${route}/"', 0)) > ?1`;

/**
 * Makes one message of each failing channel due, unless the destination limits it: the one with the fewest attempts. This applies if the channel was last
 * tried before `since` (`longSince` if it has failed for over two hours) and no other attempt is near.
 */
export async function retryNow(db: D1Database, now: number, since: number, longSince: number): Promise<void> {
  await db
    .prepare(
      `WITH probed AS MATERIALIZED (${PROBED})
       UPDATE deliveries SET next_attempt_at = ?1 WHERE seq IN (
         SELECT seq FROM (
           SELECT d.seq, p.apart, p.tried,
             row_number() OVER (PARTITION BY d.channel_id ORDER BY json_array_length(d.attempts), d.seq) AS place,
             min(d.next_attempt_at) OVER (PARTITION BY d.channel_id) AS soonest
           FROM probed p CROSS JOIN deliveries d INDEXED BY deliveries_waiting ON d.channel_id = p.id
           WHERE EXISTS (SELECT 1 FROM probed) AND d.status = 'pending' AND d.next_attempt_at > ?1
             AND NOT iif(${IS_EDIT}, ${isPaused("edit")}, ${isPaused("post")})
             AND NOT EXISTS (SELECT 1 FROM deliveries s WHERE s.id = d.edits AND s.status = 'pending'))
         WHERE place = 1 AND (tried > ?1 OR soonest - tried > apart))`,
    )
    .bind(now, since, longSince)
    .run();
}

const readChannel = reader(channels);

/** Limit on the failing channels that are listed individually. */
const MAX_UNREACHED = 9;

/** The failing channels as one JSON value of a statement. */
export const UNREACHED = `(SELECT json_group_array(json_object('id', id, 'kind', kind, 'name', name,
    'failingSince', failing_since, 'failure', json(failure)))
  FROM (SELECT * FROM channels WHERE failure IS NOT NULL LIMIT ${MAX_UNREACHED}))`;

export const unreachedIn = (row: Row): FailingChannel[] => JSON.parse(String(row["unreached"])) as FailingChannel[];

const waitingDue = (
  channelId: string,
): string => `UPDATE deliveries INDEXED BY deliveries_waiting SET next_attempt_at = made_at
  WHERE status = 'pending' AND channel_id = ${channelId} AND next_attempt_at > made_at`;

/** Makes everything that waits at the channel ?1 due, because a message to it is sent again. */
export const WAITING_DUE = waitingDue("?1");

/** The same for the channel of the delivery ?1. */
export const WAITING_DUE_WITH = waitingDue("(SELECT channel_id FROM deliveries WHERE id = ?1)");

const pendingUpTo = (most: number): string =>
  `(SELECT count(*) FROM (SELECT 1 FROM deliveries INDEXED BY deliveries_due WHERE status = 'pending' LIMIT ${most}))`;

/** The number of pending deliveries, at most `MOST_PENDING`. */
export const PENDING = pendingUpTo(MOST_PENDING);

/** With fewer pending deliveries, each tick counts those of failing channels. Otherwise only `recount` does. */
const MAX_COUNTED = 1000;

const TROUBLED = `
  WITH troubled AS MATERIALIZED (SELECT * FROM channels INDEXED BY channels_failing WHERE failure IS NOT NULL),
    counted AS MATERIALIZED (SELECT ?1 OR ${pendingUpTo(MAX_COUNTED)} < ${MAX_COUNTED} AS yes),
    waiting AS MATERIALIZED (SELECT channel_id, count(*) AS n FROM deliveries INDEXED BY deliveries_waiting
      WHERE (SELECT yes FROM counted) AND status = 'pending' AND channel_id IN (SELECT id FROM troubled) GROUP BY channel_id)
  SELECT t.*, iif((SELECT yes FROM counted), coalesce((SELECT n FROM waiting WHERE channel_id = t.id), 0), NULL) AS waits
  FROM troubled t ORDER BY t.created_at, t.id`;

/** The failing channels and how many deliveries wait at each, in D1. */
export const channelWatchStore = (db: D1Database): ChannelWatchDeps => ({
  async troubled(recount) {
    const { results } = await db
      .prepare(TROUBLED)
      .bind(recount ? 1 : 0)
      .all<Row>();
    return results.map((row) => ({
      ...readChannel(row, "id", "name", "kind", "failingSince"),
      failure: readChannel(row, "failure").failure!,
      waiting: row["waits"] === null ? null : Number(row["waits"]),
    }));
  },

  async keepReports(reports) {
    // Replaces only what was read: an attempt since then has newer information.
    const rows = reports.map(({ id, before, after }) => ({ id, before: JSON.stringify(before), after }));
    await db
      .prepare(
        `UPDATE channels SET failure = nullif(j.value -> 'after', 'null'),
           failing_since = iif(j.value -> 'after' = 'null', NULL, failing_since) FROM json_each(?1) j
         WHERE channels.id = j.value ->> 'id' AND channels.failure = j.value ->> 'before'`,
      )
      .bind(JSON.stringify(rows))
      .run();
  },
});
