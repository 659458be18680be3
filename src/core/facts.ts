import { isObject, pointed, type Json, countOf, idOf, lineOf, listOf } from "./json.ts";
import { refusal, type Addresses } from "./public-url.ts";

/** The values of an operation's `fields`, by name: text, an address or a number. Fields without a value are omitted. */
export type Facts = Record<string, string | number>;

/** The maximum number of fields of an operation. */
export const MAX_FIELDS = 30;

/** The names that templates and rows accept for a field. */
export const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_]{0,39}$/;

/** The maximum length of names and titles, in UTF-16 units. */
const MAX_TEXT = 300;

/** Longer addresses are dropped: no message takes them. */
const MAX_ADDRESS = 2000;

/** The maximum length of all facts of an answer. They are stored in each event and in the target's row. */
const MAX_ALL = 8000;

type Reader = (value: Json | undefined, addresses: Addresses) => string | number | null;

const address: Reader = (value, addresses) => addressOf(value, addresses);
const line: Reader = (value) => lineOf(value, MAX_TEXT);

/** Readers of the field names that have a meaning here. Other fields are read by `plain`. */
const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["userId", idOf],
  ["roomId", idOf],
  ["viewers", countOf],
  ["followers", countOf],
  ["title", line],
  ["name", line],
  ["handle", (value) => handleOf(value)],
  ["cover", address],
  ["avatar", address],
]);

/**
 * Reads an operation's `fields` from an answer; each value is a JSON Pointer. A value that is missing, null, empty or
 * of another type is omitted and is no fault. `addresses` lists origins that are allowed besides public https.
 */
export function factsOf(body: Json, fields: Record<string, string>, addresses: Addresses): Facts {
  const facts: Facts = {};
  let left = MAX_ALL;
  for (const [name, pointer] of Object.entries(fields).slice(0, MAX_FIELDS)) {
    const value = (READERS.get(name) ?? plain)(pointed(body, pointer), addresses);
    if (value === null || name.length + String(value).length > left) continue;
    facts[name] = value;
    left -= name.length + String(value).length;
  }
  return facts;
}

/** Reads a field of any other name: an image, an address, text or a finite number. */
function plain(value: Json | undefined, addresses: Addresses): string | number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : null;
  if (isObject(value) || (typeof value === "string" && /^\s*[a-z][a-z0-9+.-]*:\/\//i.test(value)))
    return addressOf(value, addresses);
  return lineOf(value, MAX_TEXT);
}

/** A handle without its "@"; null if it does not fit into a link. */
function handleOf(value: Json | undefined): string | null {
  const handle = typeof value === "string" ? value.trim().replace(/^@/, "") : "";
  return /^[A-Za-z0-9._-]{1,64}$/.test(handle) ? handle : null;
}

/** Image formats that every chat shows. */
const COMMON_FORMAT = /\.(png|jpe?g|gif)$/i;

/**
 * Reads an address from a text, or from an image as the service writes it (`url_list`). Takes the first allowed
 * address, preferably in a common image format; null if there is none.
 */
function addressOf(value: Json | undefined, addresses: Addresses): string | null {
  const named = isObject(value) ? (listOf(value["url_list"]) ?? []) : [value];
  const fit = named
    .slice(0, 20)
    .flatMap((one) => (typeof one === "string" ? [one.slice(0, MAX_ADDRESS + 1).trim()] : []))
    .filter((one) => one.length <= MAX_ADDRESS && refusal(one, addresses) === null);
  return fit.find((one) => COMMON_FORMAT.test(new URL(one).pathname)) ?? fit[0] ?? null;
}
