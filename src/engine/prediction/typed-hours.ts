import type { WeekWindow } from "../../core/weekly-hours.ts";
import { addBell, BIN_MINUTES, WEEK_BINS, WEEK_MINUTES } from "./week.ts";

/** Hours that a person typed, as pseudo-observations of starts. */
export interface TypedHours {
  /** In the minutes of the profile's week. */
  windows: WeekWindow[];
  /** Weeks since they were known, in which the target was watched. */
  weeks: number;
}

/** Starts come mostly at the beginning of typed hours, within about this long. */
const BEGIN_SD = 35;
/** The share of starts at the beginning; the others are spread over the hours. */
const AT_BEGIN = 0.75;
/** Creators keep about this share of the times that they announce. */
const KEPT = 0.6;
/** Where the hours are right, this share of the usual rate still starts at any time. */
const ELSEWHERE = 0.15;
/** Weeks assumed as observed in advance. */
const PSEUDO_WEEKS = 0.7;
/** After this long half of it is left. Later its own starts say more. */
const HALF_LIFE_WEEKS = 1.5;
/** The probability that somebody types the right hours, before anything is seen of it, and how many creators that counts as. */
const USUAL_TRUST = 0.8;
const TRUST_COUNT = 4;
const MOST_ODDS = 40;

/** What typed hours add to a profile: expected starts by half-hour of the week, and the weeks that they stand for. */
export interface Assumed {
  starts: Float64Array;
  weeks: number;
}

/** A start that was seen since the hours were known: its minute of the week. */
type SeenStart = number;

const rightWith = (evidence: number, trust: number): number =>
  1 / (1 + Math.exp(-evidence - Math.log(trust / (1 - trust))));

/** The share of creators whose typed hours are right, by the evidence of each. */
export function trustOf(evidence: number[]): number {
  let trust = USUAL_TRUST;
  for (let step = 0; step < 20; step++) {
    const right = evidence.reduce((sum, one) => sum + rightWith(one, trust), USUAL_TRUST * TRUST_COUNT);
    trust = Math.min(0.99, Math.max(0.01, right / (evidence.length + TRUST_COUNT)));
  }
  return trust;
}

/**
 * Weighs typed hours against what was seen since. `evidence` is the logarithm of how likely that is if starts come as
 * announced, against at any time: starts outside of them, or none within, speak against them. `rate` is the usual number
 * of starts a week, `trust` the share of creators whose hours are right. `assumed` is null if nothing is left of them.
 */
export function weighed(
  { windows, weeks }: TypedHours,
  seen: SeenStart[],
  rate: number,
  trust = USUAL_TRUST,
): { evidence: number; assumed: Assumed | null } {
  const announced = heapOf(windows);
  const everywhere = (ELSEWHERE * rate) / WEEK_BINS;
  // The log-likelihood ratio of two Poisson processes.
  const expected = windows.length * KEPT + ELSEWHERE * rate;
  let odds = -weeks * (expected - rate);
  for (const minute of seen) {
    const bin = Math.min(WEEK_BINS - 1, Math.floor(minute / BIN_MINUTES));
    odds += Math.log((announced[bin]! * KEPT + everywhere) / (rate / WEEK_BINS));
  }
  const evidence = Math.min(MOST_ODDS, Math.max(-MOST_ODDS, odds));
  const pseudo = PSEUDO_WEEKS * rightWith(evidence, trust) * 2 ** (-weeks / HALF_LIFE_WEEKS);
  const assumed = pseudo < 0.01 ? null : { starts: announced.map((one) => one * KEPT * pseudo), weeks: pseudo };
  return { evidence, assumed };
}

/** One start a window, by half-hour of the week. */
function heapOf(windows: WeekWindow[]): Float64Array {
  const heap = new Float64Array(WEEK_BINS);
  for (const { from, minutes } of windows) {
    addBell(heap, (((from + BEGIN_SD / 2) % WEEK_MINUTES) + WEEK_MINUTES) % WEEK_MINUTES, BEGIN_SD, AT_BEGIN);
    const bins = Math.max(1, Math.round(minutes / BIN_MINUTES));
    const first = Math.floor((((from % WEEK_MINUTES) + WEEK_MINUTES) % WEEK_MINUTES) / BIN_MINUTES);
    for (let step = 0; step < bins; step++) heap[(first + step) % WEEK_BINS]! += (1 - AT_BEGIN) / bins;
  }
  return heap;
}
