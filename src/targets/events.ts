import { matchesType, type Event } from "../core/event.ts";
import type { EventType, EventTypes } from "./event-type.ts";
import { operatorEvents } from "./operator-events.ts";
import { targetKinds } from "./registry.ts";
import { targetTroubles } from "./target-troubles.ts";

/** An event type with the kinds whose targets it may be about; of none where it is about no target. */
type KnownEventType = EventType & { kinds: string[] };

const rowsOf = (table: EventTypes, kinds: string[]): [string, KnownEventType][] =>
  Object.entries(table).map(([type, row]) => [type, { ...row, kinds }]);

/** Every event type that is kept and that a subscription can name. */
export const eventTypes: Record<string, KnownEventType> = Object.fromEntries([
  ...Object.values(targetKinds).flatMap(({ kind, events }) => rowsOf(events, [kind])),
  ...rowsOf(targetTroubles, Object.keys(targetKinds)),
  ...rowsOf(operatorEvents, []),
]);

/** The names of them. */
export const eventTypeNames: readonly string[] = Object.keys(eventTypes);

/** True where a subscription's pattern (an exact type, `live.*` or `*`) asks for events of this type. */
export const asksFor = (pattern: string, type: string): boolean =>
  pattern === type || (eventTypes[type]?.onlyByName !== true && matchesType(pattern, type));

/** What an event says about its target. */
type About = Pick<Event, "targetId" | "watchlistId" | "target">;

/** An event of this type as one could come at `at`, epoch ms: of the target that is given, else of its kind's example. */
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
