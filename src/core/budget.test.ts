import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { choose, deal, heldBackOf, isDue, refilled, sparesOf, type Candidate } from "./budget.ts";
import type { Entry } from "./slot-entry.ts";

const NOW = 1_800_000_000_000;
const entry = (over: Partial<Entry>): Entry => ({
  due: NOW,
  last: NOW - 60_000,
  claim: 0,
  slot: 0,
  intervalSeconds: 60,
  weight: 1,
  calls: 1,
  cpuWeight: 1,
  lapses: 0,
  habitual: false,
  verdict: 0,
  provedAt: 0,
  steadySince: 0,
  confirms: false,
  operation: "",
  alone: false,
  ...over,
});

describe("the token bucket", () => {
  test("is full at first, refills evenly over a minute of tick time, and never exceeds its size", () => {
    expect(refilled({ tokens: 0, filledAt: 0 }, 60, NOW).tokens).toBe(60);
    expect(refilled({ tokens: 0, filledAt: NOW }, 60, NOW + 30_000).tokens).toBe(30);
    expect(refilled({ tokens: 50, filledAt: NOW }, 60, NOW + 60_000).tokens).toBe(60);
    // A tenth of a small budget still allows a call now and then.
    expect(refilled({ tokens: 0, filledAt: NOW }, 5, NOW + 60_000, 0.1).tokens).toBe(1);
    expect(refilled({ tokens: 7, filledAt: NOW }, 60, NOW - 60_000)).toEqual({ tokens: 7, filledAt: NOW });
  });

  test("never grants more than its size plus its rate in any period", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 180_000 }), { maxLength: 60 }), (gaps) => {
        let bucket = refilled({ tokens: 0, filledAt: 0 }, 60, NOW);
        let spent = 0;
        let now = NOW;
        for (const gap of gaps) {
          now += gap;
          bucket = refilled(bucket, 60, now);
          const take = Math.floor(bucket.tokens);
          spent += take;
          bucket.tokens -= take;
        }
        expect(spent).toBeLessThanOrEqual(60 + (now - NOW) / 1000 + 1e-6);
      }),
    );
  });
});

describe("due targets", () => {
  test("an interval is the longest wait: a target due before the next tick is polled now", () => {
    expect(isDue(entry({ due: NOW + 60_000 }), NOW, 60_000)).toBe(false);
    expect(isDue(entry({ due: NOW + 30_000 }), NOW, 60_000)).toBe(true);
    expect(isDue(entry({ due: NOW, claim: NOW - 60_000 }), NOW, 60_000)).toBe(false);
  });
});

describe("choosing within the budget", () => {
  test("polls all due targets if the tokens are enough", () => {
    const due = [1, 2, 3].map((n) => ({ id: `t${n}`, entry: entry({}) }));
    expect(choose(due, 3, 60, 3, NOW)).toEqual(due);
  });

  test("counts calls, not targets", () => {
    const due = [
      { id: "a", entry: entry({ calls: 5 }) },
      { id: "b", entry: entry({ calls: 2 }) },
    ];
    expect(choose(due, 4, 60, 7, NOW).map(({ id }) => id)).toEqual(["b"]);
  });

  test("weights share the budget over many ticks, and no target waits longer than three times the fair share", () => {
    const targets: Candidate[] = Array.from({ length: 60 }, (_, n) => ({
      id: `t${n}`,
      entry: entry({ last: NOW, weight: n < 6 ? 16 : 1 }),
    }));
    const polls = new Map<string, number>();
    let longest = 0;
    for (let minute = 1; minute <= 200; minute++) {
      const now = NOW + minute * 60_000;
      for (const { id, entry: one } of choose(targets, 10, 10, 60, now)) {
        longest = Math.max(longest, now - one.last);
        one.last = now;
        polls.set(id, (polls.get(id) ?? 0) + 1);
      }
    }
    expect(polls.get("t0")!).toBeGreaterThan(2 * polls.get("t59")!);
    expect(longest).toBeLessThanOrEqual(3 * 6 * 60_000 + 60_000);
  });
});

const dealable = fc.uniqueArray(
  fc.record({
    id: fc.string(),
    calls: fc.integer({ min: 1, max: 7 }),
    cpuWeight: fc.constantFrom(1, 1, 4, 8),
    lapses: fc.constantFrom(0, 0, 0, 1, 4),
  }),
  { selector: ({ id }) => id, maxLength: 200 },
);
const assigned = (
  all: { id: string; calls: number; cpuWeight: number; lapses: number }[],
  calls: number,
  cpu: number,
) =>
  deal(
    all.map(({ id, ...over }) => ({ id, entry: entry(over) })),
    { calls, cpu },
  );

test("assigning loses no target and keeps batches within their calls and CPU, unless one target alone exceeds them", () => {
  fc.assert(
    fc.property(dealable, fc.integer({ min: 7, max: 40 }), fc.integer({ min: 8, max: 80 }), (all, calls, cpu) => {
      const batches = assigned(all, calls, cpu);
      expect(
        batches
          .flat()
          .map(({ id }) => id)
          .sort(),
      ).toEqual(all.map(({ id }) => id).sort());
      for (const batch of batches) {
        const sum = batch.reduce((total, { entry }) => total + entry.calls, 0);
        const weight = batch.reduce((total, { entry }) => total + entry.calls * entry.cpuWeight, 0);
        expect(batch.length === 1 || (sum <= calls && weight <= cpu)).toBe(true);
      }
    }),
  );
});

test("forty targets that cost eight live checks each make eight batches, spread evenly among live targets", () => {
  const heavy = Array.from({ length: 40 }, (_, n) => ({ id: `h${n}`, calls: 1, cpuWeight: 8, lapses: 0 }));
  expect(assigned(heavy, 40, 40).map(({ length }) => length)).toEqual([5, 5, 5, 5, 5, 5, 5, 5]);
  const light = Array.from({ length: 80 }, (_, n) => ({ id: `l${n}`, calls: 1, cpuWeight: 1, lapses: 0 }));
  const mixed = assigned([...heavy, ...light], 40, 40);
  expect(mixed).toHaveLength(10);
  for (const batch of mixed) expect(batch.filter(({ id }) => id.startsWith("h"))).toHaveLength(4);
});

test("a batch that keeps getting lost is halved each time, until each of its targets is alone", () => {
  const lost = (lapses: number) =>
    Array.from({ length: 40 }, (_, n) => ({ id: `t${n}`, calls: 1, cpuWeight: 1, lapses }));
  expect([0, 2, 3, 4, 5, 8].map((lapses) => assigned(lost(lapses), 40, 40).length)).toEqual([1, 1, 2, 4, 8, 40]);
});

test("a twentieth of a batch is held back for optional calls, at least one of several, and none if calls are spare", () => {
  expect([60, 1000, 10, 2, 1, 0].map((targets) => heldBackOf(targets, 0))).toEqual([3, 50, 1, 1, 0, 0]);
  expect([0, 1, 2, 3, 40].map((spare) => heldBackOf(60, spare))).toEqual([3, 2, 1, 0, 0]);
});

test("optional calls are shared evenly, unwanted ones go to others, and scarce ones rotate", () => {
  expect(sparesOf([2, 80, 80], 100, 0)).toEqual([2, 49, 49]);
  expect(sparesOf([4, 4], 100, 0)).toEqual([4, 4]);
  expect(sparesOf([4, 0], 3, 0)).toEqual([3, 0]);
  expect([0, 60_000, 120_000].map((now) => sparesOf([4, 4, 4], 1, now))).toEqual([
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]);
  expect(sparesOf([], 5, 0)).toEqual([]);
});
