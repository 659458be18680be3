import { spokenDuration } from "../../core/duration.ts";
import { language, t } from "./text.ts";
import { coreWords } from "../../core/core-words.ts";

/** Formats a duration: "1 h 39 m". */
export const lasting = (ms: number): string => spokenDuration(language(), ms / 1000);

/** Formats an approximate duration: "40 s", "2½ min"; `rounded` can round up for an upper bound. */
export function about(seconds: number, rounded: (value: number) => number = Math.round): string {
  const { units } = coreWords[language()];
  if (seconds < 10) return `${Math.max(1, rounded(seconds))}${units.s}`;
  if (seconds < 90) return `${rounded(seconds / 10) * 10}${units.s}`;
  const halves = rounded(seconds / 30);
  if (halves >= 240) return `${rounded(seconds / 3600)}${units.h}`;
  return `${Math.floor(halves / 2)}${halves % 2 === 0 ? "" : "½"}${units.m}`;
}

type Since = "it was detected" | "its scheduled time";

/** Says how long after an event somebody was notified; `since` says what it is measured from. */
export function lateWords(ms: number, since: Since = "it was detected"): string {
  if (ms < 1000) return t("immediately");
  const duration = lasting(ms);
  return since === "it was detected"
    ? t("{duration} after it was detected", { duration })
    : t("{duration} after its scheduled time", { duration });
}
