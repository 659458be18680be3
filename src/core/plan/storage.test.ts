import { expect, test } from "vitest";
import { storedBytes } from "./storage.ts";

const MB = 1_000_000;
const megabytes = (live: number, others: number, days: number, perMinute = others) =>
  storedBytes({ calls: live + others, asked: live + perMinute, habitual: live, habitualAsked: live, rate: 3.5 }, days) /
  MB;

test("what is kept grows with who is watched and for how long, and a database without anybody is small", () => {
  expect(megabytes(0, 0, 90)).toBe(0.5);
  // Forty creators who come every other day: 1,800 broadcasts, each with two events of a delivery, and its viewers.
  expect(megabytes(40, 0, 90)).toBeCloseTo(0.5 + 0.048 + (1800 * (2 * 1490 + 480)) / MB, 6);
  expect(megabytes(40, 0, 30)).toBeLessThan(megabytes(40, 0, 90) / 2);
});

test("series outweigh all else: of each ranking or hashtag a point is kept each ten minutes, or as often as it is polled", () => {
  expect(megabytes(0, 10, 90)).toBeCloseTo(0.5 + 0.012 + (10 * 144 * 90 * 300) / MB, 6);
  expect(megabytes(0, 10, 90, 10 / 60)).toBeCloseTo(0.5 + 0.012 + (10 * 24 * 90 * 300) / MB, 6);
});
