/** A series moved by this share of its last sample is sampled again at once. */
const MOVED = 0.01;
/** A series that changed at all is sampled again after this long. */
const REST_MS = 3_600_000;

export interface Sampling {
  /** The last sample of each series. */
  last: ReadonlyMap<string, number>;
  /** When it was taken, epoch ms. */
  sampledAt: number;
  /** What was seen now; a series that was not seen, or not believed, is left out. */
  now: ReadonlyMap<string, number>;
  at: number;
}

/**
 * True where it is time for a sample: a series is new or moved by 1 % or more against its last sample, or changed at
 * all and an hour has passed. Keeps counts that wobble at each poll out of what is remembered.
 */
export function sampleDue({ last, sampledAt, now, at }: Sampling): boolean {
  const rested = at - sampledAt >= REST_MS;
  for (const [series, value] of now) {
    const sampled = last.get(series);
    if (sampled === undefined) return true;
    const distance = Math.abs(value - sampled);
    if (distance > 0 && (rested || distance >= MOVED * Math.abs(sampled))) return true;
  }
  return false;
}
