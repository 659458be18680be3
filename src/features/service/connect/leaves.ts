import { dayIn } from "../../../core/instant.ts";
import { isObject, type Json } from "../../../core/json.ts";
import { earliestInstant } from "../../../core/time-field.ts";

/** A JSON value other than a list or an object. */
export type Scalar = string | number | boolean | null;

export const isScalar = (value: Json | undefined): value is Scalar =>
  value !== undefined && (typeof value !== "object" || value === null);

/** A value in the answer for a live creator, and the one at the same place for an offline creator. */
export interface Leaf {
  /** JSON Pointer into the answer. */
  pointer: string;
  /** The keys of the path, unescaped. */
  keys: string[];
  value: Scalar;
  /** Undefined if the other answer has no such place. */
  other: Json | undefined;
  /** For the time of a start: the pointer to the time of an end beside it. */
  end?: string;
}

/** The maximum number of nodes to visit. An answer of a service has some thousand values. */
const MAX_NODES = 30_000;

const DEEPEST = 40;

/** Escapes a key as a token of a JSON Pointer. */
export const escaped = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");

export const childOf = (value: Json | undefined, key: string): Json | undefined => {
  if (Array.isArray(value)) return value[Number(key)];
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
};

/** The keys of a list or an object in order, at most `max`. */
export function keysOf(value: Json, max: number): string[] {
  if (Array.isArray(value)) return Array.from({ length: Math.min(value.length, max) }, (_, index) => String(index));
  return isObject(value) ? Object.keys(value).slice(0, max) : [];
}

/** Lists the values of one answer in order, at most 30,000, with their counterparts in the other. */
export function leavesOf(one: Json, other: Json | undefined): Leaf[] {
  const leaves: Leaf[] = [];
  let left = MAX_NODES;
  const walk = (value: Json, beside: Json | undefined, pointer: string, keys: string[]): void => {
    if (left-- <= 0) return;
    if (isScalar(value)) return void leaves.push({ pointer, keys, value, other: beside });
    if (keys.length >= DEEPEST) return;
    for (const key of keysOf(value, left))
      walk(childOf(value, key)!, childOf(beside, key), `${pointer}/${escaped(key)}`, [...keys, key]);
  };
  walk(one, other, "", []);
  return leaves;
}

/** Normalizes a key for comparison: lower case, words joined by "_". */
export const plain = (key: string): string =>
  key
    .slice(0, 100)
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_");

/** The last key of a path that is not a list index. */
export const nameOf = ({ keys }: Pick<Leaf, "keys">): string => plain(keys.findLast((key) => !/^\d+$/.test(key)) ?? "");

const END_NAME = /(^|_)(ends?|ended|finish(ed)?|stop(ped)?|close[ds]?|off_?line|over)($|_)/;
const START_NAME = /(^|_)(starts?|started|began|begins?|since|opened|created|live|online|on_?air)($|_)/;

/** Times between the first live streams and the end of the century. */
const isInstant = (value: Json | undefined): boolean => {
  const at = typeof value === "string" || typeof value === "number" ? earliestInstant(value) : null;
  return at !== null && at >= dayIn(2010, 1, 1) && at < dayIn(2100, 1, 1);
};

const isNone = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === "" || value === 0;

/** Reports whether a leaf is the time of an end that only the offline creator has. */
export const isEndAlone = (leaf: Leaf): boolean =>
  END_NAME.test(nameOf(leaf)) && isNone(leaf.value) && isInstant(leaf.other);

/**
 * The values of two answers: those of the first, and ends that only the second has, as null. The time of a start knows
 * the end beside it.
 */
export function pairedLeaves(live: Json, off: Json | undefined): Leaf[] {
  const leaves = leavesOf(live, off);
  const ends = (off === undefined ? [] : leavesOf(off, live))
    .filter(({ other }) => other === undefined)
    .map(({ value, other: _none, ...place }): Leaf => ({ ...place, value: null, other: value }))
    .filter(isEndAlone);
  const all = [...leaves, ...ends];
  const aboveOf = ({ pointer }: Leaf) => pointer.slice(0, pointer.lastIndexOf("/"));
  const found = all.filter(
    (leaf) => END_NAME.test(nameOf(leaf)) && isInstant(leaf.other) && (isNone(leaf.value) || isInstant(leaf.value)),
  );
  return all.map((leaf) => {
    const starts = START_NAME.test(nameOf(leaf)) && !END_NAME.test(nameOf(leaf)) && isInstant(leaf.value);
    const end = starts ? found.find((one) => aboveOf(one) === aboveOf(leaf)) : undefined;
    return end === undefined ? leaf : { ...leaf, end: end.pointer };
  });
}

/** Reports whether two answers differ at a place. */
export const differs = ({ value, other }: Pick<Leaf, "value" | "other">): boolean => value !== other;
