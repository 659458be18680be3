import { DAY_MS } from "./duration.ts";

/** Rows of the database by how they are billed. */
export interface Rows {
  read: number;
  written: number;
}

/** What was used of a day's rows. */
export interface DatabaseUse {
  /** The day, UTC: days since 1970. */
  day: number;
  /** What had been counted in all when the day began, or was first looked at. */
  before: Rows;
  /** Percent of what the plan gives a day, rounded down: a row is written only where this changes. */
  percent: Rows;
}

/** From so many percent on, what can wait does. */
const NEARLY = 80;

const dayOf = (now: number): number => Math.floor(now / DAY_MS);

/** What is used at `now` (epoch ms) by what was `counted` in all, of so many rows a day; `before` is what was known last. */
export function usedOn(before: DatabaseUse | null, counted: Rows, aDay: Rows, now: number): DatabaseUse {
  const day = dayOf(now);
  const known = before?.day === day ? before.before : counted;
  const part = (name: keyof Rows) => Math.max(0, Math.floor(((counted[name] - known[name]) * 100) / aDay[name]));
  return { day, before: known, percent: { read: part("read"), written: part("written") } };
}

/** The larger part that is used at `now`, percent; 0 where nothing is known of that day. */
export const percentUsed = (use: DatabaseUse | null, now: number): number =>
  use === null || use.day !== dayOf(now) ? 0 : Math.max(use.percent.read, use.percent.written);

/** True where retention and digests wait until the next day, and pages ask less often. */
export const isNearlyUsedUp = (use: DatabaseUse | null, now: number): boolean => percentUsed(use, now) >= NEARLY;

/** Milliseconds until the database gives rows again: midnight UTC. */
export const untilMidnightMs = (now: number): number => (dayOf(now) + 1) * DAY_MS - now;

/** D1's words (changelog of 1 September 2026) where the rows of a day are used up, those read or those written. */
const USED_UP = /exceeded D1's free tier daily row (?:read|write) limit/i;

/** True for an error of D1 that says so, or has such a cause. */
export function saysUsedUp(thrown: unknown): boolean {
  for (let one = thrown; one instanceof Error; one = one.cause) if (USED_UP.test(one.message)) return true;
  return false;
}
