import type { DeliveryStatus } from "../../core/delivery.ts";
import type { Event } from "../../core/event.ts";
import type { Channel } from "../../resources/channels/form.ts";
import type { Silence } from "../../resources/silences/silence.ts";
import type { Subscription } from "../../resources/subscriptions/subscription.ts";
import type { Target } from "../../resources/targets/form.ts";
import { asksFor } from "../../targets/events.ts";
import { notifies } from "../route/match.ts";

/** A target as far as alerts name it. */
export type NamedTarget = Pick<Target, "id" | "kind" | "name" | "params" | "watchlistId">;

/** A list by its name. */
export interface NamedList {
  id: string;
  name: string;
}

/** What is read of a channel that alerts name. */
export const OF_CHANNEL = ["id", "createdAt", "kind", "name", "enabled", "language", "settings"] as const;

/** A channel as far as alerts name it. */
export type AlertChannel = Pick<Channel, (typeof OF_CHANNEL)[number]>;

/** What alerts name, or may name. */
export interface AlertNames {
  channels: AlertChannel[];
  lists: NamedList[];
  /** Those that an alert or a snooze names. */
  targets: NamedTarget[];
  /** In force now, some of those that were made last. */
  silences: Silence[];
}

/** What names channels, lists and targets by their ids: an alert, a digest. */
export type Naming = Pick<Subscription, "channelId" | "watchlistId"> & Partial<Pick<Subscription, "targetId">>;

/** What an alert that is being written names, and named before. */
export interface AlertOwn {
  targetIds: string[];
  listIds: string[];
}

/** What happened lately, of one target or of all. */
export interface Lately {
  /** Of the types that were asked for, newest first: a preview shows one of them. */
  events: Event[];
  /** The starts, newest first; `at` is epoch ms. */
  starts: { at: number; watchlistId: string | null }[];
}

/** An event that one of the latest messages told. */
export interface LatelyNotified {
  deliveryId: string;
  channelId: string;
  status: DeliveryStatus;
  madeAt: number;
  event: Event;
}

/** How many of the latest messages were some alert's. */
export interface Counted {
  /** By the alert's id. */
  counts: Map<string, number>;
  /** When the oldest of the messages was made that were looked at, epoch ms; null for none. */
  since: number | null;
}

/** Which of the latest messages each alert had a part in. */
export function latelyOf(alerts: Subscription[], notified: LatelyNotified[]): Counted {
  const counted = notified.filter(({ status }) => status !== "suppressed");
  const byChannel = Map.groupBy(counted, ({ channelId }) => channelId);
  const counts = new Map(
    alerts.map((one) => {
      const its = (byChannel.get(one.channelId) ?? []).filter(({ event }) =>
        notifies({ ...one, enabled: true }, event),
      );
      return [one.id, new Set(its.map(({ deliveryId }) => deliveryId)).size] as const;
    }),
  );
  return {
    counts,
    since: notified.reduce<number | null>(
      (oldest, { madeAt: createdAt }) => Math.min(oldest ?? createdAt, createdAt),
      null,
    ),
  };
}

const covers = (wide: Subscription, narrow: Subscription): boolean =>
  wide.enabled &&
  wide.channelId === narrow.channelId &&
  wide.filters.length === 0 &&
  (wide.targetId === null || wide.targetId === narrow.targetId) &&
  (wide.watchlistId === null || wide.watchlistId === narrow.watchlistId) &&
  narrow.events.every((one) =>
    // A pattern takes in another as it would a type of that name.
    wide.events.some((other) => asksFor(other, one)),
  );

/** For each alert, by its id, another that tells all that it tells, on the same channel; of two alike the older. */
export function coveredBy(alerts: Subscription[]): Map<string, Subscription> {
  const pairs = alerts.flatMap((narrow, place): [string, Subscription][] => {
    const wide = alerts.find(
      (one, at) => one !== narrow && covers(one, narrow) && (at < place || !covers(narrow, one)),
    );
    return wide === undefined ? [] : [[narrow.id, wide]];
  });
  return new Map(pairs);
}
