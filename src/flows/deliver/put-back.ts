import { isProbed } from "../../core/channel-failure.ts";
import type { Settlement, TakenChannel, TakenDelivery, Tried } from "./outbox.ts";
import { untried } from "./verdict.ts";

/** Why the rest of a channel's deliveries goes back unsent. */
export type Stop =
  /** They may be tried again at this tick time. */
  | { at: number }
  /** The channel is closed for good. */
  | { disabledReason: string }
  /** Somebody switched the channel off: they wait until it is enabled, if they were made before this instant (epoch ms). */
  | { offSince: number };

/** Nothing goes to a disabled channel, unless it is probed since nothing arrived. */
export function stopBefore(channel: TakenChannel): Stop | null {
  if (channel.enabled || isProbed(channel)) return null;
  return channel.disabledReason === null ? { offSince: channel.updatedAt } : { disabledReason: "before its turn came" };
}

/** Deliveries that were claimed but not tried: due when the channel may be called again, suppressed where it never may. */
export function putBack(rest: TakenDelivery[], stop: Stop): Tried {
  const put = ({ id, madeAt: createdAt }: TakenDelivery): Settlement => {
    if ("at" in stop) return untried(id, stop.at);
    if ("offSince" in stop && createdAt <= stop.offSince) return untried(id, null);
    const why = "offSince" in stop ? "by hand" : stop.disabledReason;
    return { ...untried(id, null), status: "suppressed", reason: `channel disabled: ${why}` };
  };
  return { channel: null, arrived: null, deliveries: rest.map(put) };
}
