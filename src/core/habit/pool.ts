import type { Levels } from "./delay.ts";
import { USUAL_LENGTHS, type Lengths } from "./ending.ts";
import { USUAL_RATE } from "./profile.ts";

/** What all targets together are like: what is taken of one of which little was seen. */
export interface Pool {
  /** Starts a week while off. */
  rate: number;
  /** Logarithms of the minutes that they stay. */
  lengths: { mean: number; variance: number };
}

/** As stored, with when it was made (epoch ms) and what stands in their profiles. */
export interface StoredPool extends Pool {
  at: number;
  levels: Levels;
}

export const USUAL: Pool = { rate: USUAL_RATE, lengths: USUAL_LENGTHS };

/** What was seen of one target. */
export interface Seen {
  starts: number;
  /** In how many weeks off they came. */
  offWeeks: number;
  lengths: Lengths;
}

/** Before anything was learned. */
export const UNLEARNED: StoredPool = { ...USUAL, at: 0, levels: [] };

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
export function poolOf(all: Seen[]): Pool {
  const { starts, offWeeks, stays, logs, squares } = all.map(sumsOf).reduce(added, NO_SUMS);
  const mean = stays < LEAST_STAYS ? USUAL_LENGTHS.mean : logs / stays;
  const variance = stays < LEAST_STAYS ? USUAL_LENGTHS.variance : Math.max(LEAST_VARIANCE, squares / stays - mean ** 2);
  return { rate: offWeeks < LEAST_WEEKS ? USUAL_RATE : starts / offWeeks, lengths: { mean, variance } };
}
