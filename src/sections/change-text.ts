import { growthPercent } from "../core/growing-count.ts";
import { signedPercent } from "../core/numbers-as-text.ts";
import type { ReportRow } from "../core/report.ts";

/** A change in percent, as a row says it; null from nothing, from what is not known, and where it rounds to none. */
export function percentChange(before: number | null, now: number | null): ReportRow["change"] {
  const percent = before === null || now === null ? null : growthPercent(before, now);
  return percent === null ? null : percentText(percent);
}

/** A known percentage, as a row says it; null for one that rounds to none: what it is of may well have moved. */
export const percentText = (percent: number): ReportRow["change"] =>
  percent === 0 ? null : { text: signedPercent(percent), tone: percent > 0 ? "up" : "down" };

/** "+12% on the week before"; null from nothing, or from what is not known. */
export function onBefore(before: number | null, now: number | null, word: string): string | null {
  const percent = before === null || now === null ? null : growthPercent(before, now);
  if (percent === null) return null;
  return percent === 0 ? `as much as the ${word} before` : `${signedPercent(percent)} on the ${word} before`;
}
