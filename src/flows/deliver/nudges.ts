import type { Delivered } from "./deliver.ts";

/** The message of the queue "deliveries": look for what is due. The rows are the truth, this only nudges. */
export interface WakeUp {
  /** Tick time at which it is due, epoch ms. */
  at: number;
  /** The tick whose batches are all in, so that its grouped messages need not wait. */
  complete: number | null;
  /** How often in a row it found its channel busy with another run. */
  waited?: number;
}

interface WakeUpDeps {
  /** False where the queue did not take it. */
  nudge(wakeUp: WakeUp, delaySeconds: number): Promise<boolean>;
}

/** A retry that is due sooner than this is not left to the next tick. */
const WAKE_UP_WITHIN_MS = 60_000;

/** Another run is sending to a channel: it is done soon. */
const BUSY_SECONDS = 1;

/** Then it is left to the ticks: the other run may have died, and its lease will end. */
const MAX_WAITS = 30;

/** What another run is busy with is looked for again in a moment. */
export async function wakeUpBusy({ busy }: Delivered, wakeUp: WakeUp, deps: WakeUpDeps): Promise<void> {
  const waited = wakeUp.waited ?? 0;
  if (!busy || waited >= MAX_WAITS) return;
  const at = wakeUp.at + BUSY_SECONDS * 1000;
  await deps.nudge({ ...wakeUp, at, waited: waited + 1 }, BUSY_SECONDS);
}

/** Each retry at its own time; a queue counts whole seconds, so those of one second have one nudge. */
export async function wakeUpRetries({ retries }: Delivered, wakeUp: WakeUp, deps: WakeUpDeps): Promise<void> {
  const latest = new Map<number, number>();
  for (const at of [...retries.values()].flatMap((times) => [...times])) {
    const seconds = Math.ceil(Math.max(0, at - wakeUp.at) / 1000);
    if (at - wakeUp.at < WAKE_UP_WITHIN_MS) latest.set(seconds, Math.max(at, latest.get(seconds) ?? at));
  }
  for (const [seconds, at] of latest) await deps.nudge({ at, complete: null }, seconds);
}
