import { isObject, pointed, type Json } from "../../../core/json.ts";
import { escaped, isScalar, type Scalar } from "../connect/leaves.ts";

/** A list in an answer whose rows could be items. */
export interface RowsFound {
  /** JSON Pointer to the list. */
  rows: string;
  count: number;
  /** JSON Pointers into a row to values that differ in every row, the likeliest identity first. */
  ids: string[];
}

/** A value of a row. */
export interface RowValue {
  /** JSON Pointer into the row. */
  pointer: string;
  keys: string[];
  /** A scalar, or an image as the service writes it. */
  value: Json;
}

const DEEPEST_LIST = 6;
const DEEPEST_VALUE = 4;
const MAX_NODES = 20_000;

/** Number of rows that are compared. */
const COMPARED = 50;

/** Whether a value is an image with `url_list`, which counts as one value. */
export const isImage = (value: Json | undefined): boolean => isObject(value) && Array.isArray(value["url_list"]);

/** The values of an object, without those in lists: no pointer into a list stays true. */
export function valuesOf(row: Json): RowValue[] {
  const found: RowValue[] = [];
  let left = MAX_NODES;
  const walk = (value: Json, pointer: string, keys: string[]): void => {
    if (left-- <= 0) return;
    if (isScalar(value) || isImage(value)) return void found.push({ pointer, keys, value });
    if (!isObject(value) || keys.length >= DEEPEST_VALUE) return;
    for (const [key, inner] of Object.entries(value)) walk(inner, `${pointer}/${escaped(key)}`, [...keys, key]);
  };
  walk(row, "", []);
  return found;
}

/** The key of a value in one spelling: "awemeId" and "aweme-id" are "aweme_id". */
export const plainKey = (key: string): string =>
  key
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll(/[^A-Za-z0-9]+/g, "_")
    .toLowerCase();

const ID = /(^|_)(u|c|g|p|v|a|s)?id(_str)?$|(^|_)(uuid|guid|key|slug|code)$/;
const COUNT = /count|num|total|size|views?$|likes?$|time|date|_at$|price|score|rank|index|level/;
const OTHER = /user|author|owner|creator|seller|parent|music|sound|room|request|log/;

/** How likely a value identifies its row, by its name and form. Only for comparison. */
function idWorth({ keys, value }: RowValue): number {
  const name = plainKey(keys.at(-1) ?? "");
  const text = isScalar(value) ? String(value) : "";
  return (
    (ID.test(name) ? 45 : 0) +
    (name === "id" || name === "id_str" ? 6 : 0) +
    (typeof value === "string" ? 3 : 0) -
    8 * keys.length -
    (COUNT.test(name) ? 35 : 0) -
    (keys.length > 1 && OTHER.test(plainKey(keys.at(-2)!)) ? 6 : 0) -
    (keys.length === 1 && OTHER.test(name) ? 4 : 0) -
    (/^https?:/.test(text) ? 25 : 0) -
    (/\s/.test(text) ? 30 : 0)
  );
}

/** Names, titles and addresses may differ in every row by chance: they identify rows only if nothing else does. */
const WORST = -40;

/** JSON Pointers to values that differ in every row, the likeliest identity first. */
function idsOf(rows: Json[]): string[] {
  const some = rows.slice(0, COMPARED);
  const candidates = valuesOf(some[0]!).filter(({ value }) => isScalar(value));
  return candidates
    .filter(({ pointer }) => {
      const values = some.map((row) => pointed(row, pointer));
      const texts = new Set(values.filter(identifies).map(String));
      return texts.size === some.length;
    })
    .map((value, place) => ({ pointer: value.pointer, place, worth: idWorth(value) }))
    .filter(({ worth }) => worth > WORST)
    .sort((a, b) => b.worth - a.worth || a.place - b.place)
    .map(({ pointer }) => pointer);
}

const identifies = (value: Json | undefined): value is Scalar & (string | number) =>
  (typeof value === "string" && value.trim() !== "") || typeof value === "number";

/** The lists of objects in an answer that have an identity, the likeliest first. */
export function rowsFound(body: Json): RowsFound[] {
  const found: (RowsFound & { worth: number })[] = [];
  let left = MAX_NODES;
  const walk = (value: Json, pointer: string, depth: number): void => {
    if (left-- <= 0 || depth > DEEPEST_LIST) return;
    if (Array.isArray(value)) {
      if (value.length === 0 || !value.every((row) => isObject(row))) return;
      const ids = idsOf(value);
      const worth = Math.min(value.length, COMPARED) - 4 * depth;
      if (ids.length > 0) found.push({ rows: pointer, count: value.length, ids, worth });
      return;
    }
    if (isObject(value) && !isImage(value))
      for (const [key, inner] of Object.entries(value)) walk(inner, `${pointer}/${escaped(key)}`, depth + 1);
  };
  walk(body, "", 0);
  return found.toSorted((a, b) => b.worth - a.worth).map(({ rows, count, ids }) => ({ rows, count, ids }));
}
