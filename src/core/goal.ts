import { dayStarts, monthAround, monthName } from "./calendar.ts";
import { clipped, lengthOf, type Span } from "./spans.ts";

/** What is to be reached in a calendar month; null for what does not matter. */
// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface is no JSON
type Wanted = {
  hours: number | null;
  validDays: number | null;
};

/** A goal as it is evaluated. A local day counts as valid from so many minutes on. */
export interface MonthlyGoal extends Wanted {
  validDayMinutes: number;
}

/** A calendar month of a zone. */
export interface Month {
  /** "2027-03" */
  name: string;
  from: number;
  to: number;
  /** The begin of each of its days, epoch ms. */
  days: number[];
}

/** How far somebody has come, as of an instant. Hours are rounded down to a hundredth; those that are left, up. */
export interface Progress {
  hours: number;
  validDays: number;
  wanted: Wanted;
  /** What is missing, and the days of the month that remain, today included; 0 once it is over. */
  left: Wanted & { days: number };
  /** What the month comes to if it goes on as it did; null before three whole days of it were watched. */
  pace: { hours: number; validDays: number } | null;
  reached: boolean;
  behind: boolean;
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const HUNDREDTH_MS = HOUR_MS / 100;

/** Whole days that must have been watched before anybody is said to be behind. */
const LEAST_DAYS = 3;

/** Somebody is behind who would have to go on faster than so far by more than a tenth. */
const TOLERANCE = 0.9;

/** The month that an instant lies in. */
export function monthOf(at: number, timezone: string): Month {
  const { from, to } = monthAround(at, timezone);
  return { name: monthName(at, timezone), from, to, days: dayStarts(from, to, timezone) };
}

/**
 * How far somebody has come in a month. `live` are the stretches that polls observed, in order and without overlaps; what
 * lies after `now` is left out. `watchedFrom`: since when they are watched. All epoch ms.
 */
export function progressOf(goal: MonthlyGoal, month: Month, live: Span[], now: number, watchedFrom: number): Progress {
  const at = Math.min(now, month.to);
  const validMs = goal.validDayMinutes * MINUTE_MS;
  const endOf = (day: number): number => month.days[day + 1] ?? month.to;
  const perDay = month.days.map((start, day) => lengthOf(clipped(live, start, Math.min(endOf(day), at))));
  const valid = perDay.map((ms) => ms >= validMs);
  // Once the month is over no day is today any more.
  const today = at < month.to ? month.days.findLastIndex((start) => start <= at) : month.days.length;
  const [ms, validDays, days] = [sum(perDay), count(valid), month.days.length - today];
  const missingMs = goal.hours === null ? 0 : Math.max(0, Math.round(goal.hours * HOUR_MS) - ms);
  const missingDays = goal.validDays === null ? 0 : Math.max(0, goal.validDays - validDays);
  // From the first whole day that was watched up to yesterday.
  const first = month.days.findIndex((start) => start >= watchedFrom);
  const watched = first === -1 ? 0 : today - first;
  const based = watched >= LEAST_DAYS;
  const msADay = sum(perDay.slice(first, today)) / watched;
  const validADay = count(valid.slice(first, today)) / watched;
  const reached = missingMs === 0 && missingDays === 0;
  // A day that is valid, or has too little left, cannot become valid any more.
  const lost = days > 0 && (valid[today]! || perDay[today]! + endOf(today) - at < validMs);
  const hopeless = missingMs > month.to - at || missingDays > days - (lost ? 1 : 0);
  const slow = TOLERANCE * missingMs > msADay * days || TOLERANCE * missingDays > validADay * days;
  return {
    hours: Math.floor(ms / HUNDREDTH_MS) / 100,
    validDays,
    wanted: { hours: goal.hours, validDays: goal.validDays },
    left: {
      hours: goal.hours === null ? null : Math.ceil(missingMs / HUNDREDTH_MS) / 100,
      validDays: goal.validDays === null ? null : missingDays,
      days,
    },
    pace: based && days > 0 ? paceOf() : null,
    reached,
    behind: !reached && days > 0 && based && (hopeless || slow),
  };

  /** Today comes to what it usually does, or to what it is already. */
  function paceOf(): { hours: number; validDays: number } {
    const more = Math.max(0, msADay - perDay[today]!) + msADay * (days - 1);
    const moreDays = (valid[today]! ? 0 : validADay) + validADay * (days - 1);
    return { hours: Math.round((ms + more) / HUNDREDTH_MS) / 100, validDays: Math.round(validDays + moreDays) };
  }
}

const sum = (all: number[]): number => all.reduce((total, one) => total + one, 0);

const count = (all: boolean[]): number => all.filter(Boolean).length;

/** How long each of so many days must be. */
export interface Needed {
  ms: number;
  days: number;
  /** False where the month has no room for that. */
  possible: boolean;
}

/** A day of a plan that people could keep. */
const LONG_DAY_MS = 12 * HOUR_MS;

/**
 * What reaches the rest: spread over the days that must become valid, or over all that remain where none must, or where
 * that would be half of each day. Null where nothing is missing.
 */
export function neededFor(left: Progress["left"], validDayMinutes: number): Needed | null {
  const [missingMs, missingDays] = [(left.hours ?? 0) * HOUR_MS, left.validDays ?? 0];
  const least = missingDays > 0 ? validDayMinutes * MINUTE_MS : 0;
  if (missingMs === 0 && missingDays === 0) return null;
  if (missingDays > 0 && missingMs / missingDays <= LONG_DAY_MS)
    return { ms: Math.max(least, missingMs / missingDays), days: missingDays, possible: missingDays <= left.days };
  if (left.days === 0) return { ms: missingMs, days: 0, possible: false };
  const ms = Math.max(least, missingMs / left.days);
  return { ms, days: left.days, possible: missingDays <= left.days && ms <= 24 * HOUR_MS };
}
