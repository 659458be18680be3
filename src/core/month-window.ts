import { DAY_MS } from "./duration.ts";
import { daysBefore } from "./parse-instant.ts";

// A row of a calendar month (UTC) also holds the hours around it that are in that month in some zone, so that a month of
// any zone is within one row. Local time is 14 hours ahead of UTC at most, and 12 behind.
const AHEAD_MS = 14 * 3_600_000;
const BEHIND_MS = 12 * 3_600_000;

/** The most months that something long belongs to: the last ones. */
const MAX_MONTHS = 36;

const MEAN_MONTH_MS = (365.2425 / 12) * DAY_MS;

/** The start of a calendar month (UTC), epoch ms. */
export function monthStart(month: number): number {
  const year = Math.floor(month / 12);
  return daysBefore(1970 + year, month - 12 * year + 1, 1) * DAY_MS;
}

/** The number of a calendar month (UTC): months since January 1970. */
export function monthAt(at: number): number {
  const month = Math.floor(at / MEAN_MONTH_MS);
  return [month + 1, month].find((one) => monthStart(one) <= at) ?? month - 1;
}

/** What a month's row holds, epoch ms: `from` inclusive, `to` exclusive. */
export const windowOf = (month: number): { from: number; to: number } => ({
  from: monthStart(month) - AHEAD_MS,
  to: monthStart(month + 1) + BEHIND_MS,
});

const range = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);

/** The months whose rows hold something that lasted from one instant to another, both included. */
export function monthsHolding(from: number, to: number): number[] {
  const last = monthAt(to + AHEAD_MS);
  return range(Math.max(monthAt(from - BEHIND_MS), last - MAX_MONTHS + 1), last);
}

/** The fewest months whose rows together hold everything between two instants. */
export function monthsCovering(from: number, to: number): number[] {
  const first = monthAt(from + AHEAD_MS);
  let last = first;
  while (windowOf(last).to < to) last++;
  return range(first, last);
}
