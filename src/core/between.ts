const MINUTE_MS = 60_000;

/** A message that brings a tick between two of the cron trigger. */
export interface SubTick {
  /** Its time, epoch ms. */
  tickAt: number;
}

/**
 * The ticks that follow a tick of the cron trigger at `now` before the next one, epoch ms: as often as the shortest interval
 * asks for, `leastMs` apart at least.
 */
export function ticksBetween(now: number, shortestMs: number, leastMs: number): number[] {
  const step = Math.max(shortestMs, leastMs);
  const ticks: number[] = [];
  for (let at = now + step; at < now + MINUTE_MS; at += step) ticks.push(at);
  return ticks;
}
