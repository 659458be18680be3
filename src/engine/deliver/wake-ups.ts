import type { Delivered } from "./run.ts";

/** The message of the queue "deliveries". It only starts a run; the rows decide what is sent. */
export interface WakeUp {
  /** Tick time at which deliveries are due, epoch ms. */
  at: number;
  /** The tick whose batches have all finished, so that its grouped messages need not wait. */
  complete: number | null;
  /** How many consecutive times another run held the channel. */
  waited?: number;
}

interface WakeUpDeps {
  /** False if the queue did not accept it. */
  wakeUp(wakeUp: WakeUp, delaySeconds: number): Promise<boolean>;
}

/** Retries that are due sooner than this are not left to the next tick. */
const WAKE_UP_WITHIN_MS = 60_000;

/** The time to wait for another run that holds a channel. */
const BUSY_SECONDS = 1;

/** After this many waits it is left to ticks: the other run may have died, and its lease expires. */
const MAX_WAITS = 30;

/** Sends another wake-up soon if another run holds a channel. */
export async function wakeUpBusy({ busy }: Delivered, wakeUp: WakeUp, deps: WakeUpDeps): Promise<void> {
  const waited = wakeUp.waited ?? 0;
  if (!busy || waited >= MAX_WAITS) return;
  const at = wakeUp.at + BUSY_SECONDS * 1000;
  await deps.wakeUp({ ...wakeUp, at, waited: waited + 1 }, BUSY_SECONDS);
}

/** Sends a wake-up for each retry. Queue delays are whole seconds, so retries within a second share one. */
export async function wakeUpRetries({ retries }: Delivered, wakeUp: WakeUp, deps: WakeUpDeps): Promise<void> {
  const latest = new Map<number, number>();
  for (const at of [...retries.values()].flatMap((times) => [...times])) {
    const seconds = Math.ceil(Math.max(0, at - wakeUp.at) / 1000);
    if (at - wakeUp.at < WAKE_UP_WITHIN_MS) latest.set(seconds, Math.max(at, latest.get(seconds) ?? at));
  }
  for (const [seconds, at] of latest) await deps.wakeUp({ at, complete: null }, seconds);
}
