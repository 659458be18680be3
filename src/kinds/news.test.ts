import { expect, test } from "vitest";
import { inEnglish } from "../core/sentence.ts";
import { movedFrom, named, spanText } from "./news.ts";

const HOUR = 3_600_000;

test("spans are hours up to two days, then days", () => {
  expect([1, 24, 47.4, 48, 60, 168].map((hours) => spanText(hours * HOUR, inEnglish))).toEqual([
    "in 1 h",
    "in 24 h",
    "in 47 h",
    "in 2 days",
    "in 3 days",
    "in 7 days",
  ]);
});

test("a change is since the first value of seven days, if that is an hour old", () => {
  const now = 1000 * HOUR;
  expect(
    movedFrom(
      [
        [now - 169 * HOUR, 1],
        [now - 100 * HOUR, 2],
        [now - HOUR, 3],
      ],
      4,
      now,
    ),
  ).toEqual({
    before: 2,
    after: 4,
    since: now - 100 * HOUR,
  });
  expect(movedFrom([[now - HOUR + 1, 3]], 4, now)).toBeNull();
  expect(movedFrom([], 4, now)).toBeNull();
});

test("a name from outside is one short line, and a right-to-left one does not turn the sentence", () => {
  expect(named("Yoga\n Mat")).toBe("Yoga Mat");
  expect(named("x".repeat(99)).length).toBeLessThanOrEqual(40);
  expect(named("قطط")).toBe("\u2068قطط\u2069");
});
