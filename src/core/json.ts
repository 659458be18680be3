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
