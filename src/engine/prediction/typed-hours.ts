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
/** The probability that somebody types the right hours. */
const TRUST = 0.8;
const MOST_ODDS = 40;

/** What typed hours add to a profile: expected starts by half-hour of the week, and the weeks that they stand for. */
export interface Assumed {
  starts: Float64Array;
  weeks: number;
}

/** A start that was seen since the hours were known: its minute of the week. */
type SeenStart = number;

/**
 * Weighs typed hours against what was seen since: starts outside of them, or none within, make them improbable. `rate`
 * is the usual number of starts a week. Null if nothing is left of them.
 */
export function assumedOf(typed: TypedHours, seen: SeenStart[], rate: number): Assumed | null {
  const { windows, weeks } = typed;
  if (windows.length === 0) return null;
  const announced = heapOf(windows);
  const everywhere = (ELSEWHERE * rate) / WEEK_BINS;
  // The log-likelihood ratio of two Poisson processes: starts as announced, and starts at any time.
  const expected = windows.length * KEPT + ELSEWHERE * rate;
  let odds = Math.log(TRUST / (1 - TRUST)) - weeks * (expected - rate);
  for (const minute of seen) {
    const bin = Math.min(WEEK_BINS - 1, Math.floor(minute / BIN_MINUTES));
    odds += Math.log((announced[bin]! * KEPT + everywhere) / (rate / WEEK_BINS));
  }
  const right = 1 / (1 + Math.exp(-Math.min(MOST_ODDS, Math.max(-MOST_ODDS, odds))));
  const pseudo = PSEUDO_WEEKS * right * 2 ** (-weeks / HALF_LIFE_WEEKS);
  if (pseudo < 0.01) return null;
  return { starts: announced.map((one) => one * KEPT * pseudo), weeks: pseudo };
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
