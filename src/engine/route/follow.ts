import { channelKinds } from "../../channels/registry.ts";
import type { DeliveryItem } from "../../core/delivery.ts";
import type { Event } from "../../core/event.ts";
import type { Json } from "../../core/json.ts";
import type { Subscription } from "../../features/alerts/resource/subscription.ts";
import { eventTypes } from "../../kinds/events.ts";
import { idOf, type PlannedDelivery } from "../commit.ts";
import { asksForType, silenceOf, unwanted, type Match, type RoutedChannel, type Routes } from "./match.ts";
import type { EarlierDelivery } from "./assign-delivery.ts";

// A follow-up, such as the end of a stream, belongs to the event that it follows: whoever was sent that is sent the
// follow-up, whatever filters, titles or lists say by then.

/** Common fields of single-event deliveries: one for each event on each channel, ordered by event. */
export interface Folded extends Pick<PlannedDelivery, "status" | "reason" | "heldUntil"> {
  /** Undefined for events that are reported when they are found. */
  madeAt?: number;
  events: string[];
  channels: string[];
  /** Their item without the event. */
  line: Omit<DeliveryItem, "event">;
}

/** Up to this many single-event deliveries are written by the commit itself. If there are more, all stay folded. */
const MAX_AT_ONCE = 200;

/**
 * Divides deliveries into those written at once and those left folded. The size of the latter grows with the number of
 * events plus channels, not with their product.
 */
export function folded(planned: PlannedDelivery[], tick: number): { direct: PlannedDelivery[]; left: Folded[] } {
  const alone = planned.filter(({ id }) => id === null);
  if (alone.length <= MAX_AT_ONCE) return { direct: planned.map((one) => ({ ...one, id: idOf(one, tick) })), left: [] };
  const byEvent = Map.groupBy(alone, ({ items: [item] }) => item!.event);
  const left = new Map<string, Folded>();
  for (const [event, ofEvent] of byEvent) {
    for (const [alike, some] of Map.groupBy(ofEvent, shapeOf)) {
      const channels = some.map(({ channelId }) => channelId);
      const key = `${alike} ${channels.join()}`;
      const same = left.get(key);
      if (same === undefined) left.set(key, { ...shared(some[0]!), events: [event], channels });
      else same.events.push(event);
    }
  }
  return { direct: planned.filter(({ id }) => id !== null), left: [...left.values()] };
}

const shared = ({
  status,
  reason,
  heldUntil,
  madeAt: createdAt,
  items,
}: PlannedDelivery): Omit<Folded, "events" | "channels"> => {
  const { event: _, ...line } = items[0]!;
  return { status, reason, heldUntil, ...(createdAt === undefined ? {} : { madeAt: createdAt }), line };
};

const shapeOf = (one: PlannedDelivery): string => JSON.stringify(shared(one) as unknown as Json);

/** Events and channels of the next deliveries from index `done` on, at most `max`. */
export const pairsOf = ({ events, channels }: Folded, done: number, max: number): [event: string, channel: string][] =>
  Array.from({ length: Math.max(0, Math.min(max, events.length * channels.length - done)) }, (_, n) => [
    events[Math.floor((done + n) / channels.length)]!,
    channels[(done + n) % channels.length]!,
  ]);

/** Returns a function that tells whether the delivery of an event on a channel is still to be created. */
export function isStillFolded({ events, channels }: Folded, done: number): (event: string, channel: string) => boolean {
  const rows = new Map(events.map((event, place) => [event, place]));
  const columns = new Map(channels.map((channel, place) => [channel, place]));
  return (event, channel) => {
    const [row, column] = [rows.get(event), columns.get(channel)];
    return row !== undefined && column !== undefined && row * channels.length + column >= done;
  };
}

/** Loads events by id. Those that are no longer stored are missing. */
export type LoadEvents = (ids: string[]) => Promise<Event[]>;

/** The type that a follow-up follows: the start that it ends, or an earlier event of its own type. */
const followedType = ({ type }: Event): string => eventTypes[type]?.ends ?? type;

const isFollowUp = ({ follows, late }: Event): boolean => follows !== null && late === undefined;

/** The channels that may have been sent the event that a follow-up follows, besides those that match it. */
export function followable(event: Event, { subscriptions, channels }: Routes): RoutedChannel[] {
  if (!isFollowUp(event)) return [];
  const asking = new Set(
    subscriptions
      .filter((one) => (one.targetId === null || one.targetId === event.targetId) && asksForBoth(one, event))
      .map(({ channelId }) => channelId),
  );
  return channels.filter((channel) => asking.has(channel.id) || isEditable(channel));
}

