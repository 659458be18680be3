import type { Event } from "../core/event.ts";
import type { AnyTargetKind } from "./registry.ts";

/** A target that came, or went, at about this instant, epoch ms. */
export type PageContext =
  /** Where nobody knows when it came, it was seen first at that instant. It may have been `withinMs` before and after, all in all. */
  | { came: true; at: number; known: boolean; withinMs: number }
  /** `observedMs` is how much of the visit polls observed, milliseconds, where that is not all of it; else null. */
  | { came: false; at: number; observedMs: number | null };

/** True for a kind whose targets come and go: one of its event types ends another. */
export const comesAndGoes = ({ events }: Pick<AnyTargetKind, "events">): boolean =>
  Object.values(events).some(({ ends }) => ends !== undefined);

/** The event type of a start that was expected and did not come; null for a kind that has none. */
export const missedTypeOf = ({ events }: Pick<AnyTargetKind, "events">): string | null =>
  Object.entries(events).find(([, { misses }]) => misses !== undefined)?.[0] ?? null;

/**
 * What an event says of coming and going: halfway through its window. Where that is as long as a poll holds (`holdsMs`), nobody knows
 * when it was. Null for any other event, and for one who was there before.
 */
export function visitOf(
  { events }: Pick<AnyTargetKind, "events">,
  { type, window: { from, to }, data }: Event,
  holdsMs: number,
): PageContext | null {
  const gone = events[type]?.ends !== undefined;
  const came = Object.values(events).some(({ ends }) => ends === type);
  if ((!gone && !came) || data["initial"] === true) return null;
  const at = from === null ? to : (from + to) / 2;
  const blind = from !== null && to - from >= holdsMs;
  const withinMs = from === null ? Infinity : to - from;
  if (came) return { came, at: blind ? to : at, known: !blind, withinMs };
  const whole = !blind && Number(data["unknownSeconds"] ?? 0) === 0;
  return { came: false, at: blind ? from : at, observedMs: whole ? null : Number(data["durationSeconds"] ?? 0) * 1000 };
}
