import { expect, test } from "vitest";
import { levelOf } from "./heat.tsx";

test.each([
  [0, 0, 0],
  [30_000, 30_000, 1],
  [1_800_000, 1_800_000, 2],
  [3_600_000, 3_600_000, 4],
  [3_600_000, 14_400_000, 1],
  [14_400_000, 14_400_000, 4],
])("%i ms of at most %i ms a day have the level %i", (ms, longest, level) => {
  expect(levelOf(ms, longest)).toBe(level);
});
