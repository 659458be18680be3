import { expect, test } from "vitest";
import { priceAfter } from "./poll-threshold.ts";
import { MINUTE_MS } from "./week.ts";

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
