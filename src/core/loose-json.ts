import { isObject, type Json, type JsonObject } from "./json.ts";
import { cut, tidyLine } from "./text.ts";

/** An object, where the service may write `[]` for an empty one; null for anything else. */
export function objectOf(value: Json | undefined): JsonObject | null {
  if (isObject(value)) return value;
  return Array.isArray(value) && value.length === 0 ? {} : null;
}

/** A list, where the service may write null or `{}` for an empty one; null for anything else. */
export function listOf(value: Json | undefined): Json[] | null {
  if (Array.isArray(value)) return value;
  return value === null || (isObject(value) && Object.keys(value).length === 0) ? [] : null;
}

/** A flag written as true, 1, "1" or "true", and the reverse; null for anything else. */
export function flagOf(value: Json | undefined): boolean | null {
  if (value === true || value === 1 || value === "1" || value === "true") return true;
  return value === false || value === 0 || value === "0" || value === "false" ? false : null;
}

/** A whole number within 2^53, as a number or as its text; null for anything else. */
export function integerOf(value: Json | undefined): number | null {
  const number = typeof value === "string" && /^\s*-?\d{1,16}(\.0*)?\s*$/.test(value) ? Number(value) : value;
  // Minus zero is a number that JSON forgets.
  return typeof number === "number" && Number.isSafeInteger(number) ? number + 0 : null;
}

/** The same, from zero up. */
export function countOf(value: Json | undefined): number | null {
  const number = integerOf(value);
  return number === null || number < 0 ? null : number;
}

/** An id: its digits without leading zeros, from text or a number; 0, "0", "" and null mean none. */
export function idOf(value: Json | undefined): string | null {
  const text = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === "string" && /^\d{1,32}$/.test(text) ? text.replace(/^0+/, "") || null : null;
}

/** Text from outside on one tidy line, at most `most` long; null where there is none. */
export function lineOf(value: Json | undefined, max = 200): string | null {
  if (typeof value !== "string") return null;
  return cut(tidyLine(value.slice(0, 4 * max)), max) || null;
}
