import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../test/support/runs.ts";
import { timesBetween } from "../../test/support/timetable.ts";
import { lastTime, nextTime } from "./schedule.ts";
import { timesPassed } from "./times-passed.ts";

const patterns = [
  "*/20 0-3 * * *",
  "7 * * * *",
  "30 2 * * *",
  "0 0 1 * *",
  "15,45 1-4 * 3,10 SUN",
  "0 9 L * *",
  "5 4 * * *",
];
const zones = [
  "UTC",
  "Europe/Berlin",
  "Australia/Lord_Howe",
  "America/Santiago",
  "Africa/Casablanca",
  "Asia/Kathmandu",
];
const HOUR = 3_600_000;

test("the count equals counting one by one, also across clock changes", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...patterns),
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 3 * 365 * 24 }),
      fc.integer({ min: 0, max: 60 * 24 }),
      (pattern, timezone, start, hours) => {
        const schedule = { pattern, timezone };
        const first = nextTime(schedule, Date.UTC(2026, 0, 1) + start * HOUR)!;
        const last = lastTime(schedule, first + hours * HOUR + 1)!;
        expect(timesPassed(schedule, first, last)).toBe(timesBetween(schedule, first, last).length);
      },
    ),
    { numRuns: runs(2000, 80) },
  );
});

test("each minute of ten years is counted by days", () => {
  const [first, last] = [Date.UTC(2026, 0, 1), Date.UTC(2036, 0, 1)];
  expect(timesPassed({ pattern: "* * * * *", timezone: "UTC" }, first, last)).toBe((last - first) / 60_000);
});
