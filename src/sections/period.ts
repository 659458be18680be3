import { DAY_MS } from "../core/duration.ts";
import { before, clockRange, dateRange } from "../core/calendar.ts";
import type { PeriodName } from "./period-name.ts";
import type { Frame, Telling } from "./section.ts";

/** How long a digest's period is, and what people call it. */
export type Period = { ms: number; word: PeriodName };

const WORDS: [PeriodName, string][] = [
  ["day", "P1D"],
  ["week", "P7D"],
  ["month", "P1M"],
];

/** Names the period by the calendar: a week with a change of the clock in it is a week. */
export function periodOf({ from, to, timezone }: Frame): Period {
  const named = WORDS.find(([, duration]) => before(to, duration, timezone) === from);
  return { ms: to - from, word: named?.[0] ?? "period" };
}

/** Where the period before began: of a day, a week or a month of the calendar the one before it, else it is as long. */
export function beforeFrom(frame: Frame): number {
  const { from, to, timezone } = frame;
  const named = WORDS.find(([, duration]) => before(to, duration, timezone) === from);
  return named === undefined ? from - (to - from) : before(from, named[1], timezone);
}

/** The ends of the period's equal steps, the last one `to`: seven for a week, else twelve. */
function stepEnds({ from, to }: Frame): number[] {
  const days = (to - from) / DAY_MS;
  const count = days >= 6.5 && days <= 8 ? 7 : 12;
  return Array.from({ length: count }, (_, index) => Math.round(from + ((to - from) * (index + 1)) / count));
}

/** The period's begin and the ends of its steps. */
export const marksOf = (frame: Frame): number[] => [frame.from, ...stepEnds(frame)];

/** True for periods that are told by the clock, not by days. */
export const isShort = ({ from, to }: Frame): boolean => to - from < 2 * DAY_MS;

/** "9 – 16 Nov"; "16 Nov, 09:00 – 21:00" for a short period. */
export function spanText({ language, frame }: Telling): string {
  const { from, to, timezone } = frame;
  return isShort(frame) ? clockRange(language, from, to, timezone) : dateRange(language, from, to - 1, timezone);
}
