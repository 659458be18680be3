import type { Event } from "../core/event.ts";
import type { AnyTargetKind } from "./registry.ts";

/** A target that came, or went, at about this instant, epoch ms. */
export interface Visit {
  came: boolean;
  at: number;
}

/** True for a kind whose targets come and go: one of its event types ends another. */
export const comesAndGoes = ({ events }: Pick<AnyTargetKind, "events">): boolean =>
  Object.values(events).some(({ ends }) => ends !== undefined);

/** The event type of a start that was expected and did not come; null for a kind that has none. */
export const missedTypeOf = ({ events }: Pick<AnyTargetKind, "events">): string | null =>
  Object.entries(events).find(([, { misses }]) => misses !== undefined)?.[0] ?? null;

/** What an event says of coming and going: halfway through its window. Null for any other, and for one who was there before. */
export function visitOf({ events }: Pick<AnyTargetKind, "events">, { type, window, data }: Event): Visit | null {
  const gone = events[type]?.ends !== undefined;
  const came = Object.values(events).some(({ ends }) => ends === type);
  if ((!gone && !came) || data["initial"] === true) return null;
  return { came, at: window.from === null ? window.to : (window.from + window.to) / 2 };
}
