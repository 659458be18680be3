import { expect, test } from "vitest";
import { barOf, placeChart } from "./chart.ts";

const NOW = Date.UTC(2026, 0, 10, 12);
const daysAgo = (days: number, place: number | null) => ({
  at: new Date(NOW - days * 86_400_000).toISOString(),
  values: { "place:1.2": place, "place:9.9": 1 },
});

test("the best place of each day, the best at the top; a day without one is no place", () => {
  const samples = [6.5, 5.5, 3.5, 3.2, 0].map((days, n) => daysAgo(days, [9, 5, 4, 2, 2][n]!));
  expect(placeChart(samples, "place:1.2", NOW)).toEqual({ chart: "▁▅·█··█", from: 9, to: 2 });
});

test("one place is no chart, nor are those of other rankings, of other weeks, or of none", () => {
  expect(placeChart([], "place:1.2", NOW)).toBeNull();
  expect(placeChart([daysAgo(1, 3)], "place:1.2", NOW)).toBeNull();
  expect(placeChart([daysAgo(1, 3), daysAgo(8, 4), daysAgo(-2, 5)], "place:1.2", NOW)).toBeNull();
  expect(placeChart([daysAgo(1, null), daysAgo(2, 3)], "place:1.2", NOW)).toBeNull();
  expect(placeChart([daysAgo(1, 3), daysAgo(2, 3)], "place:8.8", NOW)).toBeNull();
  expect(placeChart([daysAgo(1, 3), daysAgo(2, 3)], "place:1.2", NOW)).toEqual({ chart: "····▅▅·", from: 3, to: 3 });
});

test("a bar is as long as its share, and never nothing", () => {
  expect([400, 200, 50, 0.1].map((value) => barOf(value, 400))).toEqual(["▇▇▇▇▇▇▇▇", "▇▇▇▇", "▇", "▇"]);
});
