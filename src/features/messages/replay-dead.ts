import type { DeliveryFilter } from "../../core/filter.ts";
import type { DeliveryKey, Listed, Page } from "../../core/page.ts";
import type { IdPrefix } from "../../core/ids.ts";
import { ok, type Result } from "../../core/result.ts";
import type { Channel } from "../channels/resource/form.ts";
import { conflict, type Refusal } from "../../core/refusal.ts";
import type { DeliveryRecord } from "./delivery-view.ts";
import type { Replayed } from "./shape.ts";

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

/** The maximum number of deliveries that one call replays. */
const MAX_REPLAYED = 1000;

export interface ReplayDeadDeps {
  /**
   * Copies the channel's dead deliveries that were not replayed yet, oldest first, one for each id. The copies are due
   * immediately. Null if the channel is disabled or deleted.
   */
  copyDead(channelId: string, ids: string[], now: number): Promise<Replayed | null>;
  /** Sends a wake-up for deliveries that are due at this instant. */
  wakeUp(at: number): Promise<void>;
  newId(prefix: IdPrefix): string;
  now(): Promise<number>;
}

export interface DeliveryPorts {
  deliveries: ReplayDeps &
    ReplayDeadDeps & {
      find(id: string): Promise<DeliveryRecord | null>;
      list(filter: DeliveryFilter, page: Page<DeliveryKey>): Promise<Listed<DeliveryRecord, DeliveryKey>>;
    };
}

/** Replays all dead deliveries of a channel. */
export async function replayDead(channel: Channel, deps: ReplayDeadDeps): Promise<Result<Replayed, Refusal>> {
  const now = await deps.now();
  const ids = Array.from({ length: MAX_REPLAYED }, () => deps.newId("dlv"));
  const replayed = await deps.copyDead(channel.id, ids, now);
  if (replayed === null) return conflict("The channel is disabled or deleted: nothing can be sent to it.");
  await deps.wakeUp(now);
  return ok(replayed);
}
