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
  ["12,5", "12.5"],
  ["1.299,00", "1299"],
  ["R$ 1.299,00", "1299"],
  ["9.9K", null],
  ["ask us", null],
  [null, null],
  [Number.NaN, null],
])("decimalOf %j", (value, expected) => expect(decimalOf(value)).toBe(expected));

test("the decimal mark of its neighbours says what a price means", () => {
  expect([decimalOf("1.299"), decimalOf("1.299", ","), decimalOf("1,299", ",")]).toEqual(["1.299", "1299", "1.299"]);
  expect([decimalOf(1.5, ","), decimalOf("12.50", ",")]).toEqual(["1.5", "12.5"]);
});

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
