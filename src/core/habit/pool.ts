import type { Levels } from "./delay.ts";
import { USUAL_LENGTHS, type Lengths } from "./ending.ts";
import { intensityOf, USUAL_RATE, USUAL_STARTING, type Starting } from "./profile.ts";
import { addBell, BIN_MINUTES, DAY_BINS } from "./week.ts";

/** What all targets together are like: what is taken of one of which little was seen. */
export interface PopulationPrior extends Starting {
  /** Logarithms of the minutes that they stay. */
  lengths: { mean: number; variance: number };
}

/** As stored, with when it was made (epoch ms) and what stands in their profiles. */
export interface StoredPrior extends PopulationPrior {
  at: number;
  levels: Levels;
}

export const USUAL: PopulationPrior = { ...USUAL_STARTING, lengths: USUAL_LENGTHS };

/** What was seen of one target. */
export interface Seen {
  starts: number;
  /** In how many weeks off they came. */
  offWeeks: number;
  lengths: Lengths;
  /** By half-hour of the week how likely it comes (`profileOf`). */
  profile: Uint8Array;
}

/** Before anything was learned. */
export const UNLEARNED: StoredPrior = { ...USUAL, at: 0, levels: [] };

/** Sums over targets, which add up. */
interface Sums {
  starts: number;
  offWeeks: number;
  stays: number;
  /** Of the logarithms of the minutes of each stay, and of their squares. */
  logs: number;
  squares: number;
}

const NO_SUMS: Sums = { starts: 0, offWeeks: 0, stays: 0, logs: 0, squares: 0 };

/** So many starts at any time of day are taken as seen beside those that were. */
const PRIOR_STARTS = 75;
/** How far the times of day of many are smoothed, minutes. */
const BLUR = 60;

/** Fewer weeks off, or stays, say less than what is usual. */
const LEAST_WEEKS = 10;
const LEAST_STAYS = 20;
const LEAST_VARIANCE = 0.05;

/** What one target adds. */
function sumsOf({ starts, offWeeks, lengths: { count, mean, spread } }: Seen): Sums {
  return { starts, offWeeks, stays: count, logs: count * mean, squares: spread + count * mean ** 2 };
}

const added = (one: Sums, other: Sums): Sums => ({
  starts: one.starts + other.starts,
  offWeeks: one.offWeeks + other.offWeeks,
  stays: one.stays + other.stays,
  logs: one.logs + other.logs,
  squares: one.squares + other.squares,
});

/** What all say together. */
export function priorOf(all: Seen[]): PopulationPrior {
  const { starts, offWeeks, stays, logs, squares } = all.map(sumsOf).reduce(added, NO_SUMS);
  const mean = stays < LEAST_STAYS ? USUAL_LENGTHS.mean : logs / stays;
  const variance = stays < LEAST_STAYS ? USUAL_LENGTHS.variance : Math.max(LEAST_VARIANCE, squares / stays - mean ** 2);
  const day = dayOf(all);
  return { day, rate: offWeeks < LEAST_WEEKS ? USUAL_RATE : starts / offWeeks, lengths: { mean, variance } };
}

/** At which times of day they start, as their profiles say it, each counting as much as its starts. */
function dayOf(all: Seen[]): number[] {
  const day = new Float64Array(DAY_BINS).fill(PRIOR_STARTS / DAY_BINS);
  let starts = PRIOR_STARTS;
  for (const one of all) {
    if (one.starts === 0) continue;
    starts += one.starts;
    const own = new Float64Array(DAY_BINS);
    one.profile.forEach((level, bin) => (own[bin % DAY_BINS]! += intensityOf(level)));
    const sum = own.reduce((a, b) => a + b, 0);
    own.forEach((share, bin) => (day[bin]! += (share / sum) * one.starts));
  }
  const blurred = new Float64Array(DAY_BINS);
  day.forEach((count, bin) => addBell(blurred, (bin + 0.5) * BIN_MINUTES, BLUR, count));
  return Array.from(blurred, (count) => Math.round((count / starts) * DAY_BINS * 1000) / 1000);
}
