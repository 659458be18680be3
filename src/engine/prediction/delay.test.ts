import { expect, test } from "vitest";
import { NO_RECORD, provenDelay, recorded } from "./delay.ts";

const MINUTE = 60_000;
const predicted = { meanSeconds: 180, p95Seconds: 400 };
const windows = (count: number, minutes: number): number[] => Array.from({ length: count }, () => minutes * MINUTE);

const inTurn = { meanSeconds: 600, p95Seconds: 1140 };

/** The mean of the proven delay, in parts of the predicted one. */
const provenPart = (record: typeof NO_RECORD, late = predicted): number =>
  provenDelay(record, predicted, late).meanSeconds / predicted.meanSeconds;

test("without starts nothing is proven but polls in turn; starts that were found as predicted prove the prediction", () => {
  expect(provenDelay(NO_RECORD, predicted, inTurn)).toEqual(inTurn);
  expect(provenDelay(recorded(NO_RECORD, [], predicted), predicted, inTurn)).toEqual(inTurn);
  const means = [1, 10, 100, 10_000].map((count) =>
    provenPart(recorded(NO_RECORD, windows(count, 6), predicted), inTurn),
  );
  expect(means).toEqual([3.12, 2.17, 1.21, 1.02].map((part) => expect.closeTo(part, 1)));
});

test("starts found half as late again correct by as much, the more of them the more", () => {
  const parts = [1, 10, 1000].map((count) => provenPart(recorded(NO_RECORD, windows(count, 9), predicted)));
  expect(parts).toEqual([expect.closeTo(1.045, 2), expect.closeTo(1.25, 2), expect.closeTo(1.495, 2)]);
});

test("old starts fade: after 300 more they count a quarter", () => {
  const before = recorded(NO_RECORD, windows(150, 12), predicted);
  const after = recorded(before, windows(300, 6), predicted);
  expect(after.starts).toBeCloseTo(150 / 4 + 300);
  expect(provenPart(after)).toBeLessThan(1.15);
});
