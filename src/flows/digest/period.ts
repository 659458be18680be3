import { DAY_MS } from "../../core/duration.ts";
import { calendarPeriod, isNamedPeriod } from "../../core/calendar-period.ts";
import { before } from "../../core/calendar.ts";
import { lastTime } from "../../core/schedule.ts";
import type { Digest } from "../../resources/digests/digest.ts";

type Timed = Pick<Digest, "schedule" | "timezone" | "period">;

interface Period {
  from: number;
  to: number;
}

/** The period of a digest that is due at `to`: as long as it says, a part of the calendar, else since its time before. */
function periodTo(digest: Timed, to: number): Period {
  const { period, timezone } = digest;
  if (period !== null && isNamedPeriod(period)) {
    const named = calendarPeriod(period, timezone, to)!;
    return { from: named.from, to: Math.min(named.to, to) };
  }
  if (digest.period !== null) return { from: before(to, digest.period, digest.timezone), to };
  return { from: timeBefore(digest, to) ?? to - DAY_MS, to };
}

/**
 * The period of a digest that is due at `to` and has waited since `was`: as long as it says, else since its time before
 * `was`, so that what was passed over is in it.
 */
export const periodAfter = (digest: Timed, was: number, to: number): Period =>
  digest.period === null ? { from: periodTo(digest, was).from, to } : periodTo(digest, to);

/** The period of a digest that is made out of turn: as long as the one that its last time closed. */
export function periodUntil(digest: Timed, to: number): Period {
  if (digest.period !== null) return periodTo(digest, to);
  const last = timeBefore(digest, to);
  return last === null ? { from: to - DAY_MS, to } : { from: to - (last - periodTo(digest, last).from), to };
}

const timeBefore = ({ schedule, timezone }: Timed, at: number): number | null =>
  lastTime({ pattern: schedule, timezone }, at);
