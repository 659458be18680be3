import fc from "fast-check";
import { expect, test } from "vitest";
import { predictionOf, storedPrediction, type StoredPrediction } from "../prediction/schedule-prediction.ts";
import { arrived, NO_HISTORY, went, type Past } from "../prediction/history.ts";
import { UNLEARNED } from "../prediction/population-prior.ts";
import type { StoredEntry } from "../../core/slot-entry.ts";
import { choosing } from "./choose.ts";
import { schedule } from "./schedule.ts";
import type { Timetable } from "./timetable.ts";

const MONDAY = Date.UTC(2026, 0, 5);
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

interface Watched {
  intervalSeconds: number;
  weight: number;
  calls: number;
  habitual: boolean;
}

/** Runs ticks over a schedule in memory. Each poll finishes immediately. */
function engine(watched: Watched[], perMinute: number, predictions: Map<string, StoredPrediction> = new Map()) {
  const rules = { perMinute, batchSize: { calls: 40, cpu: 1000 }, ownCalls: 40 };
  const entries: Record<string, StoredEntry> = Object.fromEntries(
    watched.map(({ intervalSeconds, weight, calls, habitual: predictable }, n): [string, StoredEntry] => [
      `t${n}`,
      [MONDAY, 0, 0, 0, intervalSeconds, weight, calls, 1, 0, predictable ? 1 : 0, 0],
    ]),
  );
  let read: Timetable = {
    lastTickAt: MONDAY - MINUTE,
    tokens: 0,
    filledAt: MONDAY - MINUTE,
    gate: null,
    breakers: {},
    unspent: 0,
    refunded: 0,
    sheets: [{ id: 1, revision: 1, edits: {}, entries }],
    endOf: () => "done",
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
  };
  return (now: number) => {
    const { claim, batches } = schedule(choosing(now, rules, read), rules, predictions);
    const { tokens, filledAt, load } = claim;
    const sheets = [{ id: 1, revision: 1, edits: {}, entries: claim.sheets[0]?.entries ?? read.sheets[0]!.entries }];
    read = { ...read, lastTickAt: now, tokens, filledAt, load, sheets };
    return { batches, load, ids: batches.flatMap(({ targets }) => targets.map(([id]) => Number(id.slice(1)))) };
  };
}

const someone = fc.record({
  intervalSeconds: fc.constantFrom(15, 60, 60, 60, 300, 3600),
  weight: fc.constantFrom(1, 1, 4, 16),
  calls: fc.constantFrom(1, 1, 1, 2),
  habitual: fc.boolean(),
});

test("a budget that is too small is used up, never exceeded, and no target waits longer than three shares", () => {
  fc.assert(
    fc.property(
      fc.array(someone, { minLength: 30, maxLength: 120 }),
      fc.integer({ min: 5, max: 20 }),
      (watched, perMinute) => {
        const calls = watched.reduce((sum, one) => sum + one.calls, 0);
        const requested = watched.reduce((sum, one) => sum + (one.calls * 60) / Math.max(60, one.intervalSeconds), 0);
        fc.pre(requested > perMinute);
        const tick = engine(watched, perMinute);
        const last = watched.map(() => MONDAY);
        let granted = 0;
        const ticks = 400;
        for (let n = 0; n < ticks; n++) {
          const now = MONDAY + n * MINUTE;
          for (const id of tick(now).ids) {
            const longest = Math.max(watched[id]!.intervalSeconds / 60, (3 * calls) / perMinute);
            expect((now - last[id]!) / MINUTE).toBeLessThanOrEqual(longest + 3);
            last[id] = now;
            granted += watched[id]!.calls;
          }
          expect(granted).toBeLessThanOrEqual(perMinute * (n + 1));
        }
        // A poll with two calls waits if one token is left.
        expect(granted).toBeGreaterThan(perMinute * ticks * 0.99 - 1);
        expect(Math.min(...last)).toBeGreaterThan(MONDAY);
      },
    ),
    { numRuns: 25 },
  );
});

