import type { Event } from "../core/event.ts";
import type { AnyTargetKind } from "./registry.ts";

/** An arrival or departure of a target at about this time, epoch ms. */
export type PresenceChange =
  /**
   * If the time of the arrival is unknown, `at` is the first sighting. `withinMs` is the length of the window in which
   * it happened.
   */
  | { came: true; at: number; known: boolean; withinMs: number }
  /** `observedMs` is the observed part of the stay in milliseconds; null if that is all of it. */
  | { came: false; at: number; observedMs: number | null };

/** Whether targets of a kind come and go, that is, one of its event types ends another. */
export const comesAndGoes = ({ events }: Pick<AnyTargetKind, "events">): boolean =>
  Object.values(events).some(({ ends }) => ends !== undefined);

/** The event type of an expected start that did not come; null if the kind has none. */
export const missedTypeOf = ({ events }: Pick<AnyTargetKind, "events">): string | null =>
  Object.entries(events).find(([, { misses }]) => misses !== undefined)?.[0] ?? null;

/**
 * Derives an arrival or departure from an event, at the middle of its window. If the window is as long as a verdict is
 * valid (`holdsMs`), the time is unknown. Null for other events, and for a target that was already live.
 */
export function presenceChangeOf(
  { events }: Pick<AnyTargetKind, "events">,
  { type, window: { from, to }, data }: Event,
  holdsMs: number,
): PresenceChange | null {
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
