import { isProbed } from "../../core/channel-failure.ts";
import type { Settlement, TakenChannel, TakenDelivery, AttemptOutcome } from "./outbox.ts";
import { untried } from "./verdict.ts";

/** Why a channel's remaining deliveries are released unsent. */
export type Stop =
  /** They may be tried again at this tick time. */
  | { at: number }
  /** The channel is gone for good. */
  | { disabledReason: string }
  /** A person disabled the channel. Deliveries from before this instant (epoch ms) wait until it is enabled. */
  | { offSince: number };

/** Nothing is sent to a disabled channel, unless it is probed because nothing arrived. */
export function stopBefore(channel: TakenChannel): Stop | null {
  if (channel.enabled || isProbed(channel)) return null;
  return channel.disabledReason === null
    ? { offSince: channel.updatedAt }
    : { disabledReason: "disabled before it was sent" };
}

/**
 * The outcome for deliveries that were claimed but not tried: due when the channel may be used again, or suppressed.
 */
export function putBack(rest: TakenDelivery[], stop: Stop): AttemptOutcome {
  const put = ({ id, madeAt: createdAt }: TakenDelivery): Settlement => {
    if ("at" in stop) return untried(id, stop.at);
    if ("offSince" in stop && createdAt <= stop.offSince) return untried(id, null);
    const why = "offSince" in stop ? "by hand" : stop.disabledReason;
    return { ...untried(id, null), status: "suppressed", reason: `channel disabled: ${why}` };
  };
  return { channel: null, arrived: null, deliveries: rest.map(put) };
}
