import { setTimeout as sleep } from "node:timers/promises";

/** How the runtime is probed. */
export interface ProbeTimes {
  /** Time between two probes. */
  everyMs: number;
  /** Timeout of a probe. */
  patienceMs: number;
  /** Number of consecutive failures that count as a hang. */
  misses: number;
}

/** A request can block the runtime for seconds of CPU time, but not for a minute. */
export const PROBE_TIMES: ProbeTimes = { everyMs: 10_000, patienceMs: 10_000, misses: 4 };

/**
 * Probes until the signal aborts. Calls `hangs` after that many consecutive failures, and starts over. `pause` waits, or
 * rejects when the signal aborts.
 */
export async function probing(
  ask: (signal: AbortSignal) => Promise<unknown>,
  hangs: () => void,
  { everyMs, patienceMs, misses }: ProbeTimes,
  signal: AbortSignal,
  pause: (ms: number, signal: AbortSignal) => Promise<unknown> = (ms) => sleep(ms, null, { signal, ref: false }),
): Promise<void> {
  for (let missed = 0; !signal.aborted;) {
    await pause(everyMs, signal).catch(() => undefined);
    if (signal.aborted) return;
    const answered = await ask(AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])).then(
      () => true,
      () => false,
    );
    if (signal.aborted) return;
    missed = answered ? 0 : missed + 1;
    if (missed < misses) continue;
    hangs();
    missed = 0;
  }
}
