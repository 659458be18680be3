import { isObject, type Json, type JsonObject } from "./json.ts";

/** Adds missing fields of a stored value, as older versions had fewer. Returns the defaults if it is no object. */
export const filled = <T extends object>(defaults: T, stored: Json | undefined): T =>
  isObject(stored) ? { ...defaults, ...stored } : defaults;

/** The same for each entry. Entries that are no objects are dropped. */
export function eachFilled<T>(stored: Json | undefined, fill: (entry: JsonObject) => T): Record<string, T> {
  const entries: Record<string, T> = {};
  if (isObject(stored)) for (const key in stored) if (isObject(stored[key])) entries[key] = fill(stored[key]);
  return entries;
}
