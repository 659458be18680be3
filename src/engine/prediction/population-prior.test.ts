import { expect, test } from "vitest";
import { lengthened, NO_LENGTHS } from "./ending.ts";
import { nextPollOn, noPrediction } from "./schedule-prediction.ts";
import { priorOf } from "./population-prior.ts";
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
