import { openedPrediction, type StoredPrediction } from "../../core/prediction/schedule-prediction.ts";
import { levelsOf } from "../../core/prediction/delay.ts";
import { priorOf, type StoredPrior } from "../../core/prediction/population-prior.ts";

export interface PriorDeps {
  /** The predictions of a random sample of targets. */
  sampled(): Promise<StoredPrediction[]>;
  keepPool(prior: StoredPrior): Promise<void>;
}

/** The time between two updates of the population prior, which changes slowly. */
export const POOLED_EVERY_MS = 6 * 3_600_000;

/** Computes the population prior from a sample of predictions. */
export async function updatePrior(now: number, deps: PriorDeps): Promise<void> {
  const predictions = (await deps.sampled()).map(openedPrediction);
  await deps.keepPool({
    ...priorOf(predictions),
    at: now,
    levels: levelsOf(predictions.map(({ profile }) => profile)),
  });
}
