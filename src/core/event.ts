import { iso } from "./instant.ts";
import type { JsonObject } from "./json.ts";

/** What polling can honestly say: it happened after `from` (null: unknown) and by `to`. Epoch milliseconds. */
interface Window {
  from: number | null;
  to: number;
}

/** What a diff found: not yet committed. */
export interface Change<Type extends string = string, Data = JsonObject> {
  type: Type;
  /** What counts as the same happening for this target and type. */
  key: string;
  occurredAt: number;
  window: Window;
  data: Data;
  /** The earlier event whose message this one brings up to date, such as the start that an end belongs to. */
  follows?: { type: string; key: string; detectedAt: number };
  /** True where facts of it may still come. */
  pending?: true;
  /** Of one that was found before, at `detectedAt`: its facts came, or they never will. */
  late?: Late;
}

/** What became of the facts that an event was waiting for. */
export interface Late {
  facts: "came" | "missing";
  detectedAt: number;
}

interface EventTarget {
  name: string;
  kind: string;
  params: JsonObject;
}

/** A committed change. Instants are epoch milliseconds; the API writes them as ISO 8601. */
export interface Event {
  id: string;
  type: string;
  targetId: string | null;
  watchlistId: string | null;
  target: EventTarget | null;
  occurredAt: number;
  detectedAt: number;
  window: Window;
  data: JsonObject;
  /** Id and detection instant of the event that this one follows. */
  follows: { eventId: string; detectedAt: number } | null;
  /** Where it is routed: whether facts of it may still come, and what became of those it was waiting for. Not stored. */
  pending?: true;
  late?: Late["facts"];
}

/** What of an event the hours of its target are made of; of an end `data` says when it began, how long it was, and what was seen of it. */
export type Happened = Pick<Event, "type" | "targetId" | "occurredAt" | "detectedAt" | "window" | "data">;

/** True where a pattern (an exact type, `live.*` or `*`) takes in the type. */
export function matchesType(pattern: string, type: string): boolean {
  if (pattern === "*") return true;
  return pattern.endsWith(".*") ? type.startsWith(pattern.slice(0, -1)) : pattern === type;
}

/** True for news of this very channel: that it is gone, or goes elsewhere now, is told on others. */
export const isNewsOf = (event: Event, channelId: string): boolean =>
  event.type.startsWith("channel.") && event.data["channelId"] === channelId;

/** An event as the API and webhooks show it: instants as ISO 8601. */
export const publicEvent = (event: Event): JsonObject => ({
  id: event.id,
  type: event.type,
  targetId: event.targetId,
  target: event.target === null ? null : { ...event.target },
  occurredAt: iso(event.occurredAt),
  detectedAt: iso(event.detectedAt),
  window: { from: event.window.from === null ? null : iso(event.window.from), to: iso(event.window.to) },
  data: event.data,
});
