import { openedPrediction, type StoredPrediction } from "../../core/habit/habit.ts";
import { levelsOf } from "../../core/habit/delay.ts";
import { priorOf, type StoredPrior } from "../../core/habit/pool.ts";

export interface PriorDeps {
  /** The habits of some targets, taken at random. */
  sampled(): Promise<StoredPrediction[]>;
  keepPool(prior: StoredPrior): Promise<void>;
}

/** What all targets together are like changes slowly: it is looked at again so often. */
export const POOLED_EVERY_MS = 6 * 3_600_000;

/** Learns what all targets together are like, for those of which little was seen. */
export async function updatePrior(now: number, deps: PriorDeps): Promise<void> {
  const predictions = (await deps.sampled()).map(openedPrediction);
  await deps.keepPool({
    ...priorOf(predictions),
    at: now,
    levels: levelsOf(predictions.map(({ profile }) => profile)),
  });
}
