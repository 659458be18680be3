import type { IdPrefix } from "../../core/ids.ts";
import { ok, type Result } from "../../core/result.ts";
import type { DeliveryRecord } from "../browse/delivery-view.ts";
import { conflict, type Refusal } from "../../core/refusal.ts";

export interface ReplayDeps {
  /** Makes a new delivery of the same events, due at once; null while its channel is disabled or no more. */
  copy(of: string, id: string, now: number): Promise<DeliveryRecord | null>;
  /** Has what is due at this instant sent soon. */
  nudge(at: number): Promise<void>;
  newId(prefix: IdPrefix): string;
  now(): Promise<number>;
}

/** Sends again what a delivery told, as a new delivery. */
export async function replayDelivery(of: string, deps: ReplayDeps): Promise<Result<DeliveryRecord, Refusal>> {
  const now = await deps.now();
  const copy = await deps.copy(of, deps.newId("dlv"), now);
  if (copy === null) return conflict("The channel is disabled or deleted: nothing can be sent to it.");
  await deps.nudge(now);
  return ok(copy);
}
