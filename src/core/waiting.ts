import type { Entry } from "./entry.ts";

/** How long everybody would wait if all waited alike, milliseconds: one poll of all takes `calls`, a minute has `perMinute`. */
export const fairShareMs = (calls: number, perMinute: number): number => (calls / perMinute) * 60_000;

const MAX_SHARES = 3;

/** The longest that a target waits for its next poll: its interval, or three times the fair share, milliseconds. */
export const longestWaitMs = ({ intervalSeconds }: Pick<Entry, "intervalSeconds">, fairMs: number): number =>
  Math.max(intervalSeconds * 1000, MAX_SHARES * fairMs);

/** How long a target has waited at `now`, milliseconds; one that was never polled since it was due first. */
export const waitedMs = ({ last, due }: Pick<Entry, "last" | "due">, now: number): number => now - (last || due);
