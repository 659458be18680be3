import * as Duration from "temporal-polyfill/fns/Duration";
import * as ZonedDateTime from "temporal-polyfill/fns/ZonedDateTime";
import { DAY_MS } from "./duration.ts";
import { type Language, localeOf, once } from "./language.ts";
import { fromEpochMilliseconds, toZonedDateTimeISO } from "temporal-polyfill/fns/Instant";
import type { Record } from "temporal-polyfill/fns/ZonedDateTime";

/** An instant (epoch ms) in a zone. Throws for an unknown zone. */
export const zoned = (at: number, timezone: string): Record => toZonedDateTimeISO(fromEpochMilliseconds(at), timezone);

/**
 * Returns a typed time of day as "HH:MM", 24 hours: "7", "7:05", "0705", "7.05", "7:05 pm" and "07:05:00" are read. A
 * text that is no time is returned as it is, so that it can be reported.
 */
export function clockIn(text: string): string {
  const [, hourText, minuteText = "00", half] =
    /^(\d{1,2})(?:[:.h]?(\d{2}))?(?::\d{2})?\s*([ap])?\.?m?\.?$/i.exec(text.trim()) ?? [];
  if (hourText === undefined) return text;
  const provided = Number(hourText);
  if (half !== undefined && (provided < 1 || provided > 12)) return text;
  const hour = half === undefined ? provided : (provided % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  if (hour > 23 || Number(minuteText) > 59) return text;
  return `${String(hour).padStart(2, "0")}:${minuteText}`;
}

/** Zones known to be valid. Creating a formatter is expensive. The set is bounded, as names are case-insensitive. */
const zones = new Set<string>();
const MAX_ZONES = 1000;

/** Makes the platform load its date and number formats, which takes about ten milliseconds the first time. */
export function loadFormats(): void {
  new Intl.DateTimeFormat("en-GB", { timeZone: "UTC" }).format(0);
  new Intl.NumberFormat("en").format(0);
}

/** Reports whether a name is an IANA zone. Offsets such as +01:00 are not: they have no daylight saving. */
export function isTimezone(name: string): boolean {
  if (zones.has(name)) return true;
  try {
    const { timeZone } = new Intl.DateTimeFormat("en-GB", { timeZone: name }).resolvedOptions();
    const known = timeZone !== "" && /^[A-Za-z]/.test(name);
    if (known && zones.size < MAX_ZONES) zones.add(name);
    return known;
  } catch {
    return false;
  }
}

/** The starts of the local days (epoch ms) from the one that contains `from` to the last before `to`, ascending. */
export function dayStarts(from: number, to: number, timezone: string): number[] {
  const starts: number[] = [];
  let day = ZonedDateTime.startOfDay(zoned(from, timezone));
  while (day.epochMilliseconds < to) {
    starts.push(day.epochMilliseconds);
    day = ZonedDateTime.startOfDay(ZonedDateTime.addDays(day, 1));
  }
  return starts;
}

/** The start of a working day. */
const MORNING_MS = 9 * 3_600_000;

/** Nine o'clock of the next local day, epoch ms. */
export const nextMorning = (now: number, timezone: string): number =>
  dayStarts(now, now + 2 * DAY_MS, timezone)[1]! + MORNING_MS;

/** The start and end (epoch ms) of the local month that contains an instant. */
export function monthAround(at: number, timezone: string): { from: number; to: number } {
  const first = ZonedDateTime.startOfMonth(zoned(at, timezone));
  const next = ZonedDateTime.startOfDay(ZonedDateTime.addMonths(first, 1));
  return { from: first.epochMilliseconds, to: next.epochMilliseconds };
}

/** Subtracts an ISO 8601 duration ("P7D", "PT12H", "P1M") from an instant, in the calendar of the zone. */
export const before = (at: number, duration: string, timezone: string): number =>
  ZonedDateTime.subtract(zoned(at, timezone), Duration.fromString(duration)).epochMilliseconds;

/** 2026-01-01 (epoch ms), from which durations are measured. P1M therefore counts as 31 days. */
const JANUARY = 1_767_225_600_000;

/** Validates an ISO 8601 duration ("P7D", "PT12H") of one minute to 400 days. Returns what is wrong, or null. */
export function durationError(text: string): string | null {
  try {
    const january = zoned(JANUARY, "UTC");
    const after = ZonedDateTime.add(january, Duration.fromString(text));
    const minutes = (after.epochMilliseconds - january.epochMilliseconds) / 60_000;
    return minutes >= 1 && minutes <= 400 * 1440 ? null : "must be of a minute to 400 days";
  } catch {
    return "must be an ISO 8601 duration such as P7D";
  }
}

const dates = (language: Language, timezone: string, form: string, options: Intl.DateTimeFormatOptions) =>
  once(
    `date ${language} ${timezone} ${form}`,
    () => new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: timezone }),
  );

