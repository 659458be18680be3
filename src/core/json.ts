/** What JSON can say. */
export type Json = string | number | boolean | null | Json[] | JsonObject;

export type JsonObject = { [key: string]: Json };

/** True for a plain JSON object; an array and null are none. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value that a JSON Pointer (RFC 6901) leads to, undefined where it leads nowhere; "" is the whole document. */
export function pointed(document: Json, pointer: string): Json | undefined {
  if (pointer === "") return document;
  let here: Json | undefined = document;
  for (const token of pointer.slice(1).split("/")) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(here)) here = /^(0|[1-9]\d*)$/.test(key) ? here[Number(key)] : undefined;
    else here = isObject(here) && Object.hasOwn(here, key) ? here[key] : undefined;
    if (here === undefined) return undefined;
  }
  return here;
}

/** Parses JSON without losing digits: integers beyond 2^53 become strings of their digits. Throws SyntaxError on junk. */
export function parseLossless(text: string): Json {
  if (!/\d{16}/.test(text)) return JSON.parse(text) as Json;
  return JSON.parse(text, keepDigits as (this: unknown, key: string, value: unknown) => unknown) as Json;
}

function keepDigits(_key: string, value: unknown, context: { source?: string }): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  return context.source !== undefined && /^-?\d{16,}$/.test(context.source) ? context.source : value;
}

/** JSON text with object keys in order, so that equal values give equal texts. */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key]!)}`).join(",")}}`;
}

/** True for equal values, whatever the order of their keys. */
export function sameJson(one: Json, other: Json): boolean {
  if (one === other) return true;
  if (Array.isArray(one))
    return Array.isArray(other) && one.length === other.length && one.every((each, at) => sameJson(each, other[at]!));
  if (!isObject(one) || !isObject(other)) return false;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => Object.hasOwn(other, key) && sameJson(one[key]!, other[key]!));
}

/** A UTF-16 unit as a JSON text may have any, six signs. */
export const escapedUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
