import type { PastEvent } from "./section.ts";

/** Whether something was found at an instant: the next event on it says so, else what is found now. */
export function presentAt(at: number, events: readonly PastEvent[], comes: string, foundNow: boolean): boolean {
  const next = events.find(({ detectedAt }) => detectedAt > at);
  return next === undefined ? foundNow : next.type !== comes;
}
