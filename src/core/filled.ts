import { isObject, type Json, type JsonObject } from "./json.ts";

/** What was stored, with what it lacks from the defaults: an older version knew fewer fields. No object is the defaults. */
export const filled = <T extends object>(defaults: T, stored: Json | undefined): T =>
  isObject(stored) ? { ...defaults, ...stored } : defaults;

/** The same of each entry; what is no object is left out. */
export function eachFilled<T>(stored: Json | undefined, fill: (entry: JsonObject) => T): Record<string, T> {
  const entries: Record<string, T> = {};
  if (isObject(stored)) for (const key in stored) if (isObject(stored[key])) entries[key] = fill(stored[key]);
  return entries;
}
