import type { HistoryEvent } from "./section.ts";

/** Whether something was found at an instant: the next event on it says so, else what is found now. */
export function presentAt(at: number, events: readonly HistoryEvent[], comes: string, foundNow: boolean): boolean {
  const next = events.find(({ detectedAt }) => detectedAt > at);
  return next === undefined ? foundNow : next.type !== comes;
}
