import { growthPercent } from "../core/compared-numbers.ts";
import { growthText } from "../core/numbers-as-text.ts";
import type { Language } from "../core/language.ts";
import type { ReportRow } from "../core/report.ts";
import type { PeriodName } from "./section.ts";
import { sectionWords } from "./words/words.ts";

/** A change in percent for a row; null if it starts from zero, is unknown, or rounds to zero. */
export function percentChange(language: Language, before: number | null, now: number | null): ReportRow["change"] {
  const percent = before === null || now === null ? null : growthPercent(before, now);
  return percent === null ? null : percentText(language, percent);
}

/** A known percentage for a row; null if it rounds to zero, as the value may have changed slightly. */
export const percentText = (language: Language, percent: number): ReportRow["change"] =>
  percent === 0 ? null : { text: growthText(language, percent), tone: percent > 0 ? "up" : "down" };

/** "+12% vs. the week before"; null if it starts from zero or is unknown. */
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
  return percent === 0 ? asMuch(words.before) : changed(growthText(language, percent), words.against);
}
