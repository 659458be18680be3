/** An instant (epoch ms) as ISO 8601 in UTC with milliseconds. The one place below the edges that writes instants. */
export const iso = (instant: number): string => new Date(instant).toISOString();

/** The same; null for none. */
export const isoOrNull = (instant: number | null): string | null => (instant === null ? null : iso(instant));
