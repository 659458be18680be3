import { expect, test } from "vitest";
import { BATCHES_AT_ONCE, LIMITS, widthFor, withinCalls } from "./limits.ts";

test("concurrency grows with the service's latency and the number of batches, within bounds", () => {
  const { sideBySide } = LIMITS.local;
  // Fifty batches of 200, nine at once: each has 7.2 s, of which the first answer takes 1.5.
  expect(widthFor(sideBySide, 200, 50, 20)).toBe(20);
  expect(widthFor(sideBySide, 200, 50, 1500)).toBe(53);
  expect(widthFor(sideBySide, 200, 50, 9000)).toBe(55);
  // A single batch has time.
  expect(widthFor(sideBySide, 200, 1, 1500)).toBe(23);
  expect(widthFor(LIMITS.paid.sideBySide, 200, 50, 9000)).toBe(6);
});

test("the limit of open calls is shared by all batches", () => {
  expect(withinCalls(500)).toEqual({ least: 20, most: 55 });
  expect(withinCalls(40)).toEqual({ least: 4, most: 4 });
  expect(withinCalls(1)).toEqual({ least: 1, most: 1 });
  expect(withinCalls(500).most * BATCHES_AT_ONCE).toBeLessThanOrEqual(500);
});
