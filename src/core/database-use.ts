import { DAY_MS } from "./duration.ts";

/** Database rows, by how D1 bills them. */
export interface Rows {
  read: number;
  written: number;
}

/** Rows used on one day. */
export interface DatabaseUse {
  /** The UTC day: days since 1970. */
  day: number;
  /** The running totals when the day began, or was first observed. */
  before: Rows;
  /** Percent of the plan's daily rows, rounded down. Stored only when it changes. */
  percent: Rows;
}

/** From this percentage on, work that can wait is postponed. */
const NEARLY = 80;

const dayOf = (now: number): number => Math.floor(now / DAY_MS);

/**
 * Computes the use of the day at `now` (epoch ms) from the running totals `counted` and the daily allowance `aDay`.
 * `before` is the last known use.
 */
export function usedOn(before: DatabaseUse | null, counted: Rows, aDay: Rows, now: number): DatabaseUse {
  const day = dayOf(now);
  const known = before?.day === day ? before.before : counted;
  const part = (name: keyof Rows) => Math.max(0, Math.floor(((counted[name] - known[name]) * 100) / aDay[name]));
  return { day, before: known, percent: { read: part("read"), written: part("written") } };
}

/** The larger of both percentages at `now`; 0 if nothing is known of that day. */
export const percentUsed = (use: DatabaseUse | null, now: number): number =>
  use === null || use.day !== dayOf(now) ? 0 : Math.max(use.percent.read, use.percent.written);

/** Reports whether retention and digests wait until the next day and pages refresh less often. */
export const isNearlyUsedUp = (use: DatabaseUse | null, now: number): boolean => percentUsed(use, now) >= NEARLY;

/** Milliseconds until D1 resets the daily rows, at midnight UTC. */
export const untilMidnightMs = (now: number): number => (dayOf(now) + 1) * DAY_MS - now;

/** D1's message when the daily rows are used up (changelog of 1 September 2026). */
const USED_UP = /exceeded D1's free tier daily row (?:read|write) limit/i;

/** Reports whether an error, or one of its causes, is that message. */
export const saysUsedUp = (thrown: unknown): boolean => says(thrown, (text) => USED_UP.test(text));

function says(thrown: unknown, what: (text: string) => boolean): boolean {
  for (let one = thrown; one instanceof Error; one = one.cause) if (what(one.message)) return true;
  return false;
}

/** The meter's message when an invocation needs more statements than its plan allows. */
const TOO_MANY_STATEMENTS = "more D1 statements in one invocation than allowed";

/** Thrown beyond the number of statements that the plan allows an invocation, before the platform refuses. */
export class TooManyStatements extends Error {
  constructor(max: number) {
    super(`${TOO_MANY_STATEMENTS}: ${max}`);
  }
}

/** Whether an error, or one of its causes, says so. */
export const saysTooMany = (thrown: unknown): boolean => says(thrown, (text) => text.includes(TOO_MANY_STATEMENTS));
