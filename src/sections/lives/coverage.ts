import type { Past } from "../section.ts";
import { inside, lengthOf } from "./spans.ts";

/**
 * The share of a period in which it is known whether a creator was live, with four digits, rounded down so that only all of it is 1. Time
 * before the creator was added is not known. Null for a period that ends before, and for an empty one.
 */
export function coverageOf(history: Past, from: number, to: number): number | null {
  const whole = to - from;
  if (whole <= 0 || history.target.createdAt >= to) return null;
  return Math.floor(((whole - unknownIn(history, from, to)) * 10_000) / whole) / 10_000;
}

/** The part of a period in which it is not known whether a creator was live, milliseconds. */
export function unknownIn(history: Past, from: number, to: number): number {
  const since = Math.min(Math.max(from, history.target.createdAt), to);
  return since - from + lengthOf(inside(history.gaps, since, to));
}
