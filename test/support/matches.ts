import type { DeliveryStatus } from "../../src/core/delivery.ts";
import type { Event } from "../../src/core/event.ts";
import type { EarlierDelivery, Moment } from "../../src/engine/route/assign-delivery.ts";
import type { Match } from "../../src/engine/route/match.ts";
import type { Subscription } from "../../src/features/alerts/resource/subscription.ts";
import { startEvent } from "./messages.ts";

/** When the start was detected. */
export const T = startEvent.detectedAt;
/** The first of two batches of its tick. */
export const batch: Moment = { tick: T, slot: 0, batches: 2 };
/** The end of that stream. */
export const endEvent: Event = {
  ...startEvent,
  id: "evt_end",
  type: "live.ended",
  follows: { eventId: startEvent.id, detectedAt: T - 60_000 },
};

/** A subscription to all that happens live. */
const subscription: Subscription = {
  id: "sub_1",
  name: "s",
  watchlistId: null,
  targetId: null,
  channelId: "ch_1",
  events: ["live.*"],
  enabled: true,
  mention: null,
  template: {},
  cooldownSeconds: 0,
  group: true,
  onEnd: "edit",
  factsMissing: "tell",
  quietHours: null,
  filters: [],
  createdAt: 0,
  updatedAt: 0,
  revision: 0,
};

/** An event that a subscription wants, by default of a channel that can edit. */
export const matched = (event: Event, over: Partial<Subscription> = {}, kind = "discord"): Match => ({
  event,
  channel: { id: "ch_1", kind, enabled: true, disabledReason: null },
  silence: null,
  mentions: [],
  wanting: [{ subscription: { ...subscription, ...over }, cooling: false }],
});

/** The delivery of the start, with this status. */
export const notified = (status: DeliveryStatus): EarlierDelivery[] => [
  {
    channelId: "ch_1",
    eventId: startEvent.id,
    deliveryId: "dlv_start",
    status,
    heldUntil: status === "held" ? T + 9 : null,
  },
];
