import { isNewsOf, matchesType, publicEvent, type Event } from "../../core/event.ts";
import { passes } from "../../core/filter.ts";
import type { Silence } from "../../resources/silences/silence.ts";
import type { Subscription } from "../../resources/subscriptions/subscription.ts";
import type { Batch } from "./batch.ts";
import type { PlannedDelivery } from "./commit.ts";
import type { Match, RoutedChannel, Told } from "./match.ts";
import { place } from "./place.ts";

export interface Routes {
  /** Oldest first. */
  subscriptions: Subscription[];
  channels: RoutedChannel[];
  silences: Silence[];
}

/** Whether a type of a target was told on a channel after an instant. */
export interface Lately {
  channelId: string;
  targetId: string | null;
  type: string;
  after: number;
}

export interface RouteDeps {
  routes(): Promise<Routes>;
  told(asked: { channelId: string; eventId: string; detectedAt: number }[]): Promise<Told[]>;
  /** Those of the questions whose answer is yes, by their place. */
  lately(asked: Lately[]): Promise<Set<number>>;
}

/** Which events go where: the deliveries that the commit makes or joins. */
export async function route(events: Event[], batch: Batch, deps: RouteDeps): Promise<PlannedDelivery[]> {
  const routes = await deps.routes();
  const matches = matchAll(events, routes);
  await markCooling(matches, deps);
  const asked = matches.flatMap(({ event, channel }) =>
    event.follows === null ? [] : [{ channelId: channel.id, ...event.follows }],
  );
  const told = asked.length === 0 ? [] : await deps.told(asked);
  const planned = new Map<string, PlannedDelivery>();
  for (const match of matches) {
    const delivery = place(match, told, batch);
    if (delivery === null) continue;
    const same = planned.get(delivery.id);
    if (same) same.items.push(...delivery.items);
    else planned.set(delivery.id, delivery);
  }
  return [...planned.values()];
}

/** Every pair of an event and a channel that some subscription wants together. */
function matchAll(events: Event[], { subscriptions, channels, silences }: Routes): Match[] {
  const matches: Match[] = [];
  for (const event of events) {
    const silence = silences.find((one) => silenced(one, event)) ?? null;
    for (const channel of channels) {
      if (isNewsOf(event, channel.id)) continue;
      const wanting = subscriptions.filter((one) => one.channelId === channel.id && wants(one, event));
      if (wanting.length === 0) continue;
      matches.push({
        event,
        channel,
        silence,
        wanting: wanting.map((subscription) => ({ subscription, cooling: false })),
      });
    }
  }
  return matches;
}

/** True where the subscription asks for this event. Events of the upstream match those without watchlist and target. */
export const wants = (subscription: Subscription, event: Event): boolean =>
  subscription.enabled &&
  (subscription.watchlistId === null || subscription.watchlistId === event.watchlistId) &&
  (subscription.targetId === null || subscription.targetId === event.targetId) &&
  subscription.events.some((pattern) => takesIn(pattern, event.type)) &&
  (subscription.filters.length === 0 || subscription.filters.every((filter) => passes(filter, publicEvent(event))));

/** Who asks for every trouble of the upstream is told the system's own too: both keep it from watching. */
const takesIn = (pattern: string, type: string): boolean =>
  matchesType(pattern, type) || (pattern === "upstream.*" && type.startsWith("system."));

const silenced = (silence: Silence, event: Event): boolean =>
  silence.until > event.detectedAt &&
  (silence.targetId === null || silence.targetId === event.targetId) &&
  (silence.watchlistId === null || silence.watchlistId === event.watchlistId) &&
  (silence.type === null || matchesType(silence.type, event.type));

/** Cooldown: the same type of the same target was told on this channel less than `cooldownSeconds` ago. */
async function markCooling(matches: Match[], deps: RouteDeps): Promise<void> {
  const asked = matches.flatMap(({ event, channel, wanting }) =>
    wanting
      .filter(({ subscription }) => subscription.cooldownSeconds > 0)
      .map((one) => ({
        one,
        question: {
          channelId: channel.id,
          targetId: event.targetId,
          type: event.type,
          after: event.detectedAt - one.subscription.cooldownSeconds * 1000,
        },
      })),
  );
  if (asked.length === 0) return;
  const yes = await deps.lately(asked.map(({ question }) => question));
  asked.forEach(({ one }, index) => (one.cooling = yes.has(index)));
}
