import { expect, test } from "vitest";
import { weighedCount, grewBy, growthPercent, noCount } from "./growing-count.ts";

test.each([
  ["first sight", noCount, 5, { now: 5, low: 0, fell: false }],
  ["missing", { value: 100, low: 0 }, null, { now: null, low: 0, fell: false }],
  ["a drop to 0 is noise, and does not count as a fall", { value: 100, low: 0 }, 0, { now: null, low: 0, fell: false }],
  ["zero from the start", { value: 0, low: 0 }, 0, { now: 0, low: 0, fell: false }],
  ["rounded down a little", { value: 100, low: 1 }, 95, { now: 95, low: 0, fell: false }],
  ["a fall is doubted", { value: 100, low: 0 }, 50, { now: null, low: 1, fell: false }],
  ["twice", { value: 100, low: 1 }, 50, { now: null, low: 2, fell: false }],
  ["and accepted the third time", { value: 100, low: 2 }, 50, { now: 50, low: 0, fell: true }],
])("%s", (_name, count, seen, expected) => {
  expect(weighedCount(count, seen)).toEqual(expected);
});

test("growth", () => {
  expect(growthPercent(1000, 1243)).toBe(24.3);
  expect(growthPercent(1000, 900)).toBe(-10);
  expect(growthPercent(0, 900)).toBeNull();
  expect(grewBy(1000, 1200, 20)).toBe(true);
  expect(grewBy(1000, 1199, 20)).toBe(false);
  expect(grewBy(0, 1199, 20)).toBe(false);
  // Whatever the percentage, what did not grow has not surged.
  expect([grewBy(1000, 1000, 0), grewBy(1000, 1001, 0)]).toEqual([false, true]);
});
