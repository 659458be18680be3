/** An instant (epoch ms) as ISO 8601 in UTC with milliseconds. The one place below the edges that writes instants. */
export const iso = (instant: number): string => new Date(instant).toISOString();

/** The same; null for none. */
export const isoOrNull = (instant: number | null): string | null => (instant === null ? null : iso(instant));

/** The year of an instant (epoch ms) in UTC, and when a day of a year begins there; months count from 1. */
export const yearOf = (at: number): number => new Date(at).getUTCFullYear();
export const dayIn = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day);
