import { IDLE, type Load } from "../../core/load.ts";
import { predictedAfter, watchedAt } from "../plan/plan.ts";
import { NO_RECORD, recorded, type DelayRecord } from "../prediction/delay-record.ts";
import { openedPrediction, type StoredPrediction } from "../prediction/schedule-prediction.ts";
import { levelsOf } from "../prediction/delay.ts";
import { priorOf, type StoredPrior } from "../prediction/population-prior.ts";

export interface PriorDeps {
  /** The predictions of a random sample of targets. */
  sampled(): Promise<StoredPrediction[]>;
  /** The budget: calls per minute. */
  perMinute: number;
  /**
   * The prior in force with the load, and the starts found since it was computed, by the milliseconds between the polls
   * that they came between; the latest ones if there are many.
   */
  inForce(): Promise<{ pool: StoredPrior; load: Partial<Load>; startsMs: number[] }>;
  keepPool(prior: StoredPrior): Promise<void>;
}

/** The time between two updates of the population prior, which changes slowly. */
export const POOLED_EVERY_MS = 6 * 3_600_000;

/** Computes the population prior from a sample of predictions. */
export async function updatePrior(now: number, deps: PriorDeps): Promise<void> {
  const [sampled, before] = await Promise.all([deps.sampled(), deps.inForce()]);
  const predictions = sampled.map(openedPrediction);
  await deps.keepPool({
    ...priorOf(predictions),
    at: now,
    levels: levelsOf(predictions.map(({ profile }) => profile)),
    delays: delaysAfter(before, deps.perMinute),
  });
}

/** Compares the starts found since the last update with what was predicted then. */
function delaysAfter(
  { pool: prior, load, startsMs }: Awaited<ReturnType<PriorDeps["inForce"]>>,
  perMinute: number,
): DelayRecord {
  const { delays = NO_RECORD } = prior;
  const { way, delay } = predictedAfter(watchedAt({ load: { ...IDLE, ...load }, pool: prior }, perMinute));
  return delay === null || way === "on_time" ? delays : recorded(delays, startsMs, delay);
}
