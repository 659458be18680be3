/** The last sample of a count that only grows. */
export interface GrowingCount {
  value: number | null;
  /** Consecutive answers far below it. */
  low: number;
}

/** The evaluation of one answer. */
export interface WeighedCount {
  /** The current count; null if the answer has none or it is not credible. */
  now: number | null;
  low: number;
  /** True if the count really fell: measurements against the old value start over. */
  fell: boolean;
}

/** Values more than this share below the last sample are doubted. */
const FALL = 0.1;
/** A fall that is seen this many times in a row is accepted. */
const CONFIRM_FALL = 3;

export const noCount: GrowingCount = { value: null, low: 0 };

/**
 * Evaluates an observed count. A drop to 0 is noise; a fall by more than a tenth is accepted with the third answer in a
 * row.
 */
export function weighedCount({ value, low }: GrowingCount, seen: number | null): WeighedCount {
  if (seen === null || (seen === 0 && value !== null && value > 0)) return { now: null, low, fell: false };
  if (value === null || seen >= value * (1 - FALL)) return { now: seen, low: 0, fell: false };
  if (low + 1 < CONFIRM_FALL) return { now: null, low: low + 1, fell: false };
  return { now: seen, low: 0, fell: true };
}

/** Signed growth in percent, to one decimal; null if it starts from zero. */
export const growthPercent = (before: number, after: number): number | null =>
  before > 0 ? Math.round(((after - before) / before) * 1000) / 10 : null;

/** Reports whether `after` is at least `percent` above `before`. */
export const grewBy = (before: number, after: number, percent: number): boolean =>
  before > 0 && after > before && (after - before) * 100 >= percent * before;
