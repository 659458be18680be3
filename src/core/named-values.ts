import { isObject, pointed, type Json, lineOf, listOf } from "./json.ts";
import { decimalMarkIn, writtenNumber, type DecimalMark, type NumberRange } from "./written-number.ts";

/** The values of an operation's `fields`, by name: numbers and texts. Fields without a value are omitted. */
export type Values = Record<string, string | number>;

/** What shortened numbers stand for, by field: "9.9K" is from 9,850 to 10,000. Exact numbers are omitted. */
export type Ranges = Record<string, NumberRange>;

/** The values of a part of an answer. */
export interface ReadValues {
  fields: Values;
  ranges: Ranges;
}

/** Fields whose values are always text: a title may be a year, an id has digits. */
const TEXTUAL = new Set(
  "userId roomId id title name handle cover avatar link url picture image author caption text description bio".split(
    " ",
  ),
);

/** Longer texts are cut, longer addresses dropped; in UTF-16 units. */
const MAX_TEXT = 300;
const MAX_ADDRESS = 1000;

/** Image formats that every chat shows. */
const COMMON_FORMAT = /\.(png|jpe?g|gif)$/i;

/**
 * Reads an operation's `fields` from a part of an answer; each value is a JSON Pointer into it. Text that is written like
 * a number becomes one, unless the name is in `TEXTUAL`; `mark` is the decimal mark of its neighbours. Booleans become
 * text, an image its address. What is missing, null, empty or of another type is omitted.
 */
export function readValues(part: Json, fields: Record<string, string>, mark: DecimalMark | null): ReadValues {
  const values: [string, string | number][] = [];
  const ranges: [string, NumberRange][] = [];
  for (const [name, pointer] of Object.entries(fields)) {
    const value = valueIn(pointed(part, pointer));
    if (value === null) continue;
    const written = typeof value === "string" && !TEXTUAL.has(name) ? writtenNumber(value, mark) : null;
    values.push([name, written !== null ? written.value : TEXTUAL.has(name) ? String(value) : value]);
    if (written?.range != null) ranges.push([name, written.range]);
  }
  return { fields: Object.fromEntries(values), ranges: Object.fromEntries(ranges) };
}

/** The decimal mark of the texts in these fields (`decimalMarkIn`); `known` is that of earlier ones. */
export const markIn = (
  parts: Json[],
  fields: Record<string, string>,
  known?: () => DecimalMark | null,
): DecimalMark | null => {
  const pointers = Object.entries(fields).flatMap(([name, pointer]) => (TEXTUAL.has(name) ? [] : pointer));
  return decimalMarkIn(textsIn(parts, pointers), known);
};

function* textsIn(parts: Json[], pointers: string[]): Iterable<string> {
  for (const part of parts)
    for (const pointer of pointers) {
      const value = pointed(part, pointer);
      if (typeof value === "string") yield value;
    }
}

/** The values of a part alone. */
export const namedValues = (part: Json, fields: Record<string, string>): Values =>
  readValues(part, fields, markIn([part], fields)).fields;

function valueIn(value: Json | undefined): string | number | null {
  // Adding 0 removes minus zero, which JSON cannot represent.
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : null;
  if (typeof value === "boolean") return String(value);
  if (isObject(value)) return pictureIn(value["url_list"]);
  if (typeof value === "string" && /^\s*https?:\/\//i.test(value)) return addressOf(value);
  return lineOf(value, MAX_TEXT);
}

const addressOf = (text: string): string | null => (text.length <= MAX_ADDRESS ? lineOf(text, MAX_ADDRESS) : null);

/** The address of an image as the service writes it, preferably in a common format. */
function pictureIn(list: Json | undefined): string | null {
  const all = (listOf(list) ?? [])
    .slice(0, 20)
    .flatMap((one) => (typeof one === "string" ? (addressOf(one) ?? []) : []));
  return all.find((one) => COMMON_FORMAT.test(pathOf(one))) ?? all[0] ?? null;
}

/** Keeps only the fields with these names. Returns the same object if there are no others. */
export const onlyNamed = (values: Values, names: string[]): Values =>
  Object.keys(values).every((name) => names.includes(name))
    ? values
    : Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));

/**
 * The names of known values that an answer has nothing for, in order; nothing if it has all. Addresses are no part of it:
 * services leave pictures out of single answers.
 */
export function missingIn(known: Values, answered: Values): { missing?: string[] } {
  const missing = Object.entries(known).flatMap(([name, value]) =>
    Object.hasOwn(answered, name) || String(value).startsWith("https://") ? [] : name,
  );
  return missing.length === 0 ? {} : { missing };
}

/** Reports whether other values are missing than before. */
export const misses = (now: { missing?: string[] }, before: { missing?: string[] }): boolean =>
  String(now.missing ?? []) !== String(before.missing ?? []);

/** The value of a field, even if the name is one of Object.prototype. */
export const valueOf = (values: Values, name: string): string | number | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/** The number in a field; null if it has none. */
export function numberOf(values: Values, name: string): number | null {
  const value = valueOf(values, name);
  return typeof value === "number" ? value : null;
}

/**
 * Reports whether two texts mean the same. The signed address of a picture changes with each answer, so only paths are
 * compared.
 */
export const saysTheSame = (one: string, other: string): boolean => one === other || pathOf(one) === pathOf(other);

/** The path of an address; other texts unchanged. */
function pathOf(text: string): string {
  return /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text).pathname : text;
}

/** A field's name in words: "playCount" and "play_count" become "play count". */
export const fieldWords = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .trim()
    .toLowerCase();
