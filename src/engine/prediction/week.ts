/** The cumulative normal distribution (Abramowitz and Stegun 26.2.17), with an error below 1e-7. */
export function cumulative(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail =
    (Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return z >= 0 ? 1 - tail : tail;
}

/**
 * Predictions are weekly: half-hours are counted from Monday 00:00, in UTC or wall time. All instants here are epoch
 * ms.
 */

export const MINUTE_MS = 60_000;
export const BIN_MINUTES = 30;
export const DAY_BINS = 48;
export const WEEK_BINS = 336;

const DAY_MINUTES = 1440;
export const WEEK_MINUTES = 7 * DAY_MINUTES;
export const WEEK_MS = WEEK_MINUTES * MINUTE_MS;

/** 1 January 1970 was a Thursday. */
const MONDAY_MINUTES = 4 * DAY_MINUTES;

/** Minutes since Monday 00:00 UTC, from 0 to below 10,080. */
export const minuteOfWeek = (at: number): number =>
  (((at / MINUTE_MS - MONDAY_MINUTES) % WEEK_MINUTES) + WEEK_MINUTES) % WEEK_MINUTES;

export const binOf = (at: number): number => Math.min(WEEK_BINS - 1, Math.floor(minuteOfWeek(at) / BIN_MINUTES));

/** Adds a bell around a minute to half-hour bins on a circle. The masses sum to `weight`. */
export function addBell(heap: Float64Array, minute: number, sdMinutes: number, weight: number): void {
  const bins = heap.length;
  const reach = Math.min(Math.ceil((4 * sdMinutes) / BIN_MINUTES) + 1, Math.floor(bins / 2));
  const middle = minute % (bins * BIN_MINUTES);
  const home = Math.floor(middle / BIN_MINUTES);
  let below = cumulative(((home - reach) * BIN_MINUTES - middle) / sdMinutes);
  const last = cumulative(((home + reach + 1) * BIN_MINUTES - middle) / sdMinutes);
  const scale = weight / (last - below);
  for (let step = -reach; step <= reach; step++) {
    const upTo = cumulative(((home + step + 1) * BIN_MINUTES - middle) / sdMinutes);
    heap[(((home + step) % bins) + bins) % bins]! += (upTo - below) * scale;
    below = upTo;
  }
}

const ROOT_OF_TURN = Math.sqrt(2 * Math.PI);

/** The density of a bell per minute, by distance in whole minutes up to half a day. */
export const bellOf = (sdMinutes: number): Float64Array =>
  Float64Array.from(
    { length: DAY_MINUTES / 2 + 1 },
    (_, distance) => Math.exp(-0.5 * (distance / sdMinutes) ** 2) / (sdMinutes * ROOT_OF_TURN),
  );

/**
 * The distance of two minutes of the week on the circle of the day, and whether it is the same on the circle of the
 * week.
 */
export function apart(a: number, b: number): { minutes: number; sameDay: boolean } {
  const across = Math.abs(a - b);
  const ofDay = across % DAY_MINUTES;
  const minutes = Math.min(ofDay, DAY_MINUTES - ofDay);
  return { minutes, sameDay: Math.min(across, WEEK_MINUTES - across) <= DAY_MINUTES / 2 };
}

/** The weekday of a minute of the week, if days begin at the half-hour `dayStart`. */
export const weekdayOf = (minute: number, dayStart: number): number =>
  Math.floor(((minute - dayStart * BIN_MINUTES + WEEK_MINUTES) % WEEK_MINUTES) / DAY_MINUTES) % 7;
