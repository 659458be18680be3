import type { PlannedDelivery } from "../../core/commit.ts";
import type { Event } from "../../core/event.ts";
import { matchAll, type Match, type Routes } from "./match.ts";
import { place, type EarlierDelivery, type Moment } from "./place.ts";

/** Whether a type of a target was told on a channel after an instant. */
export interface CooldownQuestion {
  channelId: string;
  targetId: string | null;
  type: string;
  after: number;
}

export interface RouteDeps {
  routes(): Promise<Routes>;
  /** The deliveries of these events on these channels. */
  earlier(asked: { channelId: string; eventId: string; detectedAt: number }[]): Promise<EarlierDelivery[]>;
  /** Those of the questions whose answer is yes, by their place. */
  cooling(asked: CooldownQuestion[]): Promise<Set<number>>;
}

/** Which events go where: the deliveries that the commit makes or joins. */
export async function route(events: Event[], moment: Moment, deps: RouteDeps): Promise<PlannedDelivery[]> {
  if (events.length === 0) return [];
  const matches = matchAll(events, await deps.routes());
  await markCooling(matches, deps);
  const asked = matches.flatMap(({ event, channel }) =>
    event.follows === null ? [] : [{ channelId: channel.id, ...event.follows }],
  );
  const earlier = asked.length === 0 ? [] : await deps.earlier(asked);
  const planned = new Map<string, PlannedDelivery>();
  for (const match of matches) {
    const delivery = place(match, earlier, moment);
    if (delivery === null) continue;
    const same = planned.get(delivery.id);
    if (same) {
      same.items.push(...delivery.items);
      same.urgent ||= delivery.urgent;
      same.openUntil = Math.min(same.openUntil, delivery.openUntil);
    } else planned.set(delivery.id, delivery);
  }
  return [...planned.values()];
}

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
  const yes = await deps.cooling(asked.map(({ question }) => question));
  asked.forEach(({ one }, index) => (one.cooling = yes.has(index)));
}
