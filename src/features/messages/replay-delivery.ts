import type { IdPrefix } from "../../core/ids.ts";
import { ok, type Result } from "../../core/result.ts";
import type { DeliveryRecord } from "./delivery-view.ts";
import { conflict, type Refusal } from "../../core/refusal.ts";

export interface ReplayDeps {
  /** Copies a delivery with the same events, due immediately. Null if its channel is disabled or deleted. */
  copy(of: string, id: string, now: number): Promise<DeliveryRecord | null>;
  /** Sends a wake-up for deliveries that are due at this instant. */
  wakeUp(at: number): Promise<void>;
  newId(prefix: IdPrefix): string;
  now(): Promise<number>;
}

/** Sends a delivery again, as a new one. */
export async function replayDelivery(of: string, deps: ReplayDeps): Promise<Result<DeliveryRecord, Refusal>> {
  const now = await deps.now();
  const copy = await deps.copy(of, deps.newId("dlv"), now);
  if (copy === null) return conflict("The channel is disabled or deleted: nothing can be sent to it.");
  await deps.wakeUp(now);
  return ok(copy);
}
