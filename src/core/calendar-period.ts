import * as PlainDate from "temporal-polyfill/fns/PlainDate";
import * as ZonedDateTime from "temporal-polyfill/fns/ZonedDateTime";
import { zoned } from "./zoned.ts";

/** A stretch of whole local days, epoch ms: from (included) to (excluded). */
export interface CalendarPeriod {
  from: number;
  to: number;
  /** The stretch of the calendar before it: the month before a month, as many days before a range. */
  before: { from: number; to: number };
}

/** What a period may be called besides `2027-03`, `2027-W10` and `2027-03-01/2027-03-15`. */
export const NAMED_PERIODS = ["lastMonth", "thisMonth", "lastWeek", "thisWeek"] as const;

type NamedPeriod = (typeof NAMED_PERIODS)[number];

/** True for a period that is a part of the calendar, as of the day it is asked for. */
export const isNamedPeriod = (text: string): text is NamedPeriod => (NAMED_PERIODS as readonly string[]).includes(text);

type Unit = "month" | "week";

const startOf = { month: ZonedDateTime.startOfMonth, week: ZonedDateTime.startOfWeek };
const plus = { month: ZonedDateTime.addMonths, week: ZonedDateTime.addWeeks };

/** The month or the ISO week in which a moment lies, moved by so many. */
function around(day: ZonedDateTime.Record, unit: Unit, moved: number): CalendarPeriod {
  const at = (step: number): number =>
    ZonedDateTime.startOfDay(plus[unit](startOf[unit](day), moved + step)).epochMilliseconds;
  return { from: at(0), to: at(1), before: { from: at(-1), to: at(0) } };
}

/**
 * A period by its name, in the calendar of a zone: a month (`2027-03`), an ISO week (`2027-W10`, from Monday on), a range of
 * days (`2027-03-01/2027-03-15`, both included) or one of `NAMED_PERIODS`, as of `now` (epoch ms). Null for what is none.
 */
export function calendarPeriod(name: string, timezone: string, now: number): CalendarPeriod | null {
  const named = /^(last|this)(Month|Week)$/.exec(name);
  if (named !== null)
    return around(zoned(now, timezone), named[2] === "Month" ? "month" : "week", named[1] === "last" ? -1 : 0);
  const month = /^(\d{4})-(\d{2})$/.exec(name);
  if (month !== null) return ofDay(`${month[1]}-${month[2]}-01`, timezone, (day) => around(day, "month", 0));
  const week = /^(\d{4})-W(\d{2})$/.exec(name);
  if (week !== null) return ofWeek(Number(week[1]), Number(week[2]), timezone);
  const [, from, to] = /^(\d{4}-\d{2}-\d{2})\/(\d{4}-\d{2}-\d{2})$/.exec(name) ?? [];
  return from === undefined ? null : ofRange(from, to!, timezone);
}

/** The begin of a day in a zone, by its date; null for a date that no calendar has. */
function dayStart(date: string, timezone: string): ZonedDateTime.Record | null {
  const [year, month, day] = date.split("-").map(Number) as [number, number, number];
  try {
    return PlainDate.toZonedDateTime(PlainDate.create(year, month, day), timezone);
  } catch {
    return null;
  }
}

function ofDay(
  date: string,
  timezone: string,
  of: (day: ZonedDateTime.Record) => CalendarPeriod,
): CalendarPeriod | null {
  const day = dayStart(date, timezone);
  return day === null ? null : of(day);
}

/** The week of 4 January is the first of its year (ISO 8601). */
function ofWeek(year: number, week: number, timezone: string): CalendarPeriod | null {
  if (week < 1 || week > 53) return null;
  return ofDay(`${String(year).padStart(4, "0")}-01-04`, timezone, (day) => around(day, "week", week - 1));
}

const MAX_DAYS = 400;

function ofRange(first: string, last: string, timezone: string): CalendarPeriod | null {
  const [from, until] = [dayStart(first, timezone), dayStart(last, timezone)];
  if (from === null || until === null || until.epochMilliseconds < from.epochMilliseconds) return null;
  const to = ZonedDateTime.startOfDay(ZonedDateTime.addDays(until, 1));
  const days = Math.round((to.epochMilliseconds - from.epochMilliseconds) / 86_400_000);
  if (days > MAX_DAYS) return null;
  const before = ZonedDateTime.startOfDay(ZonedDateTime.subtractDays(from, days));
  return {
    from: from.epochMilliseconds,
    to: to.epochMilliseconds,
    before: { from: before.epochMilliseconds, to: from.epochMilliseconds },
  };
}
