import * as PlainDate from "temporal-polyfill/fns/PlainDate";
import * as ZonedDateTime from "temporal-polyfill/fns/ZonedDateTime";
import { before, monthName, zoned } from "./calendar.ts";
import { DAY_MS } from "./duration.ts";
import { instantOf, iso } from "./instant.ts";
import { sameWallTime, wallOf } from "./schedule.ts";

/** The month some months after another one: ("2027-01", -1) is "2026-12". */
export function monthAfter(month: string, count: number): string {
  const [year, number] = month.split("-").map(Number) as [number, number];
  const months = year * 12 + number - 1 + count;
  return `${String(Math.floor(months / 12)).padStart(4, "0")}-${String((months % 12) + 1).padStart(2, "0")}`;
}

/** A period, mostly of whole local days, epoch ms: `from` inclusive, `to` exclusive. */
export interface CalendarPeriod {
  from: number;
  to: number;
  /** The period before it: the previous month or week, or as many days before a range. */
  before: { from: number; to: number };
}

/** Named periods, besides those that `calendarPeriod` reads from dates. */
export const NAMED_PERIODS = ["lastMonth", "thisMonth", "lastWeek", "thisWeek"] as const;

type NamedPeriod = (typeof NAMED_PERIODS)[number];

/** Reports whether a period is named relative to the current day. */
export const isNamedPeriod = (text: string): text is NamedPeriod => (NAMED_PERIODS as readonly string[]).includes(text);

/** Reports whether a period is a month of the calendar, such as "2027-03". */
export const isPeriodMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);

type Unit = "month" | "week";

const startOf = { month: ZonedDateTime.startOfMonth, week: ZonedDateTime.startOfWeek };
const plus = { month: ZonedDateTime.addMonths, week: ZonedDateTime.addWeeks };

/** The local month or ISO week that contains `day`, shifted by `moved` units. */
function around(day: ZonedDateTime.Record, unit: Unit, moved: number): CalendarPeriod {
  const at = (step: number): number =>
    ZonedDateTime.startOfDay(plus[unit](startOf[unit](day), moved + step)).epochMilliseconds;
  return { from: at(0), to: at(1), before: { from: at(-1), to: at(0) } };
}

/**
 * Resolves the name of a period in the calendar of a zone: a month (`2027-03`), an ISO week (`2027-W10`, from Monday),
 * a range of days (`2027-03-01/2027-03-15`, both inclusive), two instants
 * (`2027-03-01T08:00:00Z/2027-03-08T08:00:00Z`) or one of `NAMED_PERIODS` relative to `now` (epoch ms). Null if the
 * name is not a period.
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
  return from === undefined ? ofInstants(name, timezone) : ofRange(from, to!, timezone);
}

/**
 * What a period with a name relative to the current day is compared with: the month or week before, or its same part if
 * the period is not over; null for other periods. Epoch ms.
 */
export function periodBefore(
  period: string | null,
  { from, to }: { from: number; to: number },
  timezone: string,
): { from: number; to: number } | null {
  if (period === null || !isNamedPeriod(period)) return null;
  const { before } = around(zoned(from, timezone), period.endsWith("Month") ? "month" : "week", 0);
  return { from: before.from, to: Math.min(before.to, sameWallTime(from, to, before.from, timezone)) };
}

/** The shortest name of a period in a zone, such that `calendarPeriod` reads exactly this one from it. Epoch ms. */
export function periodName({ from, to, before }: CalendarPeriod, timezone: string): string {
  const day = (at: number): string => PlainDate.toString(ZonedDateTime.toPlainDate(zoned(at, timezone)));
  const names = [monthName(from, timezone), `${day(from)}/${day(to - 1)}`];
  const exact = names.find((name) => {
    const read = calendarPeriod(name, timezone, to);
    return read?.from === from && read.to === to && read.before.from === before.from;
  });
  return exact ?? [from, to].map((at) => iso(at).replace(".000Z", "Z")).join("/");
}

/** The start of a local day; null if the date does not exist. */
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

/** A year has a 53rd week if it begins or ends on a Thursday (ISO 8601). */
function weeksOf(year: number): number {
  const isThursday = (month: number, day: number) => PlainDate.dayOfWeek(PlainDate.create(year, month, day)) === 4;
  return isThursday(1, 1) || isThursday(12, 31) ? 53 : 52;
}

/** ISO 8601: 4 January is always in the first week of its year. */
function ofWeek(year: number, week: number, timezone: string): CalendarPeriod | null {
  if (week < 1 || week > weeksOf(year)) return null;
  return ofDay(`${String(year).padStart(4, "0")}-01-04`, timezone, (day) => around(day, "week", week - 1));
}

const MAX_DAYS = 400;

const INSTANT = String.raw`(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z)`;
const INSTANTS = new RegExp(`^${INSTANT}/${INSTANT}$`);

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

function ofInstants(name: string, timezone: string): CalendarPeriod | null {
  const [from, to] = (INSTANTS.exec(name) ?? []).slice(1).map(instantOf);
  if (from == null || to == null || from >= to || to - from > MAX_DAYS * DAY_MS) return null;
  return { from, to, before: { from: previousFrom(from, to, timezone), to: from } };
}

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
