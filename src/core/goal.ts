import { HOUR_MS } from "./duration.ts";
import { dayStarts, monthAround, monthName } from "./calendar.ts";
import { monthAfter } from "./calendar-period.ts";
import { clipped, lengthOf, type Span } from "./spans.ts";

/** The amounts of a goal for a calendar month; null for an amount that is not part of it. */
// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface is no JSON
type GoalAmounts = {
  hours: number | null;
  validDays: number | null;
};

/** A goal to evaluate. A local day is valid from `validDayMinutes` live minutes on. */
export interface MonthlyGoal extends GoalAmounts {
  validDayMinutes: number;
}

/** A calendar month of a zone. */
export interface Month {
  /** "2027-03" */
  name: string;
  from: number;
  to: number;
  /** The start of each day, epoch ms. */
  days: number[];
}

/** Progress as of an instant. Hours are rounded down to a hundredth, missing hours up. */
// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface is no JSON
export type Progress = {
  hours: number;
  validDays: number;
  wanted: GoalAmounts;
  /** What is missing, and the remaining days of the month including today; 0 days once it is over. */
  left: GoalAmounts & { days: number };
  /** The projected total of the month; null before three whole days of it were watched. */
  pace: { hours: number; validDays: number } | null;
  reached: boolean;
  behind: boolean;
};

/**
 * How a goal stands in a month. `not_started`: the goal does not apply to the month or creator yet. `unknown`: too little
 * of the month was watched to say more. `missed` is behind at the end of the month.
 */
export const GOAL_STATES = ["reached", "open", "behind", "missed", "unknown", "not_started"] as const;

export type GoalState = (typeof GOAL_STATES)[number];

/** The progress of a creator in a month, and how well they were watched so far. */
export type GoalStanding = Progress & {
  /** "2027-03" */
  period: string;
  state: GoalState;
  /** The known share of the month so far, 0 to 1; null if the creator was added later, or before the month begins. */
  coverage: number | null;
};

/** Below this share of the time, more may have happened than was seen. */
const WELL_WATCHED = 0.95;

export const isWellWatched = ({ coverage }: Pick<GoalStanding, "coverage">): boolean =>
  coverage !== null && coverage >= WELL_WATCHED;

/** Whoever was watched for less of a month is not judged. */
const LEAST_WATCHED = 0.75;

/** A goal, and a creator, may begin as late as this day to count for the month. */
const LAST_DAY_TO_BEGIN = 3;

/** When a goal and a creator begin to be judged. Instants are epoch ms. */
export interface GoalStart {
  /** The first day of the goal, such as `2027-03-01`; null for the one that follows from its creation. */
  startsOn: string | null;
  /** When the goal was created, and the creator was added. */
  goalAt: number;
  creatorAt: number;
}

/** The first month that a goal counts for if nothing else is set, such as "2027-03", as of an instant in it. */
export function firstMonthOf(month: Month, at: number): string {
  return isLate(at, month) ? monthAfter(month.name, 1) : month.name;
}

/** Whether something is made too late to count for a month. */
const isLate = (made: number, { days, to }: Month): boolean => made >= (days[LAST_DAY_TO_BEGIN] ?? to);

/** Reports whether a creator is judged in a month as of an instant, in the goal's zone. */
function hasStarted({ startsOn, goalAt, creatorAt }: GoalStart, month: Month, at: number): boolean {
  if (isLate(creatorAt, month)) return false;
  if (startsOn === null) return !isLate(goalAt, month);
  const day = month.days.findLastIndex((start) => start <= at);
  return `${month.name}-${String(day + 1).padStart(2, "0")}` >= startsOn;
}

/** The standing of a creator in a month, of which `coverage` is known so far. */
export function standingOf(
  progress: Progress,
  month: Month,
  coverage: number | null,
  start: GoalStart,
  now: number,
): GoalStanding {
  const at = Math.min(now, month.to - 1);
  const state = (): GoalState => {
    if (!hasStarted(start, month, at)) return "not_started";
    if (progress.reached) return "reached";
    if (coverage === null || coverage < LEAST_WATCHED) return "unknown";
    if (progress.left.days === 0) return "missed";
    return progress.behind ? "behind" : "open";
  };
  const stands = state();
  return {
    period: month.name,
    ...progress,
    state: stands,
    reached: stands === "reached",
    behind: stands === "behind",
    coverage,
  };
}

