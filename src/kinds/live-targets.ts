import { instantOf } from "../core/instant.ts";
import { isObject, type Json, type JsonObject } from "../core/json.ts";
import { spansIn, type Span } from "../core/spans.ts";
import { targetKinds } from "./registry.ts";
import { isLive } from "./status.ts";

/** The type of an event at the end of a broadcast. */
export const ENDED = "live.ended";

/** A running stream, from the state of its target. Times are epoch ms. */
interface OnAir extends Described {
  startedAt: number;
  /** The last poll before that, which did not see it; null if there was none. */
  startedAfter: number | null;
  roomId: string | null;
}

interface Described {
  /** The title of the stream; null if unknown. */
  title: string | null;
  /** Highest viewer count that the service reported; null if it reported none. */
  peakViewers: number | null;
  /** Periods in which the state was unknown, oldest first. */
  unknown: Span[];
}

/** The running stream of a target; null if it is not live. */
export function onAirOf({ kind: name, state }: { kind: string; state: Json }): OnAir | null {
  const kind = targetKinds[name];
  if (kind === undefined || state === null || !isLive(kind, state)) return null;
  const { roomId, startedAt: text, startedAfter: before, ...seen } = kind.snapshot(state);
  const startedAt = typeof text === "string" ? instantOf(text) : null;
  if (startedAt === null) return null;
  const startedAfter = typeof before === "string" ? instantOf(before) : null;
  return { startedAt, startedAfter, roomId: typeof roomId === "string" ? roomId : null, ...describedOf(seen) };
}

/**
 * Reports whether a poll shortly before the first that saw a stream saw it offline, within the time that a verdict holds
 * (milliseconds).
 */
export const isStartSeen = (
  { startedAt, startedAfter }: Pick<OnAir, "startedAt" | "startedAfter">,
  holdsMs: number,
): boolean => startedAfter !== null && startedAt - startedAfter < holdsMs;

/** The details of a stream from a snapshot or an end event. Old ones have none. */
export function describedOf({ info, viewers, peakViewers = viewers, unknown }: JsonObject): Described {
  const title = isObject(info) && typeof info["title"] === "string" ? info["title"] : null;
  return { title, peakViewers: typeof peakViewers === "number" ? peakViewers : null, unknown: spansIn(unknown) };
}
