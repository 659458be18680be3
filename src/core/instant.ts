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
