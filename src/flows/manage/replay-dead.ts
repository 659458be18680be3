import type { IdPrefix } from "../../core/ids.ts";
import { ok, type Result } from "../../core/result.ts";
import type { Channel } from "../../resources/channels/form.ts";
import { conflict, type Refusal } from "../../core/refusal.ts";

/** What one call sends again at the most. */
const MAX_REPLAYED = 1000;

interface Replay {
  id: string;
  replayOf: string;
}

/** `more` where some are left for another call. */
export interface Replayed {
  items: Replay[];
  more: boolean;
}

export interface ReplayDeadDeps {
  /**
   * Makes new deliveries, due at once, of the channel's dead ones that were not replayed yet, oldest first, as many as
   * there are ids; null while the channel is disabled or no more.
   */
  copyDead(channelId: string, ids: string[], now: number): Promise<Replayed | null>;
  /** Has what is due at this instant sent soon. */
  nudge(at: number): Promise<void>;
  newId(prefix: IdPrefix): string;
  now(): Promise<number>;
}

/** Sends again all that a channel never took. */
export async function replayDead(channel: Channel, deps: ReplayDeadDeps): Promise<Result<Replayed, Refusal>> {
  const now = await deps.now();
  const ids = Array.from({ length: MAX_REPLAYED }, () => deps.newId("dlv"));
  const replayed = await deps.copyDead(channel.id, ids, now);
  if (replayed === null) return conflict("The channel is disabled or deleted: nothing can be sent to it.");
  await deps.nudge(now);
  return ok(replayed);
}
