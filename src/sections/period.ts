import { DAY_MS } from "../core/duration.ts";
import { clockRange, dateRange } from "../core/calendar.ts";
import { namedSpan, previousFrom } from "../core/calendar-period.ts";
import type { Frame, DigestContext, PeriodName } from "./section.ts";

/** The length of a digest's period, and its name. */
export type Period = { ms: number; word: PeriodName };

/** Names the period by the calendar: a week with a clock change is a week. */
export const periodOf = ({ from, to, timezone }: Frame): Period => ({
  ms: to - from,
  word: namedSpan(from, to, timezone) ?? "period",
});

/**
 * The period that it is compared with: the previous day, week or month of the calendar, or its same part; otherwise a
 * period of the same length.
 */
export const beforeOf = ({ from, to, timezone, before }: Frame): { from: number; to: number } =>
  before ?? { from: previousFrom(from, to, timezone), to: from };

/** The ends of equal steps of the period, the last one `to`: seven for a week, otherwise twelve. */
function stepEnds({ from, to }: Frame): number[] {
  const days = (to - from) / DAY_MS;
  const count = days >= 6.5 && days <= 8 ? 7 : 12;
  return Array.from({ length: count }, (_, index) => Math.round(from + ((to - from) * (index + 1)) / count));
}

/** The start of the period and the ends of its steps. */
export const marksOf = (frame: Frame): number[] => [frame.from, ...stepEnds(frame)];

/** Reports whether a period is so short that it is described by clock times, not days. */
export const isShort = ({ from, to }: Frame): boolean => to - from < 2 * DAY_MS;

/** "9 – 16 Nov"; "16 Nov, 09:00 – 21:00" for a short period. */
export function spanText({ language, frame }: DigestContext): string {
  const { from, to, timezone } = frame;
  return isShort(frame) ? clockRange(language, from, to, timezone) : dateRange(language, from, to - 1, timezone);
}
