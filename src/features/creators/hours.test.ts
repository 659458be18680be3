import { expect, test } from "vitest";
import { dayStarts } from "../../core/calendar.ts";
import { byDay, longestRun, msByDay } from "./hours.ts";

const HOUR = 3_600_000;
const ZONE = "Europe/Berlin";

test("airtime counts for each local day, across midnight and clock changes", () => {
  // Clocks go back on 25 October 2026, 03:00.
  const days = dayStarts(Date.UTC(2026, 9, 23, 12), Date.UTC(2026, 9, 27, 1), ZONE);
  const today = days.at(-1)!;
  const spans = [
    { from: days[0]! + 22 * HOUR, to: days[1]! + 2 * HOUR },
    { from: days[1]! + 23 * HOUR, to: days[2]! + 5 * HOUR },
    { from: today + HOUR, to: today + 2 * HOUR },
  ];
  const hours = msByDay(spans, ZONE, today, days.length).map((ms) => ms / HOUR);
  expect(hours).toEqual([1, 0, 5, 3, 2]);
});

test("a strip is split at the ends of days, and time before them is omitted", () => {
  const strip = { on: [{ from: 5, to: 25 }], unknown: [{ from: 0, to: 8 }] };
  expect(byDay(strip, [10, 20, 30])).toEqual([
    { from: 10, to: 20, on: [{ from: 10, to: 20 }], unknown: [] },
    { from: 20, to: 30, on: [{ from: 20, to: 25 }], unknown: [] },
  ]);
});

test("the longest run of days", () => expect(longestRun([0, 1, 1, 0, 1, 1, 1, 0])).toBe(3));
