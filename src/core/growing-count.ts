/** A count that only grows, as it was last sampled. */
export interface GrowingCount {
  value: number | null;
  /** How many answers in a row were far below it. */
  low: number;
}

/** What one answer says about it. */
export interface Believed {
  /** The count now; null where the answer says nothing, or nothing to be believed. */
  now: number | null;
  low: number;
  /** True where it really fell: what was measured against the old height starts over. */
  fell: boolean;
}

/** More than this share below the last sample is doubted. */
const FALL = 0.1;
/** A fall that is seen this many times in a row is believed. */
const CONFIRM_FALL = 3;

export const noCount: GrowingCount = { value: null, low: 0 };

/** Weighs what was seen: a drop to 0 is noise, a fall by more than a tenth is believed at its third answer in a row. */
export function believed({ value, low }: GrowingCount, seen: number | null): Believed {
  if (seen === null || (seen === 0 && value !== null && value > 0)) return { now: null, low, fell: false };
  if (value === null || seen >= value * (1 - FALL)) return { now: seen, low: 0, fell: false };
  if (low + 1 < CONFIRM_FALL) return { now: null, low: low + 1, fell: false };
  return { now: seen, low: 0, fell: true };
}

/** Growth in percent, signed, to one decimal; null from zero, which nothing is a percentage of. */
export const growthPercent = (before: number, after: number): number | null =>
  before > 0 ? Math.round(((after - before) / before) * 1000) / 10 : null;

/** True where `after` is at least `percent` above `before`. */
export const grewBy = (before: number, after: number, percent: number): boolean =>
  before > 0 && after > before && (after - before) * 100 >= percent * before;
