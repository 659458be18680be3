import { DAY_MS } from "../../../core/duration.ts";
import { calendarPeriod, isNamedPeriod, periodName } from "../../../core/calendar-period.ts";
import { before } from "../../../core/calendar.ts";
import { lastTime, wallTimesAt } from "../../../core/schedule.ts";
import type { Digest } from "../resource/digest.ts";

type Timed = Pick<Digest, "schedule" | "timezone" | "period">;

interface Period {
  from: number;
  to: number;
}

/**
 * The period of a digest that is due at `to`: the configured duration or calendar period, otherwise since its previous
 * time. Calendars are those of `zone`.
 */
function periodTo(digest: Timed, to: number, zone: string): Period {
  const { period, timezone } = digest;
  if (period !== null && isNamedPeriod(period)) return namedPeriod(period, timezone, zone, to);
  if (period !== null) return { from: sincePrevious(digest, to) ?? before(to, period, zone), to };
  return { from: timeBefore(digest, to) ?? to - DAY_MS, to };
}

/**
 * The previous time of a digest whose duration is exactly that from one time of its schedule to the next, on the wall
 * clock; null otherwise. Such digests leave no time out and cover none twice when clocks change, nor if a watchlist is
 * in another zone.
 */
function sincePrevious({ schedule, timezone, period }: Timed, to: number): number | null {
  const clock = { pattern: schedule, timezone };
  const times = wallTimesAt(clock, to);
  return times !== null && before(times.wall, period!, "UTC") === times.before ? lastTime(clock, to) : null;
}

/**
 * A calendar period in a zone. Which month or week it is depends on the digest's own zone, so that all editions of one
 * time are about the same one. It ends at `to` where it is not over yet.
 */
function namedPeriod(period: string, timezone: string, zone: string, to: number): Period {
  const own = calendarPeriod(period, timezone, to)!;
  const same = zone === timezone ? own : calendarPeriod(periodName(own, timezone), zone, to)!;
  // Where it has not started yet, the previous one is still running.
  const { from, to: end } = same.from < to ? same : same.before;
  return { from, to: Math.min(end, to) };
}

/**
 * The period of a digest that is due at `to` and has waited since `was`. Without a configured period it starts at the
 * time before `was`, so that skipped times are included.
 */
export const periodAfter = (digest: Timed, was: number, to: number, zone = digest.timezone): Period =>
  digest.period === null ? { from: periodTo(digest, was, zone).from, to } : periodTo(digest, to, zone);

/** The period of an additional edition: as long as that of the last regular one. */
export function periodUntil(digest: Timed, to: number, zone = digest.timezone): Period {
  if (digest.period !== null) return periodTo(digest, to, zone);
  const last = timeBefore(digest, to);
  return last === null ? { from: to - DAY_MS, to } : { from: to - (last - periodTo(digest, last, zone).from), to };
}

const timeBefore = ({ schedule, timezone }: Timed, at: number): number | null =>
  lastTime({ pattern: schedule, timezone }, at);
