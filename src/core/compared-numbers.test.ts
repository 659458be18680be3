import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../test/support/runs.ts";
import {
  comparedNumbers,
  grewBy,
  growthPercent,
  lostNumber,
  noCount,
  type NumberRead,
  passedNumber,
  stillUnreadable,
  unreadableSince,
  weighedCount,
} from "./compared-numbers.ts";
import { LANGUAGES } from "./language.ts";
import { exactNumber, shortNumber } from "./numbers-as-text.ts";

test.each([
  [
    [10_000, 9977, 10_012],
    ["10,000", "9,977", "10,012"],
  ],
  [
    [10_000, 9200, 12_345],
    ["10K", "9,200", "12.3K"],
  ],
  [
    [12_345, 11_000, 12_349],
    ["12,345", "11,000", "12,349"],
  ],
  [
    [1_000_000, 999_960],
    ["1,000,000", "999,960"],
  ],
  [
    [12, 11.9, 12.3],
    ["12", "11.9", "12.3"],
  ],
  [
    [12.4, 15.6],
    ["12.4", "15.6"],
  ],
  [
    [20_000, 20_000],
    ["20K", "20K"],
  ],
  [
    [-10_000, -10_020],
    ["−10,000", "−10,020"],
  ],
])("%j is written as %j", (values, texts) => expect(comparedNumbers("en", values)).toEqual(texts));

test("in every language, other numbers have other texts, and a short text stands for its number", () => {
  const near = fc
    .tuple(fc.integer({ min: -2e9, max: 2e9 }), fc.integer({ min: -3000, max: 3000 }), fc.nat(4))
    .map(([value, more, digits]) => [value, value + more, Math.round(value / 10 ** digits) * 10 ** digits]);
  let short = 0;
  fc.assert(
    fc.property(fc.constantFrom(...LANGUAGES), near, (language, values) => {
      const texts = comparedNumbers(language, values);
      expect(new Set(texts).size).toBe(new Set(values).size);
      const isShort = texts.some((text, place) => text !== exactNumber(language, values[place]!));
      if (!isShort) return;
      short += 1;
      expect(texts).toEqual(values.map((value) => shortNumber(language, value)));
    }),
    { numRuns: runs(20_000, 2000) },
  );
  expect(short).toBeGreaterThan(20);
});

test.each([
  [10_000, "10K"],
  [12_300, "12.3K"],
  [12_280, "12,280"],
  [950, "950"],
  [4.5, "4.5"],
  [1_500_000, "1.5M"],
  [1_540_000, "1,540,000"],
])("a number that others passed, %d, is written as %s", (value, text) => expect(passedNumber("en", value)).toBe(text));

test.each([
  ["first sight", noCount, 5, { now: 5, low: 0, fell: false }],
  ["missing", { value: 100, low: 0 }, null, { now: null, low: 0, fell: false }],
  ["a drop to 0 is noise, and does not count as a fall", { value: 100, low: 0 }, 0, { now: null, low: 0, fell: false }],
  ["zero from the start", { value: 0, low: 0 }, 0, { now: 0, low: 0, fell: false }],
  ["rounded down a little", { value: 100, low: 1 }, 95, { now: 95, low: 0, fell: false }],
  ["a fall is doubted", { value: 100, low: 0 }, 50, { now: null, low: 1, fell: false }],
  ["twice", { value: 100, low: 1 }, 50, { now: null, low: 2, fell: false }],
  ["and accepted the third time", { value: 100, low: 2 }, 50, { now: 50, low: 0, fell: true }],
])("%s", (_name, count, seen, expected) => {
  expect(weighedCount(count, seen)).toEqual(expected);
});

test("growth", () => {
  expect(growthPercent(1000, 1243)).toBe(24.3);
  expect(growthPercent(1000, 900)).toBe(-10);
  expect(growthPercent(0, 900)).toBeNull();
  expect(grewBy(1000, 1200, 20)).toBe(true);
  expect(grewBy(1000, 1199, 20)).toBe(false);
  expect(grewBy(0, 1199, 20)).toBe(false);
  // Whatever the percentage, what did not grow has not surged.
  expect([grewBy(1000, 1000, 0), grewBy(1000, 1001, 0)]).toEqual([false, true]);
});

const lost = (...rows: NumberRead[]) =>
  lostNumber(
    rows.map((read, place) => ({ read, place })),
    ({ read }) => read,
  )?.place;

test("a number is lost if a row has other text, or if most rows have none", () => {
  expect([lost(), lost("read", "read"), lost("read", "missing"), lost("read", "read", "missing")]).toEqual(
    Array.from({ length: 4 }, () => undefined),
  );
  expect([lost("missing"), lost("read", "missing", "missing"), lost("missing", "read", "read", "text")]).toEqual([
    0, 1, 3,
  ]);
});

test("each number is unreadable since the first answer without it", () => {
  const first = stillUnreadable<"price" | "sold">(undefined, ["price"], 100);
  expect(first).toEqual({ price: 100 });
  expect(stillUnreadable(first, ["price", "sold"], 200)).toEqual({ price: 100, sold: 200 });
  expect(stillUnreadable(first, ["sold"], 200)).toEqual({ sold: 200 });
  expect(stillUnreadable(first, [], 200)).toBeUndefined();
  expect(unreadableSince([200, undefined, 100])).toEqual({ unreadableSince: new Date(100).toISOString() });
  expect(unreadableSince([undefined])).toEqual({});
});
