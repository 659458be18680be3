import type { IdPrefix } from "../../core/ids.ts";
import { ok, type Result } from "../../core/result.ts";
import type { Channel } from "../../resources/channels/form.ts";
import type { DeliveryRecord } from "../browse/delivery-view.ts";
import type { Digest } from "../../resources/digests/digest.ts";
import { factsOf } from "../digest/digest.ts";
import type { IssueDeps } from "../digest/issue.ts";
import { periodUntil } from "../digest/period.ts";
import { writeEdition, type WriteDeps } from "../digest/write.ts";
import { conflict, type Refusal } from "../../core/refusal.ts";

export interface RunDigestDeps extends WriteDeps, Pick<IssueDeps, "issue"> {
  channel(id: string): Promise<Channel | null>;
  delivery(id: string): Promise<DeliveryRecord | null>;
  /** Has what is due at this instant sent soon. */
  nudge(at: number): Promise<void>;
  newId(prefix: IdPrefix): string;
  now(): Promise<number>;
}

/** Makes an edition now, out of turn, and has it sent; the digest's times stay as they are. */
export async function runDigest(digest: Digest, deps: RunDigestDeps): Promise<Result<DeliveryRecord, Refusal>> {
  const channel = await deps.channel(digest.channelId);
  if (channel === null || !channel.enabled)
    return conflict("The channel is disabled or deleted: nothing can be sent to it.");
  const now = await deps.now();
  const deliveryId = deps.newId("dlv");
  const id = `${digest.id}/${deliveryId}`;
  const edition = { ...periodUntil(digest, now), id, deliveryId };
  const { id: digestId, channelId } = digest;
  await deps.issue([{ digestId, channelId, digest: factsOf(digest), was: null, next: null, editions: [edition] }], now);
  await writeEdition(id, now, deps);
  await deps.nudge(now);
  const delivery = await deps.delivery(deliveryId);
  return delivery === null ? conflict("The delivery was deleted by others at the same time.") : ok(delivery);
}
