import type { DeliveryStatus } from "../../core/delivery.ts";
import type { Event } from "../../core/event.ts";
import type { Silence } from "../../resources/silences/silence.ts";
import type { Subscription } from "../../resources/subscriptions/subscription.ts";

export interface RoutedChannel {
  id: string;
  kind: string;
  enabled: boolean;
  disabledReason: string | null;
}

/** An earlier delivery that told an event on a channel, or holds it back; its summary, where that went out. */
export interface Told {
  channelId: string;
  eventId: string;
  deliveryId: string;
  status: DeliveryStatus;
  /** When what is held goes out, epoch ms. */
  heldUntil: number | null;
}

/** A grouped message waits this long for the other batches of its tick. */
export const GATHER_MS = 2000;

export interface Match {
  event: Event;
  channel: RoutedChannel;
  /** The subscriptions that want it, oldest first; those within their cooldown marked. */
  wanting: { subscription: Subscription; cooling: boolean }[];
  silence: Silence | null;
}
