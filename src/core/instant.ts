import { DAY_MS } from "./duration.ts";

const ISO = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{3}))?Z$/;

/** Parses ISO 8601 in UTC, as written by `iso`, to epoch ms; null for anything else. */
export function instantOf(text: string): number | null {
  const match = ISO.exec(text);
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, ms = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  const inside = month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour < 24 && minute < 60 && second < 60;
  return inside
    ? daysBefore(year, month, day) * DAY_MS + hour * 3_600_000 + minute * 60_000 + second * 1000 + ms
    : null;
}

/** Days since 1970-01-01 in the Gregorian calendar, counted in years that begin in March. */
export function daysBefore(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const inYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return y * 365 + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + inYear - 719_468;
}

/**
 * Formats an instant (epoch ms) as ISO 8601 in UTC with milliseconds. Below HTTP and pages, instants are formatted only
 * here.
 */
export const iso = (instant: number): string => new Date(instant).toISOString();

/** The same; null for null. */
export const isoOrNull = (instant: number | null): string | null => (instant === null ? null : iso(instant));

/** The UTC year of an instant (epoch ms), and the start of a UTC day; months count from 1. */
export const yearOf = (at: number): number => new Date(at).getUTCFullYear();
export const dayIn = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day);
