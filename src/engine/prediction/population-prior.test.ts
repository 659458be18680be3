import { expect, test } from "vitest";
import { lengthened, NO_LENGTHS } from "./ending.ts";
import { nextPollOn, noPrediction } from "./schedule-prediction.ts";
import { priceAfter, priorOf } from "./population-prior.ts";
import { MINUTE_MS } from "./week.ts";

test("equal durations are never taken as certain", () => {
  const lengths = Array.from({ length: 10 }, () => 60).reduce(lengthened, NO_LENGTHS);
  const { lengths: found } = priorOf(Array.from({ length: 5 }, () => ({ ...noPrediction(), lengths })));
  expect(found).toEqual({ mean: expect.closeTo(Math.log(60), 9), variance: 0.05 });
});

test("an end is polled for less than an equally likely start", () => {
  const at = nextPollOn(() => 0.01, 0, 1, 1, 0, 600 * MINUTE_MS) / MINUTE_MS;
  expect(at).toBeCloseTo(1 / Math.sqrt(0.02 * 0.01), 3);
});

const now = Date.UTC(2026, 2, 2);

test("the threshold rises if polls are late and falls if they are early; targets at their bounds do not count", () => {
  const polled = (waited: number, planned: number, atLongest = false) => ({
    last: now - waited,
    planned: now - waited + planned,
    atLongest,
  });
  const of = (...all: ReturnType<typeof polled>[]) => priceAfter(1, all, now, 10, 200);
  expect(of(polled(20 * MINUTE_MS, 10 * MINUTE_MS))).toBeGreaterThan(1);
  expect(of(polled(10 * MINUTE_MS, 20 * MINUTE_MS))).toBeLessThan(1);
  const inTime = [1, 2].map(() => polled(10 * MINUTE_MS, 10 * MINUTE_MS));
  expect(of(...inTime, polled(10 * MINUTE_MS, 60 * MINUTE_MS, true))).toBe(1);
  // If nearly all are at their bounds, it is too high to tell targets apart.
  expect(of(polled(10 * MINUTE_MS, 60 * MINUTE_MS, true))).toBeLessThan(1);
  expect(of()).toBe(1);
  // One at its bounds that is late counts.
  expect(of(...inTime, polled(80 * MINUTE_MS, 60 * MINUTE_MS, true))).toBeGreaterThan(1);
});

test("one very late poll moves the threshold no more than a late one", () => {
  const polled = (minutes: number) => ({
    last: now - minutes * MINUTE_MS,
    planned: now - (minutes - 5) * MINUTE_MS,
    atLongest: false,
  });
  expect(priceAfter(1, [polled(10_000)], now, 10, 200)).toBe(priceAfter(1, [polled(50)], now, 10, 200));
});

test("a tick that polls nobody leaves the threshold as it is", () => {
  expect(priceAfter(0.4, [], now, 0, 200)).toBe(0.4);
});
