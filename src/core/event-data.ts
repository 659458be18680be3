import type { Event } from "./event.ts";
import { instantOf } from "./instant-of.ts";

// What an event says may have been written by an older version, or come back from a backup: each reader bears anything.

/** The target's name as people gave it, or what to say where there is none. */
export const targetName = (event: Event, nobody: string): string => event.target?.name ?? nobody;

/** A text of the event's data; null where it has none. */
export function textIn(event: Event, key: string): string | null {
  const value = event.data[key];
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : null;
}

/** A number of the event's data; null where it has none. */
export function numberIn(event: Event, key: string): number | null {
  const value = event.data[key];
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** An instant of the event's data, epoch ms; null where it has none. */
export function instantIn(event: Event, key: string): number | null {
  const value = event.data[key];
  return typeof value === "string" ? instantOf(value) : null;
}
