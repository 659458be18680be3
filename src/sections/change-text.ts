import { growthPercent } from "../core/growing-count.ts";
import { signedPercent } from "../core/numbers-as-text.ts";
import type { ReportRow } from "../core/report.ts";

/** A change in percent, as a row says it; null from nothing, or from what is not known. */
export function percentChange(before: number | null, now: number | null): ReportRow["change"] {
  const percent = before === null || now === null ? null : growthPercent(before, now);
  return percent === null ? null : percentText(percent);
}

/** A known percentage, as a row says it. */
export const percentText = (percent: number): NonNullable<ReportRow["change"]> =>
  percent === 0 ? { text: "same", tone: "flat" } : { text: signedPercent(percent), tone: percent > 0 ? "up" : "down" };

/** "+12% on the week before"; null from nothing, or from what is not known. */
export function onBefore(before: number | null, now: number | null, word: string): string | null {
  const change = percentChange(before, now);
  if (change === null) return null;
  return change.tone === "flat" ? `same as the ${word} before` : `${change.text} on the ${word} before`;
}
