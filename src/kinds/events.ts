import { matchesType, type Event } from "../core/event.ts";
import { featureEvents } from "../../build/feature-events.ts";
import type { EventType, EventTypes } from "./event-type.ts";
import { operatorEvents } from "./operator-events.ts";
import { targetKinds } from "./registry.ts";
import { targetTroubles } from "./target-incidents.ts";

/** An event type with the kinds that it can be about; none if it is about no target. */
type KnownEventType = EventType & { kinds: string[] };

const rowsOf = (table: EventTypes, kinds: string[]): [string, KnownEventType][] =>
  Object.entries(table).map(([type, row]) => [type, { ...row, kinds }]);

/** All event types that are stored and that subscriptions can name. */
export const eventTypes: Record<string, KnownEventType> = Object.fromEntries([
  ...Object.values(targetKinds).flatMap(({ kind, events }) => rowsOf(events, [kind])),
  ...rowsOf(targetTroubles, Object.keys(targetKinds)),
  ...rowsOf(operatorEvents, []),
  ...rowsOf(featureEvents, []),
]);

/** The names of all event types. */
export const eventTypeNames: readonly string[] = Object.keys(eventTypes);

/** The event types that say that something grew. */
export const surgeTypes: readonly string[] = eventTypeNames.filter((type) => type.endsWith("surged"));

/** Whether a subscription's pattern (an exact type, `live.*` or `*`) includes this type. */
export const asksFor = (pattern: string, type: string): boolean =>
  pattern === type || (eventTypes[type]?.onlyByName !== true && matchesType(pattern, type));

/** Reports whether an event only updates the message of an earlier one of its type. */
export const isContinuation = ({ type, follows }: Pick<Event, "type" | "follows">): boolean =>
  follows !== null && eventTypes[type]?.continues === true;

/** The fields of an event about its target. */
type About = Pick<Event, "targetId" | "watchlistId" | "target">;

/** An example event at `at`, epoch ms. It is about the given target, or the example of its kind. */
export function exampleEvent(type: string, id: string, at: number, about: Partial<About> = {}): Event {
  const { kinds, example } = eventTypes[type]!;
  const kind = targetKinds[kinds[0] ?? ""];
  const created: About =
    kind === undefined
      ? { targetId: null, watchlistId: null, target: null }
      : { targetId: "tgt_example", watchlistId: "wl_default", target: { kind: kind.kind, ...kind.example }, ...about };
  const window = { from: at - 60_000, to: at };
  return { id, type, ...created, occurredAt: at, detectedAt: at, window, data: example(at), follows: null };
}
