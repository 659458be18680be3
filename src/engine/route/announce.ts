import { EMPTY_COMMIT, type Commit, type Committed } from "../commit.ts";
import type { Event } from "../../core/event.ts";
import { eventId } from "../../core/ids.ts";
import type { News } from "../../core/drift-detector.ts";
import { route, type RouteDeps } from "./route.ts";

export interface AnnounceDeps extends RouteDeps {
  commit(commit: Commit): Promise<Committed>;
  newId(): string;
}

/** News for operators as an event without a target. */
export const operatorEvent = ({ type, key, data }: News, at: number): Event => ({
  id: eventId(null, type, key),
  type,
  targetId: null,
  watchlistId: null,
  target: null,
  occurredAt: at,
  detectedAt: at,
  window: { from: null, to: at },
  data,
  follows: null,
});

/**
 * Commits news that no poll found, with changes of circuit breakers. The news are routed like other events. Returns the
 * events.
 */
export async function announce(
  news: News[],
  { gate: breaker = null, breakers = {} }: Partial<Pick<Commit, "gate" | "breakers">>,
  now: number,
  deps: AnnounceDeps,
): Promise<Event[]> {
  if (news.length === 0 && breaker === null && Object.keys(breakers).length === 0) return [];
  const events = news.map((one) => operatorEvent(one, now));
  await commitEvents(events, { gate: breaker, breakers }, now, deps);
  return events;
}

/** Counts, routes and commits events that no batch found, with other changes. Throws if the database rejects them. */
export async function commitEvents(
  events: Event[],
  changes: Partial<Pick<Commit, "gate" | "breakers">>,
  now: number,
  deps: AnnounceDeps,
): Promise<void> {
  const counts: Record<string, number> = {};
  for (const { type } of events) counts[`events|${type}`] = (counts[`events|${type}`] ?? 0) + 1;
  const { refused } = await deps.commit({
    ...EMPTY_COMMIT,
    ...changes,
    id: deps.newId(),
    tick: now,
    events,
    deliveries: (await route(events, { tick: now, slot: null, batches: 1 }, deps)).deliveries,
    counts,
  });
  if (refused !== null) throw new Error(`news could not be kept: ${refused}`);
}
