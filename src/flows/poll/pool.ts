import { openedHabit, type StoredHabit } from "../../core/habit/habit.ts";
import { levelsOf } from "../../core/habit/delay.ts";
import { poolOf, type StoredPool } from "../../core/habit/pool.ts";

export interface PoolDeps {
  /** The habits of some targets, taken at random. */
  sampled(): Promise<StoredHabit[]>;
  keepPool(pool: StoredPool): Promise<void>;
}

/** What all targets together are like changes slowly: it is looked at again so often. */
export const POOLED_EVERY_MS = 6 * 3_600_000;

/** Learns what all targets together are like, for those of which little was seen. */
export async function pool(now: number, deps: PoolDeps): Promise<void> {
  const habits = (await deps.sampled()).map(openedHabit);
  await deps.keepPool({ ...poolOf(habits), at: now, levels: levelsOf(habits.map(({ profile }) => profile)) });
}
