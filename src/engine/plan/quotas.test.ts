import { expect, test } from "vitest";
import { planOf } from "./plan.ts";
import { paidDollars, reachOfFree, reachOfPaid, type Usage } from "./quotas.ts";

const NOTHING: Usage = { calls: 0, requests: 0, rowsRead: 0, rowsWritten: 0, queueOperations: 0, cpuMs: 0 };

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
    shortestMs: 60_000,
    perMinute: 1000,
    rate: 0,
    levels: [],
    correction: 1,
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
