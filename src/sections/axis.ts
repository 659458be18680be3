import { clockLabel, dateLabel, dayLabel, dayStarts } from "../core/calendar.ts";
import { isShort } from "./period.ts";
import type { Frame } from "./section.ts";

const MOST_LABELS = 8;
const HOUR_MS = 3_600_000;

/** The marks of a period's time axis, at most eight: hours of a short period, else midnights. */
export function ticksOf(frame: Frame): { at: number; label: string }[] {
  const { from, to, timezone } = frame;
  const days = dayStarts(from, to, timezone);
  if (isShort(frame)) {
    const hours = days.flatMap((day, index) => hoursOf(day, days[index + 1] ?? to, to - from));
    return hours.filter((at) => at >= from && at <= to).map((at) => ({ at, label: clockLabel(at, timezone) }));
  }
  const inside = days.filter((at) => at >= from);
  const every = Math.ceil(inside.length / MOST_LABELS);
  const label = every === 1 ? dayLabel : dateLabel;
  return inside.filter((_, index) => index % every === 0).map((at) => ({ at, label: label(at, timezone) }));
}

/** Instants of a day, so far apart that a period of this length has at most eight. */
function hoursOf(from: number, to: number, length: number): number[] {
  const step = [0.25, 0.5, 1, 2, 3, 6, 12].find((hours) => length / (hours * HOUR_MS) < MOST_LABELS - 1) ?? 12;
  const count = Math.ceil((to - from) / (step * HOUR_MS)) + 1;
  return Array.from({ length: count }, (_, index) => from + index * step * HOUR_MS).filter((at) => at < to);
}
