import type { HistoryEvent } from "./section.ts";

/**
 * Reports whether something was found at an instant. The next event about it decides; without one, the current state.
 */
export function presentAt(at: number, events: readonly HistoryEvent[], comes: string, foundNow: boolean): boolean {
  const next = events.find(({ detectedAt }) => detectedAt > at);
  return next === undefined ? foundNow : next.type !== comes;
}
