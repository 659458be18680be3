import type { Event } from "./event.ts";
import { instantOf } from "./parse-instant.ts";

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
