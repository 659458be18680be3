import { lazy } from "../../core/lazy.ts";
import type { Assumed } from "./typed-hours.ts";
import { usualMinutes } from "./ending.ts";
import type { Past } from "./history.ts";
import {
  addBell,
  apart,
  bellOf,
  BIN_MINUTES,
  DAY_BINS,
  minuteOfWeek,
  WEEK_BINS,
  WEEK_MINUTES,
  WEEK_MS,
  weekdayOf,
} from "./week.ts";

const HALF_LIFE_WEEKS = 2.5;
/** Weeks assumed as observed in advance, with the rate and times of day of all targets. */
const PRIOR_WEEKS = 0.4;
/** Starts per week before anything is known. */
export const USUAL_RATE = 3;
/** Smoothing flattens sparse data, so likely half-hours are raised and others lowered. */
const SHARPNESS = 1.4;
/** The centre of that sharpening, per minute: four starts per week. */
const REFERENCE = 4 / WEEK_MINUTES;
const FLOOR_A_WEEK = 0.15;
/** The smallest share of weeks that counts as off at any half-hour, so that a single late start weighs less. */
const LEAST_OFF = 0.25;
const WEEKDAY_PRIOR = 3;
const [NARROW, BROAD] = [23, 145];
/** A start's time is known to half an hour. */
const [near, around] = [NARROW, BROAD].map((sd) => lazy(() => bellOf(Math.sqrt(sd ** 2 + BIN_MINUTES ** 2 / 12)))) as [
  () => Float64Array,
  () => Float64Array,
];
/**
 * Initial weights of the patterns: the same hour of the week; the same hour on its weekdays; about that time of day;
 * any time.
 */
const PRIOR: [number, number, number, number] = [0.29, 0.25, 0.37, 0.03];
const LEAST_DENSITY = 2e-6;

/** The lowest intensity of a bin, starts per minute: the unit of stored levels. */
const LEAST = 1e-7;
const STEPS_AN_OCTAVE = 12;

interface Weighted {
  minute: number;
  weight: number;
}

/** How all targets start. */
export interface StartPattern {
  /** Starts per week while off. */
  rate: number;
  /** Starts by half-hour of the day (UTC), relative to the mean. */
  day: readonly number[];
  /** The share of creators whose typed hours are right; missing before the first are known. */
  trust?: number;
}

/** Before anything is known: evenly over the day. */
export const USUAL_STARTING: StartPattern = { rate: USUAL_RATE, day: Array.from({ length: DAY_BINS }, () => 1) };

/**
 * Computes how likely each half-hour of the week brings a start of a target that is off: 336 bytes, 12·log2(starts per
 * minute / 1e-7). `since` is when watching began, `all` how all targets start. It is learned from the latest starts;
 * older ones weigh less (Upadhyay et al. 2020). `typed` are hours that a person named, which count less the more is seen.
 */
export function profileOf(
  history: Past,
  since: number,
  now: number,
  all = USUAL_STARTING,
  assumed: Assumed | null = null,
): Uint8Array {
  const starts = history.starts.map((at): Weighted => {
    const weeks = Math.max(0, now - at) / WEEK_MS;
    return { minute: minuteOfWeek(at), weight: 2 ** (-weeks / HALF_LIFE_WEEKS) };
  });
  const weeks = Math.max(0, now - since) / WEEK_MS;
  const observed = (HALF_LIFE_WEEKS / Math.LN2) * (1 - 2 ** (-weeks / HALF_LIFE_WEEKS)) + PRIOR_WEEKS;
  const exposed = observed + (assumed?.weeks ?? 0);
  const expected = expectedIn(starts, all);
  assumed?.starts.forEach((count, bin) => (expected[bin]! += count));
  const off = weeksOff(expected, exposed, usualMinutes(history.lengths));
  const least = (FLOOR_A_WEEK * exposed) / WEEK_BINS;
  const plain = expected.map((count, bin) => Math.max(count, least) / (off[bin]! * BIN_MINUTES));
  return Uint8Array.from(sharpened(plain), stored);
}

/** Sharpens halfway between two centres: the reference, which favours frequent starters, and the profile's mean. */
function sharpened(plain: Float64Array): Float64Array {
  const sharp = plain.map((one) => one ** SHARPNESS);
  const around = REFERENCE ** (1 - SHARPNESS);
  const scale = Math.sqrt((around * sumOf(plain)) / sumOf(sharp));
  return sharp.map((one) => one * scale);
}

const sumOf = (all: Float64Array): number => all.reduce((sum, one) => sum + one, 0);

