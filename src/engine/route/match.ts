import { isNewsOf, matchesType, publicEvent, type Event } from "../../core/event.ts";
import { passes, valueAt, type Filter } from "../../core/filter.ts";
import type { JsonObject } from "../../core/json.ts";
import type { Mention } from "../../core/notice.ts";
import type { Silence } from "../../features/silences/resource/silence.ts";
import type { Subscription } from "../../features/alerts/resource/subscription.ts";
import { asksFor, eventTypes } from "../../kinds/events.ts";

/** Why a delivery was suppressed or held, as stored in its row. */
export const REASONS = {
  disabled: (why: string | null): string => `channel disabled: ${why ?? "by hand"}`,
  silenced: (why: string): string => `silenced${why === "" ? "" : `: ${why}`}`,
  cooldown: (seconds: number): string => `sent less than ${seconds} s ago (cooldown)`,
  quiet: "quiet hours",
  quietWithStart: "quiet hours, with its start",
  startUntold: "its start was not sent here",
  startSuppressed: "its start was suppressed",
} as const;

const SORTS = {
  disabled: /^channel disabled/,
  silenced: /^silenced(?:$|:)/,
  cooldown: /\(cooldown\)$/,
  quiet: /^quiet hours/,
  untold: /^its start was/,
} as const;

export type ReasonSort = keyof typeof SORTS | "other";

/** The category of a stored reason; `other` for errors of sending. */
export const sortOf = (reason: string): ReasonSort =>
  (Object.keys(SORTS) as (keyof typeof SORTS)[]).find((sort) => SORTS[sort].test(reason)) ?? "other";

export interface RoutedChannel {
  id: string;
  kind: string;
  enabled: boolean;
  disabledReason: string | null;
}

export interface Routes {
  /** Oldest first. */
  subscriptions: Subscription[];
  channels: RoutedChannel[];
  silences: Silence[];
}

export interface Match {
  event: Event;
  channel: RoutedChannel;
  /**
   * The matching subscriptions, oldest first, with those within their cooldown marked. None if a follow-up belongs to a
   * message of which no subscription is left.
   */
  wanting: { subscription: Subscription; cooling: boolean }[];
  silence: Silence | null;
  /** The mentions of the event's target. */
  mentions: Mention[];
}

/** Every pair of an event and a channel that a subscription matches. */
export function matchAll(events: Event[], { subscriptions, channels, silences }: Routes): Match[] {
  const matches: Match[] = [];
  const ofChannel = Map.groupBy(subscriptions, (one) => one.channelId);
  for (const event of events) {
    const silence = silenceOf(event, { silences });
    for (const channel of channels) {
      if (isNewsOf(event, channel.id)) continue;
      const wanting = (ofChannel.get(channel.id) ?? []).filter((one) => wants(one, event));
      if (wanting.length === 0) continue;
      matches.push({
        event,
        channel,
        silence,
        mentions: [],
        wanting: wanting.map((subscription) => ({ subscription, cooling: false })),
      });
    }
  }
  return matches;
}

/** The silence that covers an event; null for none. */
export const silenceOf = (event: Event, { silences }: Pick<Routes, "silences">): Silence | null =>
  silences.find((one) => silenced(one, event)) ?? null;

/** Reports whether a subscription asks for events of a type. */
export const asksForType = ({ events }: Subscription, type: string): boolean =>
  events.some((pattern) => matchesPattern(pattern, type));

/** Reports whether a subscription has to wait for facts of an event to evaluate a filter. */
export const isAwaited = (event: Event, { subscriptions }: Routes): boolean =>
  event.pending === true && subscriptions.some((one) => unwanted(one, event)?.why === "waiting");

/** Reports whether a subscription would send this event to its channel, now or later. */
export const notifies = (subscription: Subscription, event: Event): boolean =>
  wants(subscription, event) && !isNewsOf(event, subscription.channelId) && !ignoresEnd(subscription, event);