/** Messages of such channels can be brought to an end without a new message. */
const isEditable = ({ kind, enabled }: RoutedChannel): boolean =>
  enabled && channelKinds[kind]!.groups && channelKinds[kind]!.editing !== undefined;

const asksForBoth = (one: Subscription, event: Event): boolean =>
  asksForType(one, event.type) && asksForType(one, followedType(event));

/**
 * Replaces matches of follow-ups by whoever was sent what they follow. `earlier` are the deliveries of those events.
 */
export async function followed(
  matches: Match[],
  events: Event[],
  routes: Routes,
  earlier: EarlierDelivery[],
  load: LoadEvents,
): Promise<Match[]> {
  const sent = new Set(earlier.filter(({ status }) => status !== "suppressed").map(keyOf));
  // A late start may be sent in the same step.
  for (const { event, channel } of matches)
    if (event.late !== undefined) sent.add(keyOf({ channelId: channel.id, eventId: event.id }));
  const ofEvent = Map.groupBy(matches, ({ event }) => event);
  const notified = (event: Event, channel: RoutedChannel) =>
    isFollowUp(event) && sent.has(keyOf({ channelId: channel.id, eventId: event.follows!.eventId }));
  const follows = events.flatMap((event) =>
    routes.channels.flatMap((channel) => {
      const match = ofEvent.get(event)?.find((one) => one.channel === channel);
      return notified(event, channel) && !isClear(event, channel, match, routes) ? { event, channel } : [];
    }),
  );
  if (follows.length === 0) return matches;
  const late = events.filter((event) => event.late !== undefined);
  const ids = new Set(follows.map(({ event }) => event.follows!.eventId));
  for (const { id } of late) ids.delete(id);
  const loaded = ids.size === 0 ? [] : await load([...ids]);
  const starts = new Map([...late, ...loaded].map((event) => [event.id, event]));
  const replaced = new Set(follows.map(matchKey));
  const added = follows.flatMap(({ event, channel }) =>
    followers(event, channel, starts.get(event.follows!.eventId) ?? null, routes),
  );
  const all = Map.groupBy([...matches.filter((one) => !replaced.has(matchKey(one))), ...added], ({ event }) => event);
  return events.flatMap((event) => all.get(event) ?? []);
}

const keyOf = ({ channelId, eventId }: Pick<EarlierDelivery, "channelId" | "eventId">) => `${channelId} ${eventId}`;
const matchKey = ({ event, channel }: Pick<Match, "event" | "channel">) => `${channel.id} ${event.id}`;

/** Reports whether the subscriptions that match a follow-up are those that were sent what it follows. */
function isClear(event: Event, channel: RoutedChannel, match: Match | undefined, { subscriptions }: Routes): boolean {
  if (match === undefined) return false;
  const wanting = new Set(match.wanting.map(({ subscription }) => subscription));
  return subscriptions.every(
    (one) =>
      one.channelId !== channel.id ||
      !asksForBoth(one, event) ||
      (one.filters.length === 0 && (wanting.has(one) || unwanted(one, event)?.why === "target")),
  );
}

/**
 * Whoever was sent the start on a channel is sent its follow-up; without the start (no longer stored), whoever it is
 * about. Subscriptions that ask only for ends decide by themselves. If nobody is left that was sent it, its message is
 * edited all the same.
 */
function followers(event: Event, channel: RoutedChannel, start: Event | null, routes: Routes): Match[] {
  const own = routes.subscriptions.filter(({ channelId }) => channelId === channel.id);
  const startType = followedType(event);
  const wasSent = (one: Subscription) =>
    unwanted(start === null ? { ...one, filters: [] } : one, start ?? { ...event, type: startType }) === null;
  const exact = own.filter(
    (one) =>
      asksForType(one, event.type) && (asksForType(one, startType) ? wasSent(one) : unwanted(one, event) === null),
  );
  const onlyStarts = own.some((one) => !asksForType(one, event.type) && wasSent(one));
  // Nobody would be sent the start now: filters have changed since.
  const changed = () =>
    own.filter((one) => asksForBoth(one, event) && unwanted({ ...one, filters: [] }, event) === null);
  const wanting = exact.length > 0 || onlyStarts ? exact : changed();
  if (wanting.length === 0 && (onlyStarts || !isEditable(channel))) return [];
  return [
    {
      event,
      channel,
      silence: silenceOf(event, routes),
      mentions: [],
      wanting: wanting.map((subscription) => ({ subscription, cooling: false })),
    },
  ];
}