/** The expected starts in each half-hour of the week from all patterns, including those assumed in advance. */
function expectedIn(starts: Weighted[], { rate, day: all }: StartPattern): Float64Array {
  const n = starts.reduce((sum, { weight }) => sum + weight, 0);
  const week = heaped(starts, NARROW, WEEK_BINS);
  const day = byDayOf(week);
  const broad = heaped(starts, BROAD, DAY_BINS);
  const dayStart = broad.indexOf(Math.min(...broad));
  const share = weekdayShares(starts, dayStart);
  const [byWeek, bySameDays, byDay, ever] = weightsOf(starts, dayStart);
  const expected = new Float64Array(WEEK_BINS);
  for (let bin = 0; bin < WEEK_BINS; bin++) {
    const ofDay = bin % DAY_BINS;
    const weekday = weekdayOf(bin * BIN_MINUTES + BIN_MINUTES / 2, dayStart);
    expected[bin] =
      byWeek * week[bin]! +
      bySameDays * day[ofDay]! * share[weekday]! +
      (byDay * broad[ofDay]!) / 7 +
      ((ever * n + rate * PRIOR_WEEKS) * all[ofDay]!) / WEEK_BINS;
  }
  return expected;
}

/**
 * The number of weeks in which the target is off at each half-hour, so that it can start: it did not start within the
 * usual duration before. A late target so becomes the more likely the later it is.
 */
function weeksOff(expected: Float64Array, exposed: number, minutes: number): Float64Array {
  const bins = Math.min(WEEK_BINS - 1, Math.max(1, Math.round(minutes / BIN_MINUTES)));
  const off = new Float64Array(WEEK_BINS);
  let on = 0;
  for (let ago = 1; ago <= bins; ago++) on += expected[WEEK_BINS - ago]!;
  for (let bin = 0; bin < WEEK_BINS; bin++) {
    const count = expected[bin]!;
    off[bin] = Math.max(LEAST_OFF * exposed, exposed - on - count / 2);
    on += count - expected[(bin - bins + WEEK_BINS) % WEEK_BINS]!;
  }
  return off;
}

const stored = (intensity: number): number =>
  Math.min(255, Math.max(0, Math.round(STEPS_AN_OCTAVE * Math.log2(intensity / LEAST))));

const intensities = lazy(() => Float64Array.from({ length: 256 }, (_, step) => LEAST * 2 ** (step / STEPS_AN_OCTAVE)));

/** The starts per minute of a level in a profile. */
export const intensityOf = (level: number): number => intensities()[level]!;

/** The intensity of a half-hour of the week. */
export const intensityIn = (profile: Uint8Array, bin: number): number => intensityOf(profile[bin]!);

/** The sum of the bells of all starts. */
function heaped(starts: Weighted[], sd: number, bins: number): Float64Array {
  const heap = new Float64Array(bins);
  for (const { minute, weight } of starts) addBell(heap, minute, sd, weight);
  return heap;
}

/** The same by half-hour of the day, for all weekdays together. */
function byDayOf(week: Float64Array): Float64Array {
  const day = new Float64Array(DAY_BINS);
  for (let bin = 0; bin < WEEK_BINS; bin++) day[bin % DAY_BINS]! += week[bin]!;
  return day;
}

/** The share of starts by weekday, slightly smoothed. */
function weekdayShares(starts: Weighted[], dayStart: number): number[] {
  const counts = Array.from({ length: 7 }, () => WEEKDAY_PRIOR / 7);
  for (const { minute, weight } of starts) counts[weekdayOf(minute, dayStart)]! += weight;
  const sum = counts.reduce((all, count) => all + count, 0);
  return counts.map((count) => count / sum);
}

/** The weights of the patterns, by how well each explains every start from the earlier ones. */
function weightsOf(starts: Weighted[], dayStart: number): [number, number, number, number] {
  const weights: [number, number, number, number] = [...PRIOR];
  const days = Array.from({ length: 7 }, () => WEEKDAY_PRIOR / 7);
  const [closeBell, wideBell] = [near(), around()];
  let n = 0;
  for (let place = 0; place < starts.length; place++) {
    const { minute, weight } = starts[place]!;
    const weekday = weekdayOf(minute, dayStart);
    if (place > 0) {
      let [week, day, wide] = [0, 0, 0];
      for (let before = 0; before < place; before++) {
        const other = starts[before]!;
        const { minutes, sameDay } = apart(minute, other.minute);
        const close = other.weight * closeBell[Math.round(minutes)]!;
        day += close;
        if (sameDay) week += close;
        wide += other.weight * wideBell[Math.round(minutes)]!;
      }
      const likely = [
        week / n + LEAST_DENSITY,
        (day / n) * (days[weekday]! / (n + WEEKDAY_PRIOR)) + LEAST_DENSITY,
        wide / n / 7 + LEAST_DENSITY,
        1 / WEEK_MINUTES,
      ];
      const all = likely.reduce((sum, one, prediction) => sum + weights[prediction]! * one, 0);
      likely.forEach((one, prediction) => {
        weights[prediction]! += (weight * weights[prediction]! * one) / all;
      });
    }
    days[weekday]! += weight;
    n += weight;
  }
  const sum = weights.reduce((all, one) => all + one, 0);
  return weights.map((one) => one / sum) as [number, number, number, number];
}
