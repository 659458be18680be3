import { intensityOf } from "./profile.ts";

/** Delays of starts as found and as predicted at their time: sums in milliseconds, and the starts in them. Old ones fade. */
export interface DelayRecord {
  foundMs: number;
  predictedMs: number;
  starts: number;
}

export const NO_RECORD: DelayRecord = { foundMs: 0, predictedMs: 0, starts: 0 };

/** After so many further starts, earlier ones count half. */
const HALVED_AFTER = 150;

/** An expected delay counts as much as so many starts that were found after it. */
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

/**
 * The delay that has been proven: the predicted one, corrected by how much later starts were found than was predicted,
 * as polls fail and starts come at unusual times. Before starts were found it is `inTurn`, which needs no prediction.
 */
export function provenDelay({ foundMs, predictedMs, starts }: DelayRecord, predicted: Delay, inTurn: Delay): Delay {
  const ratio = predictedMs === 0 ? 1 : foundMs / predictedMs;
  const blend = (soon: number, late: number) => (PRIOR_STARTS * late + starts * ratio * soon) / (PRIOR_STARTS + starts);
  return {
    meanSeconds: blend(predicted.meanSeconds, inTurn.meanSeconds),
    p95Seconds: blend(predicted.p95Seconds, inTurn.p95Seconds),
  };
}

/** How often each level occurs in many profiles: pairs of a level (0 to 255) and its share; shares sum to one. */
export type Levels = [level: number, share: number][];

/** The delay until a start is detected, seconds: mean and 95th percentile. */
export interface Delay {
  meanSeconds: number;
  p95Seconds: number;
}

/** Counts the levels in profiles. */
export function levelsOf(profiles: Uint8Array[]): Levels {
  const counts = new Float64Array(256);
  for (const profile of profiles) for (const level of profile) counts[level]! += 1;
  const all = counts.reduce((sum, count) => sum + count, 0);
  return [...counts].flatMap((count, level): Levels => (count === 0 ? [] : [[level, count / all]]));
}

/** The delay if every target is polled each `gapSeconds`: a start is anywhere between two polls. */
export const delayInTurn = (gapSeconds: number): Delay => ({
  meanSeconds: gapSeconds / 2,
  p95Seconds: gapSeconds * 0.95,
});

const HALVINGS = 40;

/**
 * The delay of polls by schedule prediction: each level is polled in proportion to the square root of its intensity,
 * `perMinute` times per target and minute in total, with gaps within the bounds (minutes).
 */
export function delayByPrediction(levels: Levels, perMinute: number, shortest: number, longest: number): Delay {
  const gapAt = (price: number, level: number): number =>
    Math.min(longest, Math.max(shortest, price / Math.sqrt(intensityOf(level))));
  let [low, high] = [1e-9, 1e9];
  for (let n = 0; n < HALVINGS; n++) {
    const middle = Math.sqrt(low * high);
    const spent = levels.reduce((sum, [level, share]) => sum + share / gapAt(middle, level), 0);
    if (spent > perMinute) low = middle;
    else high = middle;
  }
  const starts = levels.map(([level, share]) => ({ weight: share * intensityOf(level), gap: gapAt(high, level) }));
  const all = starts.reduce((sum, { weight }) => sum + weight, 0);
  const mean = starts.reduce((sum, { weight, gap }) => sum + (weight * gap) / 2, 0) / all;
  return { meanSeconds: mean * 60, p95Seconds: 60 * quantile(starts, all * 0.95, longest) };
}

/** The number of minutes within which a given amount of all starts is detected. */
function quantile(starts: { weight: number; gap: number }[], wanted: number, longest: number): number {
  let [low, high] = [0, longest];
  for (let n = 0; n < HALVINGS; n++) {
    const middle = (low + high) / 2;
    const seen = starts.reduce((sum, { weight, gap }) => sum + weight * Math.min(1, middle / gap), 0);
    if (seen < wanted) low = middle;
    else high = middle;
  }
  return high;
}
