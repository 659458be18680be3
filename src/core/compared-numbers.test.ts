import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../test/support/runs.ts";
import { comparedNumbers, passedNumber } from "./compared-numbers.ts";
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
