import { isObject, pointed, type Json } from "./json.ts";
import { countOf, idOf, lineOf, listOf } from "./loose-json.ts";
import { refusal, type Addresses } from "./public-url.ts";

/** What an operation's `fields` gave, by name: text, addresses included, or a number. A name that gave nothing is not there. */
export type Facts = Record<string, string | number>;

/** The most fields that one operation may have. */
export const MAX_FIELDS = 30;

/** A field's name, which templates and rows can carry. */
export const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_]{0,39}$/;

/** Names and titles, in UTF-16 units. */
const MAX_TEXT = 300;

/** An address that is longer is none that a message takes. */
const MAX_ADDRESS = 2000;

/** What one answer gives together: it stands in each event and in the target's row. */
const MAX_ALL = 8000;

type Reader = (value: Json | undefined, addresses: Addresses) => string | number | null;

const address: Reader = (value, addresses) => addressOf(value, addresses);
const line: Reader = (value) => lineOf(value, MAX_TEXT);

/** How the names are read that have a meaning here; any other is what it is. */
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
 * What an answer says under the names of an operation's `fields`, each a JSON Pointer into it. What is missing,
 * null, empty or of another type gives no fact and is no fault. `addresses` says which addresses may stand in a message
 * beside public https ones.
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

/** A field of any other name: an image, an address, text or a finite number. */
function plain(value: Json | undefined, addresses: Addresses): string | number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : null;
  if (isObject(value) || (typeof value === "string" && /^\s*[a-z][a-z0-9+.-]*:\/\//i.test(value)))
    return addressOf(value, addresses);
  return lineOf(value, MAX_TEXT);
}

/** A handle without its "@"; null for what a link could not carry. */
function handleOf(value: Json | undefined): string | null {
  const handle = typeof value === "string" ? value.trim().replace(/^@/, "") : "";
  return /^[A-Za-z0-9._-]{1,64}$/.test(handle) ? handle : null;
}

/** Formats that every chat shows. */
const COMMON_FORMAT = /\.(png|jpe?g|gif)$/i;

/**
 * An address from a text, or from an image as the service writes one (`url_list`): the first that may be shown, one in a
 * format that every chat shows before others. Null where there is none.
 */
function addressOf(value: Json | undefined, addresses: Addresses): string | null {
  const named = isObject(value) ? (listOf(value["url_list"]) ?? []) : [value];
  const fit = named
    .slice(0, 20)
    .flatMap((one) => (typeof one === "string" ? [one.slice(0, MAX_ADDRESS + 1).trim()] : []))
    .filter((one) => one.length <= MAX_ADDRESS && refusal(one, addresses) === null);
  return fit.find((one) => COMMON_FORMAT.test(new URL(one).pathname)) ?? fit[0] ?? null;
}
