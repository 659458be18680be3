import fc from "fast-check";
import { expect, test } from "vitest";
import { delayByPrediction, levelsOf, NO_RECORD } from "../prediction/delay.ts";
import { predictionOf } from "../prediction/schedule-prediction.ts";
import { arrived, NO_HISTORY, went } from "../prediction/history.ts";
import { foundAfter, paidDollars, planOf, reachOfFree, reachOfPaid, type Usage, type Watching } from "./plan.ts";

const MONDAY = Date.UTC(2026, 0, 5);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const live = (count: number, perMinute: number, more: Partial<Watching> = {}): Watching => ({
  calls: count,
  asked: count,
  habitual: count,
  habitualAsked: count,
  perCall: 1,
  shortestMs: 60_000,
  perMinute,
  rate: 3,
  levels: [],
  delays: NO_RECORD,
  ...more,
});

/** Creators who go live every day at their own hour, for four weeks. */
const regular = levelsOf(
  Array.from({ length: 20 }, (_, n) => {
    const starts = Array.from({ length: 28 }, (_, day) => MONDAY + day * DAY + ((n * 7) % 24) * HOUR);
    const history = starts.reduce((one, at) => went(arrived(one, at), at + HOUR), NO_HISTORY);
    return predictionOf(history, MONDAY, MONDAY + 28 * DAY).profile;
  }),
);

test("a sufficient budget detects starts within the interval; otherwise polls take turns, and predictions detect sooner", () => {
  expect(foundAfter(live(40, 60))).toEqual({ way: "on_time", delay: { meanSeconds: 30, p95Seconds: 57 } });
  expect(foundAfter(live(1000, 50))).toEqual({ way: "in_turn", delay: { meanSeconds: 600, p95Seconds: 1140 } });
  // Habits alone prove nothing: the starts that were found do.
  const unproven = foundAfter(live(1000, 50, { levels: regular }));
  expect(unproven).toEqual({ way: "by_habit", delay: { meanSeconds: 600, p95Seconds: 1140 } });
  const asPredicted = { foundMs: 1, predictedMs: 1, starts: 100 };
  const known = foundAfter(live(1000, 50, { levels: regular, delays: asPredicted }));
  expect(known.delay!.meanSeconds).toBeLessThan(300);
  expect(foundAfter(live(0, 60)).delay).toBeNull();
});

test("without distinct schedules, predictions equal polling in turn, and more calls detect sooner", () => {
  const anybody = fc.array(fc.tuple(fc.nat(255), fc.double({ min: 0.01, max: 1, noNaN: true })), {
    minLength: 1,
    maxLength: 9,
  });
  fc.assert(
    fc.property(anybody, fc.double({ min: 0.01, max: 0.5, noNaN: true }), (some, perMinute) => {
      const all = some.reduce((sum, [, share]) => sum + share, 0);
      const levels = some.map(([level, share]): [number, number] => [level, share / all]);
      const less = delayByPrediction(levels, perMinute, 1, 3 / perMinute);
      const more = delayByPrediction(levels, perMinute * 1.5, 1, 2 / perMinute);
      expect(more.meanSeconds).toBeLessThanOrEqual(less.meanSeconds * 1.001);
      expect(less.p95Seconds).toBeLessThanOrEqual(180 / perMinute + 1e-6);
      expect(less.meanSeconds).toBeLessThanOrEqual(30 / perMinute + 1);
      const alike = delayByPrediction([[100, 1]], perMinute, 1, 3 / perMinute);
      expect(alike.meanSeconds).toBeCloseTo(30 / perMinute, 3);
    }),
    { numRuns: 60 },
  );
});

