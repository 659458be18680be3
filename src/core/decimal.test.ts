import { expect, test } from "vitest";
import { decimalOf, movedBy } from "./decimal.ts";

test.each([
  ["53", "53"],
  ["53.00", "53"],
  ["23.8", "23.8"],
  ["23.80", "23.8"],
  ["1,234.50", "1234.5"],
  ["0.99", "0.99"],
  ["007.5", "7.5"],
  [" 5. ", "5"],
  [19.99, "19.99"],
  ["0.00", null],
  [0, null],
  ["", null],
  ["-5", null],
  ["1e3", null],
  ["12,5", null],
  [null, null],
  [Number.NaN, null],
])("decimalOf %j", (value, expected) => expect(decimalOf(value)).toBe(expected));

test.each([
  ["100", "101", 1, true],
  ["100", "100.99", 1, false],
  ["0.3", "0.297", 1, true],
  ["49.99", "50.4899", 1, true],
  ["49.99", "50.4898", 1, false],
  ["100", "99", 1, true],
  ["100", "100.5", 0.5, true],
  ["100", "100", 0.1, false],
])("%s to %s is moved by %d percent: %s", (before, after, percent, expected) => {
  expect(movedBy(before, after, percent)).toBe(expected);
});
