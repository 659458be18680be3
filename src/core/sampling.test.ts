import { expect, test } from "vitest";
import { isNewDay, sampleDue } from "./sampling.ts";

const HOUR = 3_600_000;
const due = (last: Record<string, number>, now: Record<string, number>, at: number): boolean =>
  sampleDue({ last: new Map(Object.entries(last)), sampledAt: 0, now: new Map(Object.entries(now)), at });

test.each([
  ["nothing changed, at any time", { a: 100 }, { a: 100 }, 9 * HOUR, false],
  ["below one percent within the hour", { a: 1000 }, { a: 1009 }, HOUR - 1, false],
  ["one percent at once", { a: 1000 }, { a: 1010 }, 1, true],
  ["one percent down at once", { a: 1000 }, { a: 990 }, 1, true],
  ["any change after an hour", { a: 1000 }, { a: 1001 }, HOUR, true],
  ["a new series", { a: 1 }, { a: 1, b: 2 }, 1, true],
  ["a series that was not observed", { a: 1, b: 2 }, { a: 1 }, 9 * HOUR, false],
  ["up from zero", { a: 0 }, { a: 1 }, 1, true],
  ["zero still", { a: 0 }, { a: 0 }, 9 * HOUR, false],
  ["nothing changed up to the end of the day (UTC)", { a: 100 }, { a: 100 }, 24 * HOUR - 1, false],
  ["nothing changed on the next day", { a: 100 }, { a: 100 }, 24 * HOUR, true],
  ["nothing was observed on the next day", { a: 100 }, {}, 24 * HOUR, false],
])("%s", (_name, last, now, at, expected) => {
  expect(due(last as Record<string, number>, now as Record<string, number>, at)).toBe(expected);
});

test("the first poll of a day (UTC) is one after a good poll of another day, or after none", () => {
  const noon = Date.UTC(2026, 0, 5, 12);
  expect([isNewDay(null, noon), isNewDay(noon, noon + 12 * HOUR - 1), isNewDay(noon, noon + 12 * HOUR)]).toEqual([
    true,
    false,
    true,
  ]);
});
