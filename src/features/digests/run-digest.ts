import type { PreviewDigestDeps } from "./preview-digest.ts";
import type { IdPrefix } from "../../core/ids.ts";
import { ok, type Result } from "../../core/result.ts";
import type { Channel } from "../channels/resource/form.ts";
import type { DeliveryRecord } from "../messages/delivery-view.ts";
import type { Digest } from "./resource/digest.ts";
import { type DigestFacts, scopesOf } from "./message/digest.ts";
import { MAX_ORDERS, type IssueDeps } from "./edition/start-editions.ts";
import { periodUntil } from "./edition/period.ts";
import { writeEdition, type WriteDeps } from "./edition/write.ts";
import { conflict, type Refusal } from "../../core/refusal.ts";

export interface RunDigestDeps extends WriteDeps, Pick<IssueDeps, "issue" | "order" | "digestLists"> {
  channel(id: string): Promise<Channel | null>;
  delivery(id: string): Promise<DeliveryRecord | null>;
  /** Sends a wake-up for deliveries that are due at this instant. */
  wakeUp(at: number): Promise<void>;
  newId(prefix: IdPrefix): string;
  now(): Promise<number>;
}

export interface DigestPorts {
  digests: RunDigestDeps & PreviewDigestDeps;
}

/** What was started: the delivery of the first edition, and those of all, the first included. */
export interface DigestRun {
  delivery: DeliveryRecord;
  deliveries: { id: string; watchlistId: string | null }[];
}

/**
 * Creates and sends an additional edition now, or one for each watchlist. The digest's schedule is unchanged. The first
 * edition is written here, the others by separate invocations. `more` marks editions whose digest doesn't stay.
 */
export async function runDigest(
  digest: Digest,
  deps: RunDigestDeps,
  more: Pick<DigestFacts, "once"> = {},
): Promise<Result<DigestRun, Refusal>> {
  const channel = await deps.channel(digest.channelId);
  if (channel === null || !channel.enabled)
    return conflict("The channel is disabled or deleted: nothing can be sent to it.");
  const now = await deps.now();
  const editions = scopesOf(digest, digest.perWatchlist ? await deps.digestLists() : []).map(({ facts }) => {
    const deliveryId = deps.newId("dlv");
    const period = periodUntil(digest, now, facts.timezone);
    return { ...period, digest: { ...facts, ...more }, id: `${digest.id}/${deliveryId}`, deliveryId };
  });
  const [first, ...rest] = editions;
  if (first === undefined) return conflict("No watchlist has anything for the sections: there is nothing to send.");
  const { id: digestId, channelId } = digest;
  await deps.issue([{ digestId, channelId, was: null, next: null, editions }], now);
  // What is not ordered here is ordered by the next tick.
  for (const { id } of rest.slice(0, MAX_ORDERS)) await deps.order(id, now);
  await writeEdition(first.id, now, deps);
  await deps.wakeUp(now);
  const delivery = await deps.delivery(first.deliveryId);
  if (delivery === null) return conflict("The delivery was deleted by others at the same time.");
  const deliveries = editions.map(({ deliveryId, digest: { watchlistId } }) => ({ id: deliveryId, watchlistId }));
  return ok({ delivery, deliveries });
}