const MINUTE_MS = 60_000;
const HUNDREDTH_MS = HOUR_MS / 100;

/** Whole watched days that are required before a creator can be behind. */
const LEAST_DAYS = 3;

/** A creator is behind if the rest requires over a tenth more per day than so far. */
const TOLERANCE = 0.9;

/** The local month that contains an instant. */
export function monthOf(at: number, timezone: string): Month {
  const { from, to } = monthAround(at, timezone);
  return { name: monthName(at, timezone), from, to, days: dayStarts(from, to, timezone) };
}

/**
 * Computes the progress in a month. `live` are the observed spans, in order and without overlaps; time after `now` is
 * ignored. `watchedFrom` is when watching began. All instants are epoch ms.
 */
export function progressOf(goal: MonthlyGoal, month: Month, live: Span[], now: number, watchedFrom: number): Progress {
  const at = Math.min(now, month.to);
  const validMs = goal.validDayMinutes * MINUTE_MS;
  const endOf = (day: number): number => month.days[day + 1] ?? month.to;
  const perDay = month.days.map((start, day) => lengthOf(clipped(live, start, Math.min(endOf(day), at))));
  const valid = perDay.map((ms) => ms >= validMs);
  // Once the month is over, no day is today.
  const today = at < month.to ? month.days.findLastIndex((start) => start <= at) : month.days.length;
  const [ms, validDays, days] = [sum(perDay), count(valid), month.days.length - today];
  const missingMs = goal.hours === null ? 0 : Math.max(0, Math.round(goal.hours * HOUR_MS) - ms);
  const missingDays = goal.validDays === null ? 0 : Math.max(0, goal.validDays - validDays);
  // From the first whole watched day to yesterday.
  const first = month.days.findIndex((start) => start >= watchedFrom);
  const watched = first === -1 ? 0 : today - first;
  const based = watched >= LEAST_DAYS;
  const msADay = sum(perDay.slice(first, today)) / watched;
  const validADay = count(valid.slice(first, today)) / watched;
  const reached = missingMs === 0 && missingDays === 0;
  // Today cannot add a valid day if it is valid already or too short.
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

  /** Assumes that today reaches the daily average, or keeps what it already has. */
  function paceOf(): { hours: number; validDays: number } {
    const more = Math.max(0, msADay - perDay[today]!) + msADay * (days - 1);
    const moreDays = (valid[today]! ? 0 : validADay) + validADay * (days - 1);
    return { hours: Math.round((ms + more) / HUNDREDTH_MS) / 100, validDays: Math.round(validDays + moreDays) };
  }
}

const sum = (all: number[]): number => all.reduce((total, one) => total + one, 0);

const count = (all: boolean[]): number => all.filter(Boolean).length;

/** The live time that each of the coming days needs. */
export interface RequiredDays {
  ms: number;
  days: number;
  /** False if the rest of the month is too short. */
  possible: boolean;
}

/** The longest day that a plan should ask for. */
const LONG_DAY_MS = 12 * HOUR_MS;

/**
 * Plans how to reach the rest of a goal. It is spread over the missing valid days, or over all remaining days if none
 * is missing or that would exceed 12 hours a day. Null if nothing is missing.
 */
export function neededFor(left: Progress["left"], validDayMinutes: number): RequiredDays | null {
  const [missingMs, missingDays] = [(left.hours ?? 0) * HOUR_MS, left.validDays ?? 0];
  const least = missingDays > 0 ? validDayMinutes * MINUTE_MS : 0;
  if (missingMs === 0 && missingDays === 0) return null;
  if (missingDays > 0 && missingMs / missingDays <= LONG_DAY_MS)
    return { ms: Math.max(least, missingMs / missingDays), days: missingDays, possible: missingDays <= left.days };
  if (left.days === 0) return { ms: missingMs, days: 0, possible: false };
  const ms = Math.max(least, missingMs / left.days);
  return { ms, days: left.days, possible: missingDays <= left.days && ms <= 24 * HOUR_MS };
}

/** How a goal stands in one word: `out` can no longer be reached. */
export type Verdict = GoalState | "out";

export function verdictOf({ state, left }: Pick<GoalStanding, "state" | "left">, validDayMinutes: number): Verdict {
  if (state !== "open" && state !== "behind") return state;
  return neededFor(left, validDayMinutes)?.possible === false ? "out" : state;
}
