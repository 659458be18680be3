import { idOf, type PlannedDelivery } from "../commit.ts";
import type { DeliveryItem, DeliveryStatus } from "../../core/delivery.ts";
import type { Event } from "../../core/event.ts";
import type { Subscription } from "../../features/alerts/resource/subscription.ts";
import type { EarlierDelivery } from "./assign-delivery.ts";
import { MAX_RELEASED, release, type HeldDelivery, type ReleaseDeps } from "./release.ts";
import { route, type RouteDeps } from "./route.ts";

/** Simulated deliveries with their ticks, and when summaries were sent. Epoch ms. */
export interface Simulated {
  placed: (PlannedDelivery & { at: number })[];
  summaries: number[];
}

/**
 * Routes events as if this were the only subscription, on an enabled channel of this kind. Assumes that no destination
 * fails, and that all deliveries of a tick arrive before the next tick.
 */
export async function simulate(subscription: Subscription, channelKind: string, events: Event[]): Promise<Simulated> {
  const channel = { id: subscription.channelId, kind: channelKind, enabled: true, disabledReason: null };
  const byId = new Map(events.map((event) => [event.id, event]));
  const placed: Simulated["placed"] = [];
  const summaries: number[] = [];
  const earlier = new Map<string, EarlierDelivery>();
  const lastNotified = new Map<string, number>();
  let waiting: HeldDelivery[] = [];

  const note = (
    items: DeliveryItem[],
    at: number,
    deliveryId: string,
    status: DeliveryStatus,
    heldUntil: number | null,
  ) => {
    for (const { event: eventId } of items) {
      earlier.set(eventId, { channelId: channel.id, eventId, deliveryId, status, heldUntil });
      const { targetId, type } = byId.get(eventId)!;
      if (status !== "suppressed") lastNotified.set(`${targetId}/${type}`, at);
    }
  };
  const routing: RouteDeps = {
    routes: async () => ({ subscriptions: [subscription], channels: [channel], silences: [] }),
    earlier: async (requested) => requested.flatMap(({ eventId }) => earlier.get(eventId) ?? []),
    mentions: async () => new Map(),
    followed: async (ids) => ids.flatMap((id) => byId.get(id) ?? []),
    async cooling(requested) {
      const last = requested.map(({ targetId, type }) => lastNotified.get(`${targetId}/${type}`) ?? 0);
      return new Set(requested.flatMap(({ after }, place) => (last[place]! > after ? place : [])));
    },
  };
  const releasing: ReleaseDeps = {
    dueHeld: async (now) => waiting.filter(({ heldUntil }) => heldUntil <= now).slice(0, MAX_RELEASED),
    async summarize(created, now) {
      for (const { id, items, holds } of created) {
        summaries.push(now);
        note(items, now, id, "sent", null);
        waiting = waiting.filter((one) => !holds.includes(one.id));
      }
    },
  };
  const releaseBefore = async (instant: number) => {
    const next = Math.min(...waiting.map(({ heldUntil }) => heldUntil));
    if (next >= instant) return;
    await release(next, releasing);
    await releaseBefore(instant);
  };

  for (const [at, found] of [...Map.groupBy(events, ({ detectedAt }) => detectedAt)].sort(([a], [b]) => a - b)) {
    await releaseBefore(at);
    const { deliveries } = await route(found, { tick: at, slot: null, batches: 1 }, routing);
    for (const delivery of deliveries) {
      const { items, status, heldUntil } = delivery;
      const id = idOf(delivery, at);
      placed.push({ ...delivery, at });
      note(items, at, id, status === "pending" ? "sent" : status, heldUntil);
      if (heldUntil !== null) waiting.push({ id, channelId: channel.id, channelKind, items, heldUntil });
    }
  }
  await releaseBefore(Number.POSITIVE_INFINITY);
  return { placed, summaries };
}
