import { expect, test } from "vitest";
import { LANGUAGES } from "./language.ts";
import { grouped, priceText, shortNumber, signedPercent, factorOf, factorText } from "./numbers-as-text.ts";

test.each([
  [0, "0"],
  [950, "950"],
  [9876, "9,876"],
  [10_000, "10K"],
  [13_849, "13.8K"],
  [999_949, "999.9K"],
  [999_950, "1M"],
  [1_234_567, "1.2M"],
  [689_794_358_822, "689.8B"],
  [7e12, "7T"],
  [1.5e16, "15,000T"],
  [-13_849, "−13.8K"],
  [Number.NaN, "–"],
])("shortNumber %d", (value, expected) => expect(shortNumber("en", value)).toBe(expected));

test.each([
  [24.3, "+24.3%"],
  [-5, "−5%"],
  [0, "+0%"],
  [123_456, "+123.5K%"],
  [Number.POSITIVE_INFINITY, "–"],
])("signedPercent %d", (value, expected) => expect(signedPercent("en", value)).toBe(expected));

test.each(LANGUAGES)("small integers in %s match the platform's format", (language) => {
  const rules = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const counts = Array.from({ length: 1100 }, (_, count) => count);
  expect(counts.map((count) => grouped(language, count))).toEqual(counts.map((count) => rules.format(count)));
});

test("grouped numbers and prices", () => {
  expect(grouped("en", 60_230_354)).toBe("60,230,354");
  expect(priceText("en", "19.99", "USD")).toBe("19.99 USD");
  expect(priceText("en", "23.8", "MYR")).toBe("23.80 MYR");
  expect(priceText("en", "5300", "JPY")).toBe("5,300 JPY");
  expect(priceText("en", "53", null)).toBe("53");
});

test("growth is a factor from tenfold on", () => {
  expect([899, 900, 17_200, 1e6].map((percent) => factorText("en", percent))).toEqual([null, "×10", "×173", "×10K"]);
  expect([-100, Number.NaN, Infinity].map((percent) => factorOf(percent))).toEqual([null, null, null]);
});
