import type { Delay } from "./delay.ts";

/** Delays of starts as found and as predicted at their time: sums in milliseconds, and the starts in them. Old ones fade. */
export interface DelayRecord {
  foundMs: number;
  predictedMs: number;
  starts: number;
}

export const NO_RECORD: DelayRecord = { foundMs: 0, predictedMs: 0, starts: 0 };

/** After so many further starts, earlier ones count half. */
const HALVED_AFTER = 150;

/** This many starts that were found as predicted are added to the recorded ones. */
const PRIOR_STARTS = 10;

/**
 * Adds starts, each by the milliseconds between the two polls that it came between: on average it was half as old when
 * it was found. `predicted` is the mean delay that was predicted for them.
 */
export function recorded(record: DelayRecord, windowsMs: number[], predicted: Delay): DelayRecord {
  const stays = 0.5 ** (windowsMs.length / HALVED_AFTER);
  return {
    foundMs: record.foundMs * stays + windowsMs.reduce((sum, ms) => sum + ms / 2, 0),
    predictedMs: record.predictedMs * stays + windowsMs.length * predicted.meanSeconds * 1000,
    starts: record.starts * stays + windowsMs.length,
  };
}

/** The factor by which predictions were too short, from failed polls and starts at unusual times; 1 without starts. */
export function correctionOf({ foundMs, predictedMs, starts }: DelayRecord): number {
  if (starts === 0 || predictedMs === 0) return 1;
  const prior = (PRIOR_STARTS * predictedMs) / starts;
  return (foundMs + prior) / (predictedMs + prior);
}
