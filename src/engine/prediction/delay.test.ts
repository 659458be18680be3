import { expect, test } from "vitest";
import { correctionOf, NO_RECORD, recorded } from "./delay.ts";

const MINUTE = 60_000;
const predicted = { meanSeconds: 180, p95Seconds: 400 };
const windows = (count: number, minutes: number): number[] => Array.from({ length: count }, () => minutes * MINUTE);

test("predictions without starts, or that were right, are not corrected", () => {
  expect(correctionOf(NO_RECORD)).toBe(1);
  expect(correctionOf(recorded(NO_RECORD, [], predicted))).toBe(1);
  expect(correctionOf(recorded(NO_RECORD, windows(50, 6), predicted))).toBeCloseTo(1);
});

test("starts found half as late again correct by as much, the more of them the more", () => {
  const factors = [1, 10, 1000].map((count) => correctionOf(recorded(NO_RECORD, windows(count, 9), predicted)));
  expect(factors).toEqual([expect.closeTo(1.045, 2), expect.closeTo(1.25, 2), expect.closeTo(1.495, 2)]);
});

test("old starts fade: after 300 more they count a quarter", () => {
  const before = recorded(NO_RECORD, windows(150, 12), predicted);
  const after = recorded(before, windows(300, 6), predicted);
  expect(after.starts).toBeCloseTo(150 / 4 + 300);
  expect(correctionOf(after)).toBeLessThan(1.15);
});
