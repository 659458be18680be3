import { pastDateLabel } from "./calendar.ts";
import { DAY_MS, spokenDuration, spokenHours } from "./duration.ts";
import { coreWords } from "./core-words.ts";
import type { Language } from "./language.ts";

const HOUR_SECONDS = 3600;

/** Longer periods are named by their first day. */
const LONGEST_LENGTH_MS = 3 * DAY_MS;

/**
 * A growth with its period, `from` and `to` as epoch ms: "+25% in 24 h", or "+25% since 18 Nov" (UTC) if that is longer
 * than three days. If `from` is unknown, the growth only.
 */
export function growthWithin(language: Language, growth: string, from: number | null, to: number): string {
  if (growth === "" || from === null || from > to) return growth;
  const { within, since } = coreWords[language];
  if (to - from > LONGEST_LENGTH_MS) return since(growth, pastDateLabel(language, from, to));
  const seconds = (to - from) / 1000;
  const rounded = seconds < HOUR_SECONDS ? seconds : Math.round(seconds / HOUR_SECONDS) * HOUR_SECONDS;
  return within(growth, lengthText(language, rounded));
}

/** A period of up to three days in hours: "24 h", "36 h". */
const lengthText = (language: Language, seconds: number): string =>
  seconds < HOUR_SECONDS ? spokenDuration(language, seconds) : spokenHours(language, seconds * 1000);
