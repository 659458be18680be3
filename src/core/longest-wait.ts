import type { Entry } from "./slot-entry.ts";

/**
 * How long every target would wait with equal shares, milliseconds: one poll of all takes `calls`, the budget is
 * `perMinute`.
 */
export const fairShareMs = (calls: number, perMinute: number): number => (calls / perMinute) * 60_000;

const MAX_SHARES = 3;

/**
 * The longest time that a target waits for its next poll, milliseconds: its interval, or three times the fair share.
 */
export const longestWaitMs = ({ intervalSeconds }: Pick<Entry, "intervalSeconds">, fairMs: number): number =>
  Math.max(intervalSeconds * 1000, MAX_SHARES * fairMs);

/** How long a target has waited at `now`, milliseconds; one that was never polled has waited since it was first due. */
export const waitedMs = ({ last, due }: Pick<Entry, "last" | "due">, now: number): number => now - (last || due);
