import type { NumberRange } from "./written-number.ts";

/** A limit that a number can pass. */
export interface Limit {
  way: "above" | "below";
  value: number;
}

/** A number with what it stands for: null if it is exact. */
export interface Measured {
  value: number;
  range: NumberRange | null;
}

/**
 * After this many consecutive answers on the other side of a limit, within its margin, the next crossing is reported
 * again.
 */
const HELD_ANSWERS = 3;

/** The position relative to a limit: 0 not past it, 1 past it, above 1 for consecutive answers that were back since. */
export type Side = number;

/** The least that a number may be. */
export const leastOf = ({ value, range }: Measured): number => (range === null ? value : range[0]);

/** Reports whether a number is past a limit; null if a shortened one may be on either side. */
function isPast({ way, value: limit }: Limit, { value, range }: Measured): boolean | null {
  if (range === null) return way === "above" ? value > limit : value < limit;
  const [low, high] = range;
  if (way === "above") return low > limit ? true : high <= limit ? false : null;
  return high <= limit ? true : low >= limit ? false : null;
}

/**
 * Reports whether a number is back by more than a tenth of the limit. A number that fluctuates around a limit is
 * reported once.
 */
function isClearlyBack({ way, value: limit }: Limit, { value, range }: Measured): boolean {
  const margin = Math.abs(limit) / 10;
  const [low, high] = range ?? [value, value];
  return margin > 0 && (way === "above" ? high <= limit - margin : low >= limit + margin);
}

/** The position after an answer; undefined while none has told it. */
export function sideAfter(limit: Limit, before: Side | undefined, now: Measured): Side | undefined {
  const past = isPast(limit, now);
  if (past === null) return before;
  if (past) return 1;
  if (before === undefined || before === 0 || isClearlyBack(limit, now) || before >= HELD_ANSWERS) return 0;
  return before + 1;
}
