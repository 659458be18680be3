import { setTimeout as sleep } from "node:timers/promises";

/** How a runtime is asked whether it still answers. */
export interface ProbeTimes {
  /** Between two probes. */
  everyMs: number;
  /** How long one waits for its answer. */
  patienceMs: number;
  /** So many in a row without an answer, and it hangs. */
  misses: number;
}

/** A request may take seconds of CPU, in which nothing else is answered: a minute without any answer is no such request. */
export const PROBE_TIMES: ProbeTimes = { everyMs: 10_000, patienceMs: 10_000, misses: 4 };

/**
 * Asks again and again until the signal; `hangs` is called where so many probes in a row had no answer, and the count begins
 * anew. `pause` waits, or rejects by the signal.
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
