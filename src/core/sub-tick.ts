const MINUTE_MS = 60_000;

/** The queue message that starts a sub-tick. */
export interface SubTick {
  /** The time of the sub-tick, epoch ms. */
  tickAt: number;
}

/**
 * The sub-ticks (epoch ms) between a cron tick at `now` and the next one: one for each shortest interval, at least
 * `leastMs` apart.
 */
export function ticksBetween(now: number, shortestMs: number, leastMs: number): number[] {
  const step = Math.max(shortestMs, leastMs);
  const ticks: number[] = [];
  for (let at = now + step; at < now + MINUTE_MS; at += step) ticks.push(at);
  return ticks;
}
