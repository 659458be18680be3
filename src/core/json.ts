import { malformed, type Fault } from "./fault.ts";
import { err, ok, type Result } from "./result.ts";
import { cut, tidyLine } from "./text.ts";

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | JsonObject;

export type JsonObject = { [key: string]: Json };

/** Reports whether a value is a plain JSON object, not an array or null. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A token of a JSON Pointer as the key that it names. */
export const unescaped = (token: string): string => token.replaceAll("~1", "/").replaceAll("~0", "~");

/** The value at a JSON Pointer (RFC 6901), or undefined if there is none; "" is the whole document. */
export function pointed(document: Json, pointer: string): Json | undefined {
  if (pointer === "") return document;
  let here: Json | undefined = document;
  for (const token of pointer.slice(1).split("/")) {
    const key = unescaped(token);
    if (Array.isArray(here)) here = /^(0|[1-9]\d*)$/.test(key) ? here[Number(key)] : undefined;
    else here = isObject(here) && Object.hasOwn(here, key) ? here[key] : undefined;
    if (here === undefined) return undefined;
  }
  return here;
}

/** A copy of a document with another value at a JSON Pointer that leads somewhere; parts beside the path are shared. */
export function replaced(document: Json, pointer: string, value: Json): Json {
  if (pointer === "") return value;
  const [token = "", ...rest] = pointer.slice(1).split("/");
  const key = unescaped(token);
  const below = rest.length === 0 ? "" : `/${rest.join("/")}`;
  if (Array.isArray(document)) return document.with(Number(key), replaced(document[Number(key)]!, below, value));
  if (!isObject(document)) return document;
  const copy = { ...document };
  // Plain assignment would set the prototype for the key __proto__.
  Object.defineProperty(copy, key, {
    value: replaced(document[key]!, below, value),
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return copy;
}

/** Parses JSON without losing digits: integers beyond 2^53 become strings. Throws SyntaxError for invalid JSON. */
export function parseLossless(text: string): Json {
  if (!/\d{16}/.test(text)) return JSON.parse(text) as Json;
  return JSON.parse(text, keepDigits as (this: unknown, key: string, value: unknown) => unknown) as Json;
}

function keepDigits(_key: string, value: unknown, context: { source?: string }): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  return context.source !== undefined && /^-?\d{16,}$/.test(context.source) ? context.source : value;
}

/** JSON text with sorted object keys, so that equal values give equal texts. */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key]!)}`).join(",")}}`;
}

/** Reports whether two values are equal, regardless of the order of keys. */
export function sameJson(one: Json, other: Json): boolean {
  if (one === other) return true;
  if (Array.isArray(one))
    return Array.isArray(other) && one.length === other.length && one.every((each, at) => sameJson(each, other[at]!));
  if (!isObject(one) || !isObject(other)) return false;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => Object.hasOwn(other, key) && sameJson(one[key]!, other[key]!));
}

/** A UTF-16 unit as a JSON escape of six characters. */
export const escapedUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Deeper than any form. Values below are taken unmerged, and the form rejects them. */
const DEEPEST = 32;

/** JSON Merge Patch (RFC 7396): null removes a member, objects are merged, everything else is replaced. */
export function mergePatch(document: Json, patch: Json, depth = 0): Json {
  if (!isObject(patch) || depth > DEEPEST) return patch;
  const merged = new Map(isObject(document) ? Object.entries(document) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatch(merged.get(key) ?? null, value, depth + 1));
  }
  return Object.fromEntries(merged);
}

/** The value of a column of JSON; null for none. Throws if it is malformed. */
export const parsed = (text: string | null): Json => (text === null ? null : (JSON.parse(text) as Json));

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

/**
 * Checks the envelope of an answer with a 2xx status. In the service's own interface (`enveloped`) it is an object with
 * `code` 0 and an inner `status_code` that is 0 or missing. A configured operation may differ: any object or list is
 * accepted, and a `code` of 200 or without a number is ignored. Null data passes, as kinds interpret it.
 */
export function unwrapped(
  body: Json | undefined,
  enveloped: boolean,
  status: number,
): Result<JsonObject | Json[], Fault> {
  if (Array.isArray(body) && !enveloped) return ok(body);
  if (!isObject(body)) return err({ ...malformed("", "not a JSON object"), status });
  const { code, data } = body;
  if (code === undefined && enveloped) return err({ ...malformed("/code", "no envelope: `code` is missing"), status });
  if (refuses(code, enveloped)) return err(refusedInside("code", code!, status));
  const inner = isObject(data) ? data["status_code"] : undefined;
  if (inner !== undefined && inner !== null && refuses(inner, enveloped))
    return err(refusedInside("status_code", inner, status));
  return ok(body);
}

function refuses(code: Json | undefined, enveloped: boolean): boolean {
  if (enveloped) return code === null || Number(code) !== 0;
  const reported = typeof code === "string" && code.trim() === "" ? NaN : Number(code ?? 0);
  return Number.isFinite(reported) && reported !== 0 && reported !== 200;
}

/** A failure reported inside a 200. It counts as temporary, since the meaning of the codes is not documented. */
function refusedInside(field: string, value: Json, status: number): Fault {
  const reported = typeof value === "number" || typeof value === "string" ? String(value) : "";
  const code = /^-?\d{1,12}$/.test(reported) ? reported : "no number";
  return { kind: "unreachable", status, detail: `the service answered ${field} ${code}` };
}

/** A value as a text; "" if it is none. */
export const textIn = (value: Json | undefined): string => (typeof value === "string" ? value : "");

/** A value as an object; empty if it is none. */
export const objectIn = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

/** A text or number as a text; "" if it is neither. */
export const scalarIn = (value: Json | undefined): string =>
  typeof value === "number" ? String(value) : textIn(value);

/** The objects of a list; none if it is no list. */
export const objectsIn = (value: Json | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
