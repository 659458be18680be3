import { growthPercent } from "../core/growing-count.ts";
import { signedPercent } from "../core/numbers-as-text.ts";
import type { Language } from "../core/language.ts";
import type { ReportRow } from "../core/report.ts";
import type { PeriodName } from "./period-name.ts";
import { sectionWords } from "./words/words.ts";

/** A change in percent, as a row says it; null from nothing, from what is not known, and where it rounds to none. */
export function percentChange(language: Language, before: number | null, now: number | null): ReportRow["change"] {
  const percent = before === null || now === null ? null : growthPercent(before, now);
  return percent === null ? null : percentText(language, percent);
}

/** A known percentage, as a row says it; null for one that rounds to none: what it is of may well have moved. */
export const percentText = (language: Language, percent: number): ReportRow["change"] =>
  percent === 0 ? null : { text: signedPercent(language, percent), tone: percent > 0 ? "up" : "down" };

/** "+12% on the week before"; null from nothing, or from what is not known. */
export function onBefore(
  language: Language,
  before: number | null,
  now: number | null,
  period: PeriodName,
): string | null {
  const percent = before === null || now === null ? null : growthPercent(before, now);
  if (percent === null) return null;
  const { periods, asMuch, changed } = sectionWords[language];
  const words = periods[period];
  return percent === 0 ? asMuch(words.before) : changed(signedPercent(language, percent), words.against);
}
