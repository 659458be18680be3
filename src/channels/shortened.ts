import { isObject, type Json } from "../core/json.ts";
import { cut } from "../core/text.ts";

/** The bytes of a text as UTF-8. */
export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Limits texts, lists and objects to `longest` characters or entries each, and makes text well-formed. */
export function shortened(value: Json, longest: number): Json {
  if (typeof value === "string") return cut(value.toWellFormed(), longest);
  if (Array.isArray(value)) return value.slice(0, longest).map((entry) => shortened(entry, longest));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).slice(0, Math.max(longest, 100));
  return Object.fromEntries(
    entries.map(([key, entry]) => [cut(key.toWellFormed(), longest), shortened(entry, longest)]),
  );
}
