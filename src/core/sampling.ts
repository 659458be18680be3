import { DAY_MS } from "./duration.ts";

/**
 * How long a sample holds, milliseconds. While something can be read, it has a sample on each day (UTC) of a poll. So
 * with an older one it is not known.
 */
export const SAMPLE_HOLDS_MS = 2 * DAY_MS;

/** Reports whether a poll at `at` is the first good one on its day (UTC), after the one at `lastOkAt`. Epoch ms. */
export const isNewDay = (lastOkAt: number | null, at: number): boolean =>
  lastOkAt === null || Math.floor(lastOkAt / DAY_MS) !== Math.floor(at / DAY_MS);

/** A series that changed by this share of its last sample is sampled again at once. */
const MOVED = 0.01;
/** A series that changed at all is sampled again after this time. */
const REST_MS = 3_600_000;

export interface Sampling {
  /** The last sample of each series. */
  last: ReadonlyMap<string, number>;
  /** When it was taken, epoch ms. */
  sampledAt: number;
  /** The current values. Series that were not observed, or not credible, are omitted. */
  now: ReadonlyMap<string, number>;
  at: number;
}

/**
 * Reports whether a sample is due: it is the first of a day (UTC), or a series is new, changed by 1 % or more since its
 * last sample, or changed at all in an hour. So counts that fluctuate with each poll are not stored each time.
 */
export function sampleDue({ last, sampledAt, now, at }: Sampling): boolean {
  if (now.size > 0 && isNewDay(sampledAt, at)) return true;
  const rested = at - sampledAt >= REST_MS;
  for (const [series, value] of now) {
    const sampled = last.get(series);
    if (sampled === undefined) return true;
    const distance = Math.abs(value - sampled);
    if (distance > 0 && (rested || distance >= MOVED * Math.abs(sampled))) return true;
  }
  return false;
}