/** Goes live each day at 19:10 for two hours. */
const regular = Array.from({ length: 28 }, (_, day) => MONDAY + (day - 28) * DAY + (19 * 60 + 10) * MINUTE).reduce(
  (history: Past, at) => went(arrived(history, at), at + 120 * MINUTE),
  NO_HISTORY,
);

test("with a budget that is too small, creators are polled most at their usual hours, and more with higher weight", () => {
  const predictions = new Map<string, StoredPrediction>();
  for (const id of ["t0", "t1"])
    predictions.set(id, storedPrediction(predictionOf(regular, MONDAY - 28 * DAY, MONDAY), MONDAY));
  const live = { intervalSeconds: 60, calls: 1, habitual: true };
  const watched = Array.from({ length: 100 }, (_, n) => ({ ...live, weight: n === 1 || n === 2 ? 16 : 1 }));
  // Few enough that no target is polled every minute, where weights would not show.
  const tick = engine(watched, 2, predictions);
  const polls = { evening: [0, 0, 0, 0], else: [0, 0, 0, 0] };
  for (let n = 0; n < 2 * 1440; n++) {
    const hour = (n / 60) % 24;
    const when = hour >= 18.5 && hour < 20 ? polls.evening : polls.else;
    for (const id of tick(MONDAY + n * MINUTE).ids) if (id < 4) when[id]! += 1;
  }
  const hours = { evening: 3, else: 45 };
  const often = (when: "evening" | "else", id: number) => polls[when][id]! / hours[when];
  expect(often("evening", 0)).toBeGreaterThan(4 * often("else", 0));
  expect(often("evening", 1)).toBeGreaterThan(1.5 * often("evening", 0));
  expect(often("else", 2)).toBeGreaterThan(2 * often("else", 3));
  // A target without observations is polled evenly.
  expect(often("evening", 3)).toBeLessThan(2 * often("else", 3));
});

test("a target with a long interval is polled more often than that at its usual hour, if its weight is high", () => {
  const predictions = new Map([["t0", storedPrediction(predictionOf(regular, MONDAY - 28 * DAY, MONDAY), MONDAY)]]);
  const live = { intervalSeconds: 60, calls: 1, habitual: true, weight: 1 };
  const watched = Array.from({ length: 30 }, (_, n) => ({
    ...live,
    ...(n === 0 ? { intervalSeconds: 300, weight: 16 } : {}),
  }));
  const tick = engine(watched, 20, predictions);
  const polls: number[] = [];
  for (let n = 17 * 60; n < 20 * 60; n++) if (tick(MONDAY + n * MINUTE).ids.includes(0)) polls.push(n);
  const gaps = polls.slice(1).map((at, index) => at - polls[index]!);
  expect(Math.min(...gaps)).toBeLessThan(5);
});

test("predictions older than a day are learned again, a few per batch, and none if the budget is sufficient", () => {
  const watched = Array.from({ length: 100 }, () => ({ intervalSeconds: 60, weight: 1, calls: 1, habitual: true }));
  const tick = engine(watched, 40);
  const first = tick(MONDAY);
  expect(first.batches[0]!.unlearned).toEqual([]);
  expect(first.load.price).toBeGreaterThan(0);
  for (let n = 1; n < 3; n++) tick(MONDAY + n * MINUTE);
  expect(tick(MONDAY + 3 * MINUTE).batches[0]!.unlearned).toHaveLength(4);
  // What cannot be predicted is not learned.
  const rest = engine(
    watched.map((one) => ({ ...one, habitual: false })),
    40,
  );
  for (let n = 0; n < 3; n++) rest(MONDAY + n * MINUTE);
  expect(rest(MONDAY + 3 * MINUTE).batches[0]!.unlearned).toEqual([]);
  const enough = engine(watched, 100)(MONDAY);
  expect([enough.batches[0]!.unlearned, enough.load.price]).toEqual([undefined, 0]);
});
