import { isNearlyUsedUp } from "../../core/database-use.ts";
import { patienceMs } from "../../core/pulse.ts";
import type { Batch } from "./batch.ts";
import { choosing } from "./choosing.ts";
import { POOLED_EVERY_MS } from "./pool.ts";
import { schedule } from "./schedule.ts";
import { staleOf, type Stale } from "./stale.ts";
import { NO_PREDICTIONS, type Claim, type Predictions, type TickRules, type Timetable } from "./timetable.ts";

export interface TickDeps {
  readTimetable(): Promise<Timetable>;
  /** What is known of when these targets come and go. */
  readHabits(targets: { id: string; sheetId: number }[]): Promise<Predictions>;
  /** False where another tick, or an edit of a sheet, came in between. */
  claim(claim: Claim): Promise<boolean>;
}

export interface Ticked {
  batches: Batch[];
  /** The tick before this one, epoch ms; null where this one was not later and did nothing. */
  lastTickAt: number | null;
  /** True where a message waits for its next attempt. */
  retrying: boolean;
  /** True where the database's day is nearly used up: what can wait does. */
  saving: boolean;
  /** True where it is time to learn again what all targets together are like. */
  pooling: boolean;
  /** The shortest interval of all targets, milliseconds; Infinity where there is none. */
  shortestMs: number;
  /** Who has a verdict that is too old, though no poll found that out; nobody in the first tick after a gap, which polls them. */
  stale: Stale[];
}

/** What a tick that is not later than the last comes to, or one that failed. */
export const NO_TICK: Ticked = {
  batches: [],
  lastTickAt: null,
  retrying: false,
  saving: false,
  pooling: false,
  shortestMs: Infinity,
  stale: [],
};

/** Ticks and edits that come in between are few; each makes this one try again. */
const MAX_TRIES = 30;

/**
 * One run of the cron trigger: chooses whom to poll within the budget, plans their next polls, claims them, and deals them
 * into batches. Once per scheduled time; a tick that is not later than the last does nothing. Throws where the database does.
 */
export async function tick(now: number, rules: TickRules, deps: TickDeps): Promise<Ticked> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const read = await deps.readTimetable();
    if (now <= read.lastTickAt) return NO_TICK;
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
      saving: isNearlyUsedUp(read.databaseUse, now),
      pooling,
      shortestMs: choice.seen.shortestMs,
      stale: now - read.lastTickAt > patienceMs(0) ? [] : staleOf(choice.folded, now, choice.scarcity?.fairMs ?? 0),
    };
  }
  throw new Error(`the timetable was written by others ${MAX_TRIES} times in a row`);
}
