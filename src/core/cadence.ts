const FAULT_CAP_SECONDS = 300;

/**
 * Seconds until the next try after `faults` failed polls in a row: a minute or the interval, doubling to at most the
 * longer of the interval and five minutes; `jitter` (0..1) takes off up to a tenth.
 */
export function backoffSeconds(faults: number, intervalSeconds: number, jitter: number): number {
  const cap = Math.max(intervalSeconds, FAULT_CAP_SECONDS);
  const grown = Math.min(intervalSeconds, 60) * 2 ** Math.min(faults - 1, 20);
  return Math.min(cap, grown) * (1 - 0.1 * jitter);
}
