import { pastDateLabel } from "./calendar.ts";
import { DAY_MS, spokenDuration, spokenHours } from "./duration.ts";
import type { InEach, Language } from "./language.ts";

interface SpanWords {
  /** "+25% in 24 h" */
  within: (growth: string, length: string) => string;
  /** "+25% since 18 Nov" */
  since: (growth: string, date: string) => string;
}

const SPANS: InEach<SpanWords> = {
  en: { within: (growth, length) => `${growth} in ${length}`, since: (growth, date) => `${growth} since ${date}` },
  de: { within: (growth, length) => `${growth} in ${length}`, since: (growth, date) => `${growth} seit ${date}` },
  es: { within: (growth, length) => `${growth} en ${length}`, since: (growth, date) => `${growth} desde el ${date}` },
  "pt-BR": { within: (growth, length) => `${growth} em ${length}`, since: (growth, date) => `${growth} desde ${date}` },
  fr: { within: (growth, length) => `${growth} en ${length}`, since: (growth, date) => `${growth} depuis le ${date}` },
  ja: { within: (growth, length) => `${length}で${growth}`, since: (growth, date) => `${date}から${growth}` },
  id: { within: (growth, length) => `${growth} dalam ${length}`, since: (growth, date) => `${growth} sejak ${date}` },
  vi: { within: (growth, length) => `${growth} trong ${length}`, since: (growth, date) => `${growth} từ ${date}` },
};

const HOUR_SECONDS = 3600;

/** Longer spans are named by the day on which they began. */
const LONGEST_LENGTH_MS = 3 * DAY_MS;

/**
 * A growth with the period in which it came, `from` and `to` as epoch ms: "+25% in 24 h", or "+25% since 18 Nov" (UTC) where that is
 * longer than three days. Where `from` is not known the growth stands alone.
 */
export function growthWithin(language: Language, growth: string, from: number | null, to: number): string {
  if (growth === "" || from === null || from > to) return growth;
  const { within, since } = SPANS[language];
  if (to - from > LONGEST_LENGTH_MS) return since(growth, pastDateLabel(language, from, to));
  const seconds = (to - from) / 1000;
  const rounded = seconds < HOUR_SECONDS ? seconds : Math.round(seconds / HOUR_SECONDS) * HOUR_SECONDS;
  return within(growth, lengthText(language, rounded));
}

/** Up to three days in hours: "24 h", "36 h". */
const lengthText = (language: Language, seconds: number): string =>
  seconds < HOUR_SECONDS ? spokenDuration(language, seconds) : spokenHours(language, seconds * 1000);
