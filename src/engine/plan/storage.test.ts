import { expect, test } from "vitest";
import { storedBytes } from "./storage.ts";

const MB = 1_000_000;
const megabytes = (live: number, rest: number, days: number, perMinute = rest) =>
  storedBytes({ calls: live + rest, asked: live + perMinute, habitual: live, habitualAsked: live, rate: 3.5 }, days) /
  MB;

test("storage grows with targets and retention, and an empty database is small", () => {
  expect(megabytes(0, 0, 90)).toBe(0.5);
  // Forty creators who go live every other day: 1,800 streams, each with two events with deliveries, and viewer
  // samples.
  expect(megabytes(40, 0, 90)).toBeCloseTo(0.5 + 0.048 + (1800 * (2 * 1490 + 480)) / MB, 6);
  expect(megabytes(40, 0, 30)).toBeLessThan(megabytes(40, 0, 90) / 2);
});

test("series dominate storage: one point every ten minutes for each ranking or hashtag, or one per poll if that is rarer", () => {
  expect(megabytes(0, 10, 90)).toBeCloseTo(0.5 + 0.012 + (10 * 144 * 90 * 300) / MB, 6);
  expect(megabytes(0, 10, 90, 10 / 60)).toBeCloseTo(0.5 + 0.012 + (10 * 24 * 90 * 300) / MB, 6);
});
