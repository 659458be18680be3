import { cumulative } from "./normal.ts";

/** Habits are of the week: half-hours counted from Monday 00:00 UTC. All instants here are epoch ms. */

export const MINUTE_MS = 60_000;
export const BIN_MINUTES = 30;
export const DAY_BINS = 48;
export const WEEK_BINS = 336;

const DAY_MINUTES = 1440;
const WEEK_MINUTES = 7 * DAY_MINUTES;

/** 1 January 1970 was a Thursday. */
const MONDAY_MINUTES = 4 * DAY_MINUTES;

/** Minutes since Monday 00:00 UTC, 0 to 10080. */
export const minuteOfWeek = (at: number): number =>
  (((at / MINUTE_MS - MONDAY_MINUTES) % WEEK_MINUTES) + WEEK_MINUTES) % WEEK_MINUTES;

export const binOf = (at: number): number => Math.min(WEEK_BINS - 1, Math.floor(minuteOfWeek(at) / BIN_MINUTES));

/** How far apart two minutes are on a circle of so many, at most half of it. */
const apart = (a: number, b: number, around: number): number => {
  const d = Math.abs(a - b) % around;
  return Math.min(d, around - d);
};

/** A bell around a minute, in bins of half an hour on a circle: what mass falls into each; the masses sum to one. */
export function bell(minute: number, sdMinutes: number, bins: number): Float64Array {
  const masses = new Float64Array(bins);
  const reach = Math.min(Math.ceil((4 * sdMinutes) / BIN_MINUTES) + 1, Math.floor(bins / 2));
  const middle = minute % (bins * BIN_MINUTES);
  const home = Math.floor(middle / BIN_MINUTES);
  let below = cumulative(((home - reach) * BIN_MINUTES - middle) / sdMinutes);
  const [first, last] = [below, cumulative(((home + reach + 1) * BIN_MINUTES - middle) / sdMinutes)];
  for (let step = -reach; step <= reach; step++) {
    const upTo = cumulative(((home + step + 1) * BIN_MINUTES - middle) / sdMinutes);
    masses[(((home + step) % bins) + bins) % bins]! += (upTo - below) / (last - first);
    below = upTo;
  }
  return masses;
}

/** How dense a bell of this width is so far from its middle, per minute, on a circle of a day or a week. */
export function density(a: number, b: number, sdMinutes: number, around: "day" | "week"): number {
  const circle = around === "day" ? DAY_MINUTES : WEEK_MINUTES;
  const distance = apart(a % circle, b % circle, circle);
  return Math.exp(-0.5 * (distance / sdMinutes) ** 2) / (sdMinutes * Math.sqrt(2 * Math.PI));
}

/** The weekday of a minute of the week, where days begin at this half-hour of the day. */
export const weekdayOf = (minute: number, dayStart: number): number =>
  Math.floor((((minute - dayStart * BIN_MINUTES + WEEK_MINUTES) % WEEK_MINUTES) + 0) / DAY_MINUTES) % 7;
