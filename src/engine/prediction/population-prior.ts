import type { DelayRecord, Levels } from "./delay.ts";
import { USUAL_LENGTHS, type Lengths } from "./ending.ts";
import { intensityOf, USUAL_RATE, USUAL_STARTING, type StartPattern } from "./profile.ts";
import { trustOf } from "./typed-hours.ts";
import { addBell, BIN_MINUTES, DAY_BINS } from "./week.ts";

/**
 * The poll threshold: what a poll must be worth, so that all polls together use the budget. Stored in the ticker's row.
 */

const MAX_ERROR = 0.5;

/** The initial threshold, for four starts per week of every target. `share` is targets per call and minute, N/B. */
export const firstPrice = (share: number): number => Math.sqrt(4 / 10_080) * share;

/** A polled target: its previous poll, when this one was planned, and whether that was its longest wait. */
export interface Polled {
  last: number;
  planned: number;
  atLongest: boolean;
}

/**
 * The threshold after a tick: higher if polls came later than planned, lower if earlier. If most targets are at their
 * longest wait, it is too high to tell them apart. `calls` is what a tick may make.
 */
export function priceAfter(price: number, polled: Polled[], now: number, calls: number, targets: number): number {
  let [sum, count] = [0, 0];
  const longest = polled.reduce((all, { atLongest }) => all + Number(atLongest), 0);
  const tooDear = longest > polled.length / 2;
  for (const { last, planned, atLongest } of polled) {
    const error = Math.log(Math.max(1, now - last) / Math.max(1, planned - last));
    // A target at its bounds only counts if it is late, or if most are at their longest wait.
    if (error <= 0 && ((atLongest && !tooDear) || now - last <= 60_000)) continue;
    sum += Math.min(MAX_ERROR, Math.max(-MAX_ERROR, error));
    count += 1;
  }
  if (count === 0) return price;
  const gain = Math.min(0.05, (0.4 * calls) / targets);
  return price * Math.exp((gain * sum) / Math.max(count, 0.3 * calls));
}

/** What all targets have in common. It stands in for a target with a short history. */
export interface PopulationPrior extends StartPattern {
  /** Durations as logarithms of minutes. */
  lengths: { mean: number; variance: number };
}

/** As stored, with when it was computed (epoch ms) and the levels of all profiles. */
export interface StoredPrior extends PopulationPrior {
  at: number;
  levels: Levels;
  /** How the delays of starts compare with those predicted; missing before the first. */
  delays?: DelayRecord;
}

export const USUAL: PopulationPrior = { ...USUAL_STARTING, lengths: USUAL_LENGTHS };

/** The observations of one target. */
export interface TargetObservations {
  starts: number;
  /** The number of weeks off in which the starts occurred. */
  offWeeks: number;
  lengths: Lengths;
  /** The probability of a start by half-hour of the week (`profileOf`). */
  profile: Uint8Array;
  /** How much speaks for the hours that a person typed (`weighed`); missing without any. */
  hoursEvidence?: number;
}

/** The prior before anything was learned. */
export const UNLEARNED: StoredPrior = { ...USUAL, at: 0, levels: [] };

/** Sums over targets. */
interface Sums {
  starts: number;
  offWeeks: number;
  stays: number;
  /** Sums of the logarithms of durations, and of their squares. */
  logs: number;
  squares: number;
}

const NO_SUMS: Sums = { starts: 0, offWeeks: 0, stays: 0, logs: 0, squares: 0 };

/** The number of evenly spread starts that are added to the observed ones. */
const PRIOR_STARTS = 75;
/** How far times of day are smoothed, minutes. */
const BLUR = 60;

/** With fewer weeks off, or stays, the usual values apply. */
const LEAST_WEEKS = 10;
const LEAST_STAYS = 20;
const LEAST_VARIANCE = 0.05;

/** The sums of one target. */
function sumsOf({ starts, offWeeks, lengths: { count, mean, spread } }: TargetObservations): Sums {
  return { starts, offWeeks, stays: count, logs: count * mean, squares: spread + count * mean ** 2 };
}

const added = (one: Sums, other: Sums): Sums => ({
  starts: one.starts + other.starts,
  offWeeks: one.offWeeks + other.offWeeks,
  stays: one.stays + other.stays,
  logs: one.logs + other.logs,
  squares: one.squares + other.squares,
});

/** Computes the prior of all targets. */
export function priorOf(all: TargetObservations[]): PopulationPrior {
  const { starts, offWeeks, stays, logs, squares } = all.map(sumsOf).reduce(added, NO_SUMS);
  const mean = stays < LEAST_STAYS ? USUAL_LENGTHS.mean : logs / stays;
  const variance = stays < LEAST_STAYS ? USUAL_LENGTHS.variance : Math.max(LEAST_VARIANCE, squares / stays - mean ** 2);
  const day = dayOf(all);
  const evidence = all.flatMap(({ hoursEvidence }) => hoursEvidence ?? []);
  return {
    ...(evidence.length === 0 ? {} : { trust: trustOf(evidence) }),
    day,
    rate: offWeeks < LEAST_WEEKS ? USUAL_RATE : starts / offWeeks,
    lengths: { mean, variance },
  };
}

/** The distribution of starts over the day, from the profiles, each weighted by its number of starts. */
function dayOf(all: TargetObservations[]): number[] {
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
