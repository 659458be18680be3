import { before } from "./calendar.ts";
import { wallOf } from "./schedule.ts";

/** A length of a period that people have a word for. */
export type NamedSpan = "day" | "week" | "month";

const SPANS: [NamedSpan, string][] = [
  ["day", "P1D"],
  ["week", "P7D"],
  ["month", "P1M"],
];

/** The named span of a period. If the clock changes in it, it may be shorter or longer by that change. */
function spanOf(from: number, to: number, timezone: string) {
  const offset = (at: number): number => wallOf(at, timezone) - at;
  // A period may begin or end with the change itself, where a digest's time is skipped.
  const change = Math.abs(offset(to) - offset(from - 1));
  return SPANS.find(([, duration]) => Math.abs(before(to, duration, timezone) - from) <= change);
}

/** Names a period by the calendar: a week with a clock change is a week. Null for other lengths. Epoch ms. */
export const namedSpan = (from: number, to: number, timezone: string): NamedSpan | null =>
  spanOf(from, to, timezone)?.[0] ?? null;

/**
 * The start of the previous period, epoch ms: the previous day, week or month of the calendar, otherwise a period of
 * the same length.
 */
export function previousFrom(from: number, to: number, timezone: string): number {
  const named = spanOf(from, to, timezone);
  return named === undefined ? from - (to - from) : before(from, named[1], timezone);
}
