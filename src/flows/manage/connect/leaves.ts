import { isObject, type Json } from "../../../core/json.ts";

/** A value that is no list and no object. */
export type Scalar = string | number | boolean | null;

export const isScalar = (value: Json | undefined): value is Scalar =>
  value !== undefined && (typeof value !== "object" || value === null);

/** A value in the answer for somebody live, and what stands there for somebody who is not. */
export interface Leaf {
  /** JSON Pointer into the answer. */
  pointer: string;
  /** The keys on the way, unescaped. */
  keys: string[];
  value: Scalar;
  /** Undefined where the other answer has nothing there. */
  other: Json | undefined;
}

/** Larger answers are looked into so far: a page of a service has some thousand values. */
const MAX_NODES = 30_000;

const DEEPEST = 40;

/** One token of a JSON Pointer. */
export const escaped = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");

export const childOf = (value: Json | undefined, key: string): Json | undefined => {
  if (Array.isArray(value)) return value[Number(key)];
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
};

/** The keys of a list or an object, in their order, `most` at the most. */
export function keysOf(value: Json, max: number): string[] {
  if (Array.isArray(value)) return Array.from({ length: Math.min(value.length, max) }, (_, index) => String(index));
  return isObject(value) ? Object.keys(value).slice(0, max) : [];
}

/** Every value of one answer beside what the other has in its place, in their order: some 30,000 at the most. */
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

/** True where the two answers say something else. */
export const differs = ({ value, other }: Pick<Leaf, "value" | "other">): boolean => value !== other;
