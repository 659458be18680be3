import { nextTime, type Schedule } from "../../src/core/schedule.ts";
import type { StoredEntry } from "../../src/core/slot-entry.ts";
import { UNLEARNED } from "../../src/engine/prediction/population-prior.ts";
import { choosing } from "../../src/engine/poll/choose.ts";
import { schedule } from "../../src/engine/poll/schedule.ts";
import { NO_PREDICTIONS, type TickRules, type Timetable } from "../../src/engine/poll/timetable.ts";

/** The times of a schedule after one instant up to another, computed one by one. */
export function timesBetween(schedule: Schedule, after: number, until: number): number[] {
  const times: number[] = [];
  for (let at = nextTime(schedule, after); at !== null && at <= until; at = nextTime(schedule, at)) times.push(at);
  return times;
}

export const NOW = 1_800_000_000_000;
export const RULES = { perMinute: 60, batchSize: { calls: 40, cpu: 1000 }, ownCalls: 40 };

export const plan = (now: number, rules: TickRules, read: Timetable) =>
  schedule(choosing(now, rules, read), rules, NO_PREDICTIONS);

export const timetable = (count: number, over: Partial<Timetable> = {}): Timetable => ({
  lastTickAt: NOW - 60_000,
  tokens: 0,
  filledAt: 0,
  gate: null,
  breakers: {},
  unspent: 0,
  refunded: 0,
  sheets: Array.from({ length: Math.ceil(count / 1000) }, (_, sheet) => ({
    id: sheet + 1,
    revision: 1,
    edits: {},
    entries: Object.fromEntries(
      Array.from({ length: Math.min(1000, count - sheet * 1000) }, (_, n): [string, StoredEntry] => [
        `tgt_${String(sheet * 1000 + n).padStart(24, "0")}`,
        [NOW, NOW - 60_000, 0, 0, 60, 1, 1, 1, 0, 0, 0],
      ]),
    ),
  })),
  endOf: () => null,
  load: {},
  assigned: {},
  lastPollAt: 0,
  queueRetryAt: 0,
  retrying: false,
  unwatched: false,
  databaseUse: null,
  connected: true,
  resting: new Set(),
  optionalCalls: 0,
  pool: UNLEARNED,
  ...over,
});
