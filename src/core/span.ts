import { pastDateLabel } from "./calendar.ts";
import { DAY_MS, spokenDuration, spokenHours } from "./duration.ts";
import { coreWords } from "./in-words.ts";
import type { Language } from "./language.ts";

const HOUR_SECONDS = 3600;

/** Longer spans are named by the day on which they began. */
const LONGEST_LENGTH_MS = 3 * DAY_MS;

/**
 * A growth with the period in which it came, `from` and `to` as epoch ms: "+25% in 24 h", or "+25% since 18 Nov" (UTC) where that is
 * longer than three days. Where `from` is not known the growth stands alone.
 */
export function growthWithin(language: Language, growth: string, from: number | null, to: number): string {
  if (growth === "" || from === null || from > to) return growth;
  const { within, since } = coreWords[language];
  if (to - from > LONGEST_LENGTH_MS) return since(growth, pastDateLabel(language, from, to));
  const seconds = (to - from) / 1000;
  const rounded = seconds < HOUR_SECONDS ? seconds : Math.round(seconds / HOUR_SECONDS) * HOUR_SECONDS;
  return within(growth, lengthText(language, rounded));
}

/** Up to three days in hours: "24 h", "36 h". */
const lengthText = (language: Language, seconds: number): string =>
  seconds < HOUR_SECONDS ? spokenDuration(language, seconds) : spokenHours(language, seconds * 1000);
