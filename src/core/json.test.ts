import { expect, test } from "vitest";
import { countOf, flagOf, idOf, integerOf, listOf, objectOf } from "./json.ts";

test.each([
  [{ a: 1 }, { a: 1 }],
  [[], {}],
  [[1], null],
  [null, null],
  ["{}", null],
])("objectOf %j", (value, expected) => expect(objectOf(value)).toEqual(expected));

test.each([
  [[1], [1]],
  [null, []],
  [{}, []],
  [{ a: 1 }, null],
  [undefined, null],
  ["", null],
])("listOf %j", (value, expected) => expect(listOf(value)).toEqual(expected));

test.each([
  [true, true],
  [1, true],
  ["1", true],
  ["true", true],
  [false, false],
  [0, false],
  ["0", false],
  ["false", false],
  [2, null],
  [null, null],
  [undefined, null],
])("flagOf %j", (value, expected) => expect(flagOf(value)).toBe(expected));

test.each([
  [7, 7],
  ["7", 7],
  ["-1", -1],
  ["7.0", 7],
  [" 7 ", 7],
  [1.5, null],
  ["1.5", null],
  [-0, 0],
  ["99999999999999999999", null],
  ["", null],
  [true, null],
])("integerOf %j", (value, expected) => expect(integerOf(value)).toBe(expected));

test("a count is never negative", () => {
  expect(countOf(-1)).toBeNull();
  expect(countOf("689794358822")).toBe(689_794_358_822);
});

test.each([
  ["6872323400263797518", "6872323400263797518"],
  [37_644_733, "37644733"],
  ["007", "7"],
  ["0", null],
  [0, null],
  ["", null],
  [null, null],
  [1e30, null],
  [-5, null],
  ["7a", null],
])("idOf %j", (value, expected) => expect(idOf(value)).toBe(expected));
