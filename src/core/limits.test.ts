import { expect, test } from "vitest";
import { BATCHES_AT_ONCE, LIMITS, widthFor, withinCalls } from "./limits.ts";

test("the longer a service takes and the more batches a tick has, the more polls wait at once, within bounds", () => {
  const { sideBySide } = LIMITS.local;
  // Fifty batches of 200, nine at once: each has 7.2 s, of which the first answer takes 1.5.
  expect(widthFor(sideBySide, 200, 50, 20)).toBe(20);
  expect(widthFor(sideBySide, 200, 50, 1500)).toBe(53);
  expect(widthFor(sideBySide, 200, 50, 9000)).toBe(55);
  // One batch has time.
  expect(widthFor(sideBySide, 200, 1, 1500)).toBe(23);
  expect(widthFor(LIMITS.paid.sideBySide, 200, 50, 9000)).toBe(6);
});

test("so many calls as may wait at once are those of all batches together", () => {
  expect(withinCalls(500)).toEqual({ least: 20, most: 55 });
  expect(withinCalls(40)).toEqual({ least: 4, most: 4 });
  expect(withinCalls(1)).toEqual({ least: 1, most: 1 });
  expect(withinCalls(500).most * BATCHES_AT_ONCE).toBeLessThanOrEqual(500);
});
