import { cumulative } from "./week.ts";

/** Durations of streams, of one creator or of all, as logarithms of minutes. */
export interface Lengths {
  count: number;
  mean: number;
  /** Sum of squared deviations. */
  spread: number;
}

export const NO_LENGTHS: Lengths = { count: 0, mean: 0, spread: 0 };

/** The assumed durations before any was observed: two hours, within a factor of about two. */
export const USUAL_LENGTHS = { mean: Math.log(120), variance: 0.6 };

const MAX_COUNTED = 12;
const LEAST_HAZARD = 2e-4;

/** Adds a duration in minutes (Welford). Once there are many, the latest weigh most. */
export function lengthened({ count, mean, spread }: Lengths, minutes: number): Lengths {
  const value = Math.log(Math.max(1, minutes));
  const n = Math.min(count, MAX_COUNTED - 1) + 1;
  const retained = n / (count + 1);
  const moved = mean + (value - mean) / n;
  return {
    count: n,
    mean: moved,
    spread: spread * (count >= MAX_COUNTED ? retained : 1) + (value - mean) * (value - moved),
  };
}

/** The usual duration of a creator's streams, minutes. With few observations it is close to the assumed duration. */
export const usualMinutes = (own: Lengths): number => Math.exp(meanOf(own, USUAL_LENGTHS));

const meanOf = ({ count, mean }: Lengths, all: { mean: number }): number => (count * mean + 2 * all.mean) / (count + 2);

/**
 * The probability that a stream of a given age (minutes) ends within the next minute, from the creator's own durations
 * and those of all.
 */
export function endHazard(own: Lengths, all: { mean: number; variance: number }): (age: number) => number {
  const n = Math.min(own.count, MAX_COUNTED);
  const mean = meanOf({ ...own, count: n }, all);
  const sd = Math.sqrt((own.spread + 1.4) / (n + 4) + (0.3 * all.variance) / (1 + n));
  return (age) => {
    const minutes = Math.max(1, age);
    const z = (Math.log(minutes) - mean) / sd;
    const left = Math.max(1e-9, 1 - cumulative(z));
    const dense = Math.exp(-0.5 * z * z) / (minutes * sd * Math.sqrt(2 * Math.PI));
    return Math.max(LEAST_HAZARD, dense / left);
  };
}
