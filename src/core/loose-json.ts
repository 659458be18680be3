import { isObject, type Json, type JsonObject } from "./json.ts";
import { cut, tidyLine } from "./text.ts";

/** Reads an object, or `[]`, which the service may write for an empty one; null for anything else. */
export function objectOf(value: Json | undefined): JsonObject | null {
  if (isObject(value)) return value;
  return Array.isArray(value) && value.length === 0 ? {} : null;
}

/** Reads a list, or null or `{}`, which the service may write for an empty one; null for anything else. */
export function listOf(value: Json | undefined): Json[] | null {
  if (Array.isArray(value)) return value;
  return value === null || (isObject(value) && Object.keys(value).length === 0) ? [] : null;
}

/** Reads a flag: true, 1, "1" or "true", and their opposites; null for anything else. */
export function flagOf(value: Json | undefined): boolean | null {
  if (value === true || value === 1 || value === "1" || value === "true") return true;
  return value === false || value === 0 || value === "0" || value === "false" ? false : null;
}

/** Reads an integer within 2^53 from a number or text; null for anything else. */
export function integerOf(value: Json | undefined): number | null {
  const number = typeof value === "string" && /^\s*-?\d{1,16}(\.0*)?\s*$/.test(value) ? Number(value) : value;
  // Adding 0 removes minus zero, which JSON cannot represent.
  return typeof number === "number" && Number.isSafeInteger(number) ? number + 0 : null;
}

/** The same, but null for negative numbers. */
export function countOf(value: Json | undefined): number | null {
  const number = integerOf(value);
  return number === null || number < 0 ? null : number;
}

/** Reads an id from text or a number: digits without leading zeros. Null for 0, "0", "" and anything else. */
export function idOf(value: Json | undefined): string | null {
  const text = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === "string" && /^\d{1,32}$/.test(text) ? text.replace(/^0+/, "") || null : null;
}

/** Reads a text from outside as one tidy line of at most `max` characters; null if it has no text. */
export function lineOf(value: Json | undefined, max = 200): string | null {
  if (typeof value !== "string") return null;
  return cut(tidyLine(value.slice(0, 4 * max)), max) || null;
}
