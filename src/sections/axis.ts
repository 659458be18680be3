import { clockLabel, dateLabel, dayLabel, dayStarts } from "../core/calendar.ts";
import { isShort } from "./period.ts";
import type { DigestContext } from "./section.ts";

const MAX_LABELS = 8;
const MINUTE_MS = 60_000;
/** The possible steps between clock marks, minutes. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720];

/** The marks of a period's time axis, at most eight: clock times for a short period, otherwise midnights. */
export function ticksOf({ language, frame }: DigestContext): { at: number; label: string }[] {
  const { from, to, timezone } = frame;
  const days = dayStarts(from, to, timezone);
  if (isShort(frame)) {
    const marks = days.flatMap((day, index) => marksOf(day, days[index + 1] ?? to, to - from));
    return marks
      .filter((at) => at >= from && at <= to)
      .map((at) => ({ at, label: clockLabel(language, at, timezone) }));
  }
  const inside = days.filter((at) => at >= from);
  const every = Math.ceil(inside.length / MAX_LABELS);
  const label = every === 1 ? dayLabel : dateLabel;
  return inside.filter((_, index) => index % every === 0).map((at) => ({ at, label: label(language, at, timezone) }));
}

/** Instants of a day, spaced so that a period of this length has at most eight. */
function marksOf(from: number, to: number, length: number): number[] {
  const step = (STEPS.find((minutes) => length / (minutes * MINUTE_MS) < MAX_LABELS - 1) ?? 720) * MINUTE_MS;
  const count = Math.ceil((to - from) / step) + 1;
  return Array.from({ length: count }, (_, index) => from + index * step).filter((at) => at < to);
}
