import { instantOf, iso } from "./instant.ts";
import type { JsonObject } from "./json.ts";

// Event data may come from an older version or a backup, so each reader accepts any value.

/** The name of the event's target, or `nobody` if it has none. */
export const targetName = (event: Event, nobody: string): string => event.target?.name ?? nobody;

/** A text of the event's data, numbers as text; null if missing. */
export function textIn(event: Event, key: string): string | null {
  const value = event.data[key];
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : null;
}

/** A number of the event's data; null if missing. */
export function numberIn(event: Event, key: string): number | null {
  const value = event.data[key];
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** An instant of the event's data, epoch ms; null if missing. */
export function instantIn(event: Event, key: string): number | null {
  const value = event.data[key];
  return typeof value === "string" ? instantOf(value) : null;
}

/** The period in which polling shows that something happened: after `from` (null: unknown), up to `to`. Epoch ms. */
interface Window {
  from: number | null;
  to: number;
}

/** An event's `seq` is at least its detection time (epoch ms) times this. */
export const SEQ_PER_MS = 512;

/** A change found by a judge, not yet committed. */
export interface Change<Type extends string = string, Data = JsonObject> {
  type: Type;
  /** Identifies the occurrence among those of the same target and type. */
  key: string;
  occurredAt: number;
  window: Window;
  data: Data;
  /** The earlier event whose message this one updates, such as the start of the stream that ended. */
  follows?: { type: string; key: string; detectedAt: number };
  /** True if some of its facts may still come. */
  pending?: true;
  /** Set on an event that was detected earlier, at `detectedAt`: its facts have come, or never will. */
  late?: Late;
}

/** The outcome for the facts that an event was waiting for. */
export interface Late {
  facts: "came" | "missing";
  detectedAt: number;
}

interface EventTarget {
  name: string;
  kind: string;
  params: JsonObject;
}

/** Who takes care of an event, since `at` (wall clock, epoch ms). */
export interface Claim {
  name: string;
  at: number;
}

/** A committed change. Instants are epoch ms; the API writes them as ISO 8601. */
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
  /** Id and detection time of the event that this one follows. */
  follows: { eventId: string; detectedAt: number } | null;
  /** Who takes care of it; missing if nobody said so. */
  claim?: Claim;
  /** For routing only, not stored: whether facts may still come, and the outcome for those it was waiting for. */
  pending?: true;
  late?: Late["facts"];
}

/**
 * The parts of an event from which live hours are computed. The `data` of an end has the start, duration and observed
 * time.
 */
export type Happened = Pick<Event, "type" | "targetId" | "occurredAt" | "detectedAt" | "window" | "data">;

/** Reports whether a pattern (an exact type, `live.*` or `*`) matches a type. */
export function matchesType(pattern: string, type: string): boolean {
  if (pattern === "*") return true;
  return pattern.endsWith(".*") ? type.startsWith(pattern.slice(0, -1)) : pattern === type;
}

/** Reports whether an event is news about this very channel. Such news is sent to other channels. */
export const isNewsOf = (event: Event, channelId: string): boolean =>
  event.type.startsWith("channel.") && event.data["channelId"] === channelId;

/** The event as the API and webhooks serialize it, with instants as ISO 8601. */
export const publicEvent = (event: Event): JsonObject => ({
  id: event.id,
  type: event.type,
  targetId: event.targetId,
  target: event.target === null ? null : { ...event.target },
  occurredAt: iso(event.occurredAt),
  detectedAt: iso(event.detectedAt),
  window: { from: event.window.from === null ? null : iso(event.window.from), to: iso(event.window.to) },
  data: event.data,
  ...(event.claim === undefined ? {} : { claim: { name: event.claim.name, at: iso(event.claim.at) } }),
});
