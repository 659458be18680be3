import { isNearlyUsedUp } from "../../core/database-use.ts";
import { patienceMs } from "../../core/health-snapshot.ts";
import type { Batch } from "./batch.ts";
import { choosing, POOLED_EVERY_MS } from "./choose.ts";
import { schedule } from "./schedule.ts";
import { staleOf, type Stale } from "./stale.ts";
import { NO_PREDICTIONS, type Claim, type Predictions, type TickRules, type Timetable } from "./timetable.ts";

export interface TickDeps {
  readTimetable(): Promise<Timetable>;
  /** The predictions of these targets. */
  readHabits(targets: { id: string; sheetId: number }[]): Promise<Predictions>;
  /** False if another tick, or an edit of a sheet, came in between. */
  claim(claim: Claim): Promise<boolean>;
}

export interface Ticked {
  batches: Batch[];
  /** The previous tick, epoch ms; null if this one was not later and did nothing. */
  lastTickAt: number | null;
  /** True if a delivery waits for a retry. */
  retrying: boolean;
  /** True if alerts of targets that are no longer watched say that they are live. */
  unwatched: boolean;
  /** True if the daily database rows are nearly used up, so that work that can wait is postponed. */
  saving: boolean;
  /** True if the population prior is due for an update. */
  pooling: boolean;
  /** The shortest interval, milliseconds; Infinity if there are no targets. */
  shortestMs: number;
  /**
   * Targets whose last verdict is too old without a poll that recorded it. Empty in the first tick after a gap, which
   * polls them.
   */
  stale: Stale[];
}

/** The result of a tick that is not later than the last one, or that failed. */
export const NO_TICK: Ticked = {
  batches: [],
  lastTickAt: null,
  retrying: false,
  unwatched: false,
  saving: false,
  pooling: false,
  shortestMs: Infinity,
  stale: [],
};

/** The maximum number of retries. Each is caused by a concurrent tick or edit. */
const MAX_TRIES = 30;

/**
 * Runs one tick: chooses targets within the budget, schedules their next polls, claims them and assigns them to
 * batches. Once per scheduled time: a tick that is not later than the last does nothing. Throws if the database does.
 */
export async function tick(now: number, usual: TickRules, deps: TickDeps): Promise<Ticked> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const read = await deps.readTimetable();
    if (now <= read.lastTickAt) return NO_TICK;
    const rules = { ...usual, perMinute: read.perMinute ?? usual.perMinute };
    const choice = choosing(now, rules, read);
    const predictable = choice.scarcity === null ? [] : choice.chosen.filter(({ entry }) => entry.habitual);
    const predictions = predictable.length === 0 ? NO_PREDICTIONS : await deps.readHabits(predictable);
    const { claim, batches } = schedule(choice, rules, predictions);
    if (!(await deps.claim(claim))) continue;
    const pooling = predictable.length > 0 && now - read.pool.at >= POOLED_EVERY_MS;
    return {
      batches,
      lastTickAt: read.lastTickAt,
      retrying: read.retrying,
      unwatched: read.unwatched,
      saving: isNearlyUsedUp(read.databaseUse, now),
      pooling,
      shortestMs: choice.seen.shortestMs,
      stale: now - read.lastTickAt > patienceMs(0) ? [] : staleOf(choice.awake, now, choice.scarcity?.fairMs ?? 0),
    };
  }
  throw new Error(`the timetable was written by others ${MAX_TRIES} times in a row`);
}