const CLOCK: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const DATE: Intl.DateTimeFormatOptions = { day: "numeric", month: "short" };

/** "Mon 9" */
export const dayLabel = (language: Language, at: number, timezone: string): string =>
  dates(language, timezone, "day", { weekday: "short", day: "numeric" }).format(at);

/** "9 Nov" */
export const dateLabel = (language: Language, at: number, timezone: string): string =>
  dates(language, timezone, "date", DATE).format(at);

/** A past day as written at `now`, UTC: "9 Nov", with its year if it is 300 days ago or more. */
export const pastDateLabel = (language: Language, at: number, now: number): string =>
  (now - at) / DAY_MS < 300
    ? dateLabel(language, at, "UTC")
    : dates(language, "UTC", "dated", { ...DATE, year: "numeric" }).format(at);

/** "14:00" */
export const clockLabel = (language: Language, at: number, timezone: string): string =>
  dates(language, timezone, "clock", CLOCK).format(at);

/** "November" */
export const monthLabel = (language: Language, at: number, timezone: string): string =>
  dates(language, timezone, "month", { month: "long" }).format(at);

/** "November 2026", in the order of the language. */
export const monthOfYearLabel = (language: Language, at: number, timezone: string): string =>
  dates(language, timezone, "month of year", { month: "long", year: "numeric" }).format(at);

/** The local month that contains an instant: "2027-03". */
export function monthName(at: number, timezone: string): string {
  const parts = dates("en", timezone, "month name", { year: "numeric", month: "2-digit" }).formatToParts(at);
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}`;
}

/** "Mon, 9 Nov 2026, 09:00" */
export const momentLabel = (language: Language, at: number, timezone: string): string =>
  dates(language, timezone, "moment", { weekday: "short", ...DATE, year: "numeric", ...CLOCK }).format(at);

/**
 * An instant as written at `now`: "09:00" of the same day, "Mon 09:00" within six days, "9 Nov, 09:00" within 300 days,
 * otherwise the full date.
 */
export function nearLabel(language: Language, at: number, now: number, timezone: string): string {
  const days = Math.abs(at - now) / DAY_MS;
  if (days < 1.1 && dateLabel(language, at, timezone) === dateLabel(language, now, timezone))
    return clockLabel(language, at, timezone);
  if (days < 6)
    return dates(language, timezone, "near", { weekday: "short", ...CLOCK })
      .format(at)
      .replace(", ", " ");
  if (days < 300) return dates(language, timezone, "short moment", { ...DATE, ...CLOCK }).format(at);
  return momentLabel(language, at, timezone);
}

const ranged = (format: Intl.DateTimeFormat, from: number, to: number): string =>
  format.formatRange(from, to).replace(/\s*–\s*/, " – ");

/** The local date of an instant: "2027-03-01". */
export const dateText = (at: number, timezone: string): string =>
  once(
    `date text ${timezone}`,
    () => new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, dateStyle: "short" }),
  ).format(at);

/** "9 – 16 Nov" */
export const dateRange = (language: Language, from: number, to: number, timezone: string): string =>
  ranged(dates(language, timezone, "date", DATE), from, to);

/** "9 – 16 Nov 2026" */
export const datedRange = (language: Language, from: number, to: number, timezone: string): string =>
  ranged(dates(language, timezone, "dated", { ...DATE, year: "numeric" }), from, to);

/** "16 Nov, 09:00 – 21:00" */
export const clockRange = (language: Language, from: number, to: number, timezone: string): string =>
  ranged(dates(language, timezone, "short moment", { ...DATE, ...CLOCK }), from, to);

/** The last part of a zone's name, as people write it: "New York". */
export const cityOf = (zone: string): string => zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");

const plain = (text: string): string => text.trim().replaceAll(/\s+/g, "_").toLowerCase();

/** Returns the zone that a typed text means; a text that means none as it is, so that it can be reported. */
export const zoneIn = (text: string): string => zoneNamed(text) ?? text;

/**
 * Returns the IANA zone that a typed text means: its name or its city, in any case ("new york"). Null if there is none,
 * or if several zones have that city.
 */
export function zoneNamed(text: string): string | null {
  const requested = plain(text);
  if (requested === "" || requested.length > 64) return null;
  const all = Intl.supportedValuesOf("timeZone");
  const named = requested === "utc" ? "UTC" : all.find((zone) => zone.toLowerCase() === requested);
  if (named !== undefined) return named;
  const cities = all.filter((zone) => zone.toLowerCase().endsWith(`/${requested}`));
  if (cities.length === 1) return cities[0]!;
  // Other names of zones, such as Asia/Kolkata or US/Pacific.
  return text.includes("/") && isTimezone(text.trim()) ? text.trim() : null;
}
