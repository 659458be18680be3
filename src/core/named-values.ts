import { isObject, pointed, type Json } from "./json.ts";
import { lineOf, listOf } from "./loose-json.ts";

/** What an operation's `fields` give, by name: numbers and texts. A name that gave nothing is not there. */
export type Values = Record<string, string | number>;

/** Digits as numbers are written, within what a number holds exactly. */
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/;

/** Fields whose values are text, whatever they look like: a title may be a year, an id has digits. */
const TEXTUAL = new Set(
  "userId roomId id title name handle cover avatar link url picture image author caption text description bio".split(
    " ",
  ),
);

/** Texts are cut, in UTF-16 units; an address that is longer is none. */
const MAX_TEXT = 300;
const MAX_ADDRESS = 1000;

/** Formats of pictures that every chat shows. */
const COMMON_FORMAT = /\.(png|jpe?g|gif)$/i;

/**
 * What stands in a part of an answer under the names of an operation's `fields`, each a JSON Pointer into it. Text that looks like a
 * number is one, unless the field's name says that it is text; true and false are texts; of an image the address counts. What is
 * missing, null, empty or of another type is left out.
 */
export function namedValues(part: Json, fields: Record<string, string>): Values {
  const values: [string, string | number][] = [];
  for (const [name, pointer] of Object.entries(fields)) {
    const value = valueIn(pointed(part, pointer));
    if (value === null) continue;
    const looksNumeric = typeof value === "string" && !TEXTUAL.has(name) && NUMBER.test(value);
    values.push([name, looksNumeric ? Number(value) + 0 : TEXTUAL.has(name) ? String(value) : value]);
  }
  return Object.fromEntries(values);
}

function valueIn(value: Json | undefined): string | number | null {
  // Minus zero is a number that JSON forgets.
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : null;
  if (typeof value === "boolean") return String(value);
  if (isObject(value)) return pictureIn(value["url_list"]);
  if (typeof value === "string" && /^\s*https?:\/\//i.test(value)) return addressOf(value);
  return lineOf(value, MAX_TEXT);
}

const addressOf = (text: string): string | null => (text.length <= MAX_ADDRESS ? lineOf(text, MAX_ADDRESS) : null);

/** The address of an image as the service writes one, in a format that every chat shows where there is one. */
function pictureIn(list: Json | undefined): string | null {
  const all = (listOf(list) ?? [])
    .slice(0, 20)
    .flatMap((one) => (typeof one === "string" ? (addressOf(one) ?? []) : []));
  return all.find((one) => COMMON_FORMAT.test(pathOf(one))) ?? all[0] ?? null;
}

/** Fields without those that have none of these names; the same where there are none such. */
export const onlyNamed = (values: Values, names: string[]): Values =>
  Object.keys(values).every((name) => names.includes(name))
    ? values
    : Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));

/** The value under a name, whatever the name is. */
export const valueOf = (values: Values, name: string): string | number | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/** The number under a name; null where there is none. */
export function numberOf(values: Values, name: string): number | null {
  const value = valueOf(values, name);
  return typeof value === "number" ? value : null;
}

/** True for texts that say the same: the address of one picture is signed anew with each answer. */
export const saysTheSame = (one: string, other: string): boolean => one === other || pathOf(one) === pathOf(other);

/** Of an address its path alone; any other text as it is. */
function pathOf(text: string): string {
  return /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text).pathname : text;
}

/** A field's name in words: "playCount" and "play_count" are "play count". */
export const fieldWords = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .trim()
    .toLowerCase();
