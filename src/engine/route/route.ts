import { channelKinds } from "../../channels/registry.ts";
import { idOf, type PlannedDelivery } from "../commit.ts";
import type { Event } from "../../core/event.ts";
import type { Mention } from "../../core/notice.ts";
import { isAwaited, matchAll, type Match, type RoutedChannel, type Routes } from "./match.ts";
import { place, type EarlierDelivery, type Moment } from "./assign-delivery.ts";
import { followable, followed, type LoadEvents } from "./follow.ts";

/** Asks whether an event type of a target was sent to a channel after an instant. */
export interface CooldownQuestion {
  channelId: string;
  targetId: string | null;
  type: string;
  after: number;
  /** True if each event has a delivery of its own on the channel. */
  alone: boolean;
}

export interface RouteDeps {
  routes(): Promise<Routes>;
  /** The deliveries of these events on these channels; `alone` if each event has one of its own there. */
  earlier(
    requested: { channelId: string; eventId: string; detectedAt: number; alone: boolean }[],
  ): Promise<EarlierDelivery[]>;
  /** The mentions of these targets. Targets without any are missing. */
  mentions(targetIds: string[]): Promise<Map<string, Mention[]>>;
  /** Loads the events that others follow. */
  followed: LoadEvents;
  /** The indexes of the questions whose answer is yes. */
  cooling(requested: CooldownQuestion[]): Promise<Set<number>>;
}

/**
 * The result of routing: the deliveries that the commit creates or extends, and the ids of events that wait for facts.
 */
export interface Routed {
  deliveries: PlannedDelivery[];
  awaited: Set<string>;
}

/** Routes events to deliveries. */
export async function route(events: Event[], moment: Moment, deps: RouteDeps): Promise<Routed> {
  if (events.length === 0) return { deliveries: [], awaited: new Set() };
  const routes = await deps.routes();
  const awaited = new Set(events.flatMap((event) => (isAwaited(event, routes) ? event.id : [])));
  const own = matchAll(events, routes);
  const requested = questionsOf(own, events, routes);
  const earlier = requested.length === 0 ? [] : await deps.earlier(requested);
  const matches = requested.length === 0 ? own : await followed(own, events, routes, earlier, deps.followed);
  await markCooling(matches, deps);
  await markMentions(matches, deps);
  const planned = new Map<string, PlannedDelivery>();
  for (const match of matches) {
    if (match.event.late !== undefined && isReported(match, earlier)) continue;
    const delivery = place(match, earlier, moment);
    if (delivery === null) continue;
    if (match.event.late !== undefined) earlier.push(earlierOf(match, delivery, moment));
    const key = delivery.id ?? `${delivery.channelId} ${match.event.id}`;
    const same = planned.get(key);
    if (same) {
      same.items.push(...delivery.items);
      same.urgent ||= delivery.urgent;
      same.openUntil = Math.min(same.openUntil, delivery.openUntil);
    } else planned.set(key, delivery);
  }
  return { deliveries: [...planned.values()], awaited };
}

type EarlierQuestion = Parameters<RouteDeps["earlier"]>[0][number];

/**
 * Where earlier deliveries matter: a late start may have been reported when it was found, and a follow-up belongs to
 * the message of what it follows.
 */
function questionsOf(matches: Match[], events: Event[], routes: Routes): EarlierQuestion[] {
  const requested = new Map<string, EarlierQuestion>();
  const ask = (channel: RoutedChannel, followed: NonNullable<Event["follows"]>) =>
    requested.set(`${channel.id} ${followed.eventId}`, { channelId: channel.id, ...followed, alone: isAlone(channel) });
  for (const { event, channel } of matches) {
    const { follows, late, id, detectedAt } = event;
    if (late !== undefined) ask(channel, { eventId: id, detectedAt });
    else if (follows !== null) ask(channel, follows);
  }
  for (const event of events) for (const channel of followable(event, routes)) ask(channel, event.follows!);
  return [...requested.values()];
}

/** Adds the mentions of the events' targets. */
async function markMentions(matches: Match[], deps: RouteDeps): Promise<void> {
  const ids = new Set(matches.flatMap(({ event }) => event.targetId ?? []));
  if (ids.size === 0) return;
  const mentions = await deps.mentions([...ids]);
  for (const match of matches) match.mentions = mentions.get(match.event.targetId ?? "") ?? [];
}

/** Reports whether an event was already reported to the channel, or will be. */
const isReported = ({ event, channel }: Match, earlier: EarlierDelivery[]): boolean =>
  earlier.some(
    ({ channelId, eventId, status }) => channelId === channel.id && eventId === event.id && status !== "suppressed",
  );

/** A late delivery as seen by an end of the same commit. */
const earlierOf = ({ event, channel }: Match, delivery: PlannedDelivery, { tick }: Moment): EarlierDelivery => ({
  channelId: channel.id,
  eventId: event.id,
  deliveryId: idOf(delivery, tick),
  status: delivery.status,
  heldUntil: delivery.heldUntil,
});

/** Reports whether each event gets a message of its own on a channel. */
const isAlone = ({ kind }: RoutedChannel): boolean => !channelKinds[kind]!.groups;

/**
 * Marks subscriptions within their cooldown: the same type of the same target was sent to the channel less than
 * `cooldownSeconds` ago.
 */
async function markCooling(matches: Match[], deps: RouteDeps): Promise<void> {
  const requested = matches.flatMap(({ event, channel, wanting }) =>
    wanting
      .filter(({ subscription }) => subscription.cooldownSeconds > 0)
      .map((one) => ({
        one,
        question: {
          channelId: channel.id,
          targetId: event.targetId,
          type: event.type,
          alone: isAlone(channel),
          after: event.detectedAt - one.subscription.cooldownSeconds * 1000,
        },
      })),
  );
  if (requested.length === 0) return;
  const yes = await deps.cooling(requested.map(({ question }) => question));
  requested.forEach(({ one }, index) => (one.cooling = yes.has(index)));
}