/** Reports whether an event is an end that the subscription ignores. */
export const ignoresEnd = ({ onEnd }: Subscription, { type }: Event): boolean =>
  onEnd === "ignore" && eventTypes[type]?.ends !== undefined;

/** The start of an ended stream, as far as the end has its data; null for other events. */
export function startOf(event: Event): Event | null {
  const type = eventTypes[event.type]?.ends;
  const row = type === undefined ? undefined : eventTypes[type];
  if (type === undefined || row === undefined) return null;
  const known = Object.entries(event.data).filter(([key]) => key in row.fields().shape);
  const data = { ...row.example(event.detectedAt), ...Object.fromEntries(known) };
  const { eventId: id, detectedAt } = event.follows ?? { eventId: event.id, detectedAt: event.detectedAt };
  return { ...event, id, type, detectedAt, data, follows: null };
}

/** Why a subscription does not match an event: it is disabled, about others, or a filter is not met. */
export type Unwanted = { why: "off" | "list" | "target" | "type" } | { why: "filter" | "waiting"; filter: Filter };

const OFF: Unwanted = { why: "off" };
const OTHER_LIST: Unwanted = { why: "list" };
const OTHER_TARGET: Unwanted = { why: "target" };
const OTHER_TYPE: Unwanted = { why: "type" };

/** Null if the subscription matches. Events of operation match subscriptions without watchlist and target. */
export function unwanted(subscription: Subscription, event: Event): Unwanted | null {
  if (!subscription.enabled) return OFF;
  if (subscription.watchlistId !== null && subscription.watchlistId !== event.watchlistId) return OTHER_LIST;
  if (subscription.targetId !== null && subscription.targetId !== event.targetId) return OTHER_TARGET;
  if (!asksForType(subscription, event.type)) return OTHER_TYPE;
  // A late event was already reported to subscriptions without filters on facts.
  if (event.late !== undefined && !subscription.filters.some(asksForFact)) return OTHER_TYPE;
  if (subscription.filters.length === 0) return null;
  const displayed = publicEvent(event);
  const unasked = eventTypes[event.type]?.unasked ?? [];
  const waiting =
    event.pending === true && subscription.filters.find((one) => asksForFact(one) && !says(one, displayed));
  const filter = subscription.filters.find(
    (one) =>
      one !== waiting &&
      !unasked.some((field) => one.field === field || one.field.startsWith(`${field}.`)) &&
      !(isUnanswered(one, event, displayed) ? subscription.factsMissing === "tell" : passes(one, displayed)),
  );
  if (filter !== undefined) return { why: "filter", filter };
  return waiting ? { why: "waiting", filter: waiting } : null;
}

const asksForFact = ({ field }: Filter): boolean => field.startsWith("data.info");

const says = ({ field }: Filter, displayed: JsonObject): boolean => (valueAt(displayed, field) ?? null) !== null;

/**
 * Reports whether a filter asks for a fact of an event whose facts were not received. The subscription decides what
 * happens then.
 */
const isUnanswered = (filter: Filter, { late, data }: Event, displayed: JsonObject): boolean =>
  asksForFact(filter) &&
  !says(filter, displayed) &&
  (late === "missing" || (late === undefined && data["info"] === null));

const wants = (subscription: Subscription, event: Event): boolean => unwanted(subscription, event) === null;

/** Subscriptions to all problems of the service also get those of the system: both prevent watching. */
const matchesPattern = (pattern: string, type: string): boolean =>
  asksFor(pattern, type) || (pattern === "upstream.*" && type.startsWith("system."));

const silenced = (silence: Silence, event: Event): boolean =>
  silence.until > event.detectedAt &&
  (silence.targetId === null || silence.targetId === event.targetId) &&
  (silence.watchlistId === null || silence.watchlistId === event.watchlistId) &&
  (silence.type === null || matchesType(silence.type, event.type)) &&
  !(silence.untilEnd && event.type === "live.started" && event.occurredAt > silence.createdAt);
