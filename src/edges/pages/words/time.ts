import { spokenDuration } from "../../../core/duration.ts";

/** Formats a duration: "1 h 39 m". */
export const lasting = (ms: number): string => spokenDuration("en", ms / 1000);

/** Formats an approximate duration: "40 s", "2½ min"; `rounded` can round up for an upper bound. */
export function about(seconds: number, rounded: (value: number) => number = Math.round): string {
  if (seconds < 10) return `${Math.max(1, rounded(seconds))} s`;
  if (seconds < 90) return `${rounded(seconds / 10) * 10} s`;
  const halves = rounded(seconds / 30);
  if (halves >= 240) return `${rounded(seconds / 3600)} h`;
  return `${Math.floor(halves / 2)}${halves % 2 === 0 ? "" : "½"} min`;
}

/** Says how long after an event somebody was notified; `since` says what it is measured from. */
export const lateWords = (ms: number, since = "it was detected"): string =>
  ms < 1000 ? "immediately" : `${lasting(ms)} after ${since}`;