test("forty creators fit the free plan, 300 exceed its queue, and 1,000 cost little more than the paid plan's base price", () => {
  const few = planOf(live(40, 60), 90);
  expect([few.free.used <= 1, few.paid.dollars]).toEqual([true, 5]);
  expect(few.free.usage).toMatchObject({ calls: 40 * 1440 });
  const many = planOf(live(300, 300), 90);
  expect([many.free.endsFirst, many.free.used > 1]).toEqual(["queueOperations", true]);
  const thousand = planOf(live(1000, 1000), 90);
  expect(thousand.paid.dollars).toBeGreaterThanOrEqual(5);
  expect(thousand.paid.dollars).toBeLessThan(10);
  // A thousand creators within the calls of the free plan: detected later, but it fits.
  expect(planOf(live(1000, 50), 90).free.used).toBeLessThanOrEqual(1);
  expect(
    planOf(live(10, 60, { shortestMs: 15_000, asked: 40, habitualAsked: 40 }), 90).paid.usage.queueOperations,
  ).toBeGreaterThan(3 * 3 * 1440 - 1);
});

test("each tab of a page counts, while all viewers of a shared link count as one", () => {
  const used = (tabs: number, viewers: number) => planOf(live(40, 60), 90, { tabs, viewers }).free.usage;
  const none = planOf(live(40, 60), 90).free.usage;
  expect(used(0, 0)).toEqual(none);
  expect(used(2, 0).requests - none.requests).toBe(2 * 6 * 1440);
  expect(used(2, 0).rowsRead - none.rowsRead).toBe(2 * (6 * 1440 * 3 + 1440 * 650));
  const [one, ten] = [used(0, 1), used(0, 10)];
  expect(ten.requests - one.requests).toBe(9 * 2 * 1440);
  expect(ten.rowsRead - one.rowsRead).toBe(9 * 2 * 1440 * 3);
  expect(one.rowsRead - none.rowsRead).toBe(2 * 1440 * (400 + 3));
  expect(planOf(live(40, 60), 90, { tabs: 6, viewers: 0 }).free.endsFirst).toBe("rowsRead");
});

const NOTHING: Usage = {
  calls: 0,
  requests: 0,
  rowsRead: 0,
  rowsWritten: 0,
  queueOperations: 0,
  cpuMs: 0,
  objectRequests: 0,
};

test("the paid plan multiplies daily usage by thirty and charges by the million beyond its quotas", () => {
  const used = { ...NOTHING, requests: 1_000_000, queueOperations: 100_000 };
  expect(reachOfPaid(used, 0)).toEqual({ endsFirst: "requests", used: 3 });
  // 20 million requests and 2 million operations above the included amounts.
  expect(paidDollars(used)).toBeCloseTo(5 + 20 * 0.3 + 2 * 0.4, 9);
  expect(paidDollars({ ...NOTHING, requests: 300_000 })).toBe(5);
});

test("the free plan's quotas are daily", () => {
  expect(reachOfFree({ ...NOTHING, requests: 50_000, rowsWritten: 90_000 }, 0)).toEqual({
    endsFirst: "rowsWritten",
    used: 0.9,
  });
});

test("the tick's own batch takes no queue message; each further one takes one with three operations", () => {
  const watching = (count: number) => ({
    calls: count,
    asked: count,
    habitual: 0,
    habitualAsked: 0,
    perCall: 1,
    shortestMs: 60_000,
    perMinute: 1000,
    rate: 0,
    levels: [],
    delays: NO_RECORD,
  });
  const usageOf = (count: number) => planOf(watching(count), 90).free.usage;
  expect(usageOf(40)).toMatchObject({ requests: 1440, queueOperations: 0 });
  expect(usageOf(120)).toMatchObject({ requests: 3 * 1440, queueOperations: 3 * 2 * 1440 });
});

test("with long retention, storage is used up before a daily quota", () => {
  expect(reachOfFree({ ...NOTHING, requests: 50_000 }, 400_000_000)).toEqual({ endsFirst: "storage", used: 0.8 });
  expect(reachOfPaid({ ...NOTHING, requests: 50_000 }, 400_000_000)).toMatchObject({ endsFirst: "requests" });
  expect(reachOfPaid(NOTHING, 5_000_000_000)).toEqual({ endsFirst: "storage", used: 0.5 });
});
