import type { DeliveryStatus } from "../../core/delivery.ts";
import type { Event } from "../../core/event.ts";
import type { Channel } from "../channels/resource/form.ts";
import type { Silence } from "../silences/resource/silence.ts";
import type { Subscription } from "./resource/subscription.ts";
import type { Target } from "../creators/resource/form.ts";
import type { NamedList } from "../../ui/ports.ts";
import { asksFor } from "../../kinds/events.ts";
import { notifies } from "../../engine/route/match.ts";

/** The fields of a target that alerts show. */
export type NamedTarget = Pick<Target, "id" | "kind" | "name" | "params" | "watchlistId">;

/** The columns of a channel that alerts read. */
export const OF_CHANNEL = ["id", "createdAt", "kind", "name", "enabled", "language", "settings"] as const;

/** The fields of a channel that alerts show. */
export type AlertChannel = Pick<Channel, (typeof OF_CHANNEL)[number]>;

/** What alerts refer to, or may refer to. */
export interface AlertNames {
  channels: AlertChannel[];
  lists: NamedList[];
  /** Targets of an alert or a snooze. */
  targets: NamedTarget[];
  /** Active silences, some of the latest. */
  silences: Silence[];
}

/** A resource that refers to channels, watchlists and targets: an alert or a digest. */
export type Naming = Pick<Subscription, "channelId" | "watchlistId"> & Partial<Pick<Subscription, "targetId">>;

/** What an alert refers to while it is edited, and what it referred to before. */
export interface AlertOwn {
  targetIds: string[];
  listIds: string[];
}

/** Recent events, of one target or of all. */
export interface RecentEvents {
  /** Events of the requested types, newest first, for previews. */
  events: Event[];
  /** Starts, newest first; `at` is epoch ms. */
  starts: { at: number; watchlistId: string | null }[];
}

/** An event in one of the latest messages. */
export interface RecentNotification {
  deliveryId: string;
  channelId: string;
  status: DeliveryStatus;
  madeAt: number;
  event: Event;
}

/** The recent messages of an alert. */
export interface Recent {
  /** How many were sent. */
  sent: number;
  /** When the latest of them was created, epoch ms; null for none. */
  last: number | null;
}

/** Counts the sent messages since `from`, epoch ms, to which each alert contributed, by its id. */
export function recentMessagesOf(
  alerts: Subscription[],
  notified: RecentNotification[],
  from: number,
): Map<string, Recent> {
  const sent = notified.filter(({ status, madeAt }) => status === "sent" && madeAt >= from);
  const byChannel = Map.groupBy(sent, ({ channelId }) => channelId);
  return new Map(
    alerts.map((one) => {
      const its = (byChannel.get(one.channelId) ?? []).filter(
        ({ event, madeAt }) => madeAt >= one.createdAt && notifies({ ...one, enabled: true }, event),
      );
      const last = its.reduce<number | null>((latest, { madeAt }) => Math.max(latest ?? madeAt, madeAt), null);
      return [one.id, { sent: new Set(its.map(({ deliveryId }) => deliveryId)).size, last }] as const;
    }),
  );
}

const covers = (wide: Subscription, narrow: Subscription): boolean =>
  wide.enabled &&
  wide.channelId === narrow.channelId &&
  wide.filters.length === 0 &&
  (wide.targetId === null || wide.targetId === narrow.targetId) &&
  (wide.watchlistId === null || wide.watchlistId === narrow.watchlistId) &&
  narrow.events.every((one) =>
    // A pattern matches another pattern like a type of that name.
    wide.events.some((other) => asksFor(other, one)),
  );

/**
 * For each alert, by id, another one on the same channel that covers all its events. Of two equal ones the older
 * covers.
 */
export function coveredBy(alerts: Subscription[]): Map<string, Subscription> {
  const pairs = alerts.flatMap((narrow, place): [string, Subscription][] => {
    const wide = alerts.find(
      (one, at) => one !== narrow && covers(one, narrow) && (at < place || !covers(narrow, one)),
    );
    return wide === undefined ? [] : [[narrow.id, wide]];
  });
  return new Map(pairs);
}

export interface AlertPorts {
  alerts: {
    /** Returns the names of what these refer to, and what is snoozed at `now`. */
    alertNames(now: number, of: Naming[]): Promise<AlertNames>;
    /** Returns what an alert can refer to: every channel, the lists, and what it refers to already; no snoozes. */
    alertChoices(own: AlertOwn): Promise<AlertNames>;
    /** Returns up to a few targets of these kinds with exactly one of these names. */
    targetsCalled(kinds: string[], names: string[]): Promise<NamedTarget[]>;
    /** Returns the events of the latest messages; `whole` if there are no others. */
    latestNotified(): Promise<{ notified: RecentNotification[]; whole: boolean }>;
    /** Returns the latest events of these types, and when someone went live; of one target or of all. */
    lately(targetId: string | null, types: string[]): Promise<RecentEvents>;
  };
}
