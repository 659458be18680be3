import { isObject, type Json } from "../../../core/json.ts";

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

/** Reports whether two answers differ at a place. */
export const differs = ({ value, other }: Pick<Leaf, "value" | "other">): boolean => value !== other;
