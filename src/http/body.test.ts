import { expect, test } from "vitest";
import { excessOf, parse } from "./body.ts";

const MIB = 1024 * 1024;

test("a long text is only parsed if it has a plausible number of values and levels", () => {
  expect(parse(JSON.stringify({ a: "x".repeat(2 * MIB) }))).toMatchObject({ a: expect.any(String) });
  expect(() => parse("[".repeat(2 * MIB))).toThrow("The body is nested too deeply.");
  expect(() => parse(`[${"1,".repeat(MIB)}1]`)).toThrow("The body has too many values.");
  expect(() => parse("nothing")).toThrow("The body is not JSON.");
});

test.each([
  ["[[1]]", 2, false],
  ["[[1]]", 1, true],
  ['{"a":{"b":[]}}', 2, true],
  [`[${"[],".repeat(1000)}[]]`, 2, false],
  ['["[[[[", "\\"[[[", "{"]', 1, false],
  ['["\\\\", [[]]]', 2, true],
  ['"[[[', 1, false],
])("%j is deeper than %i: %s", (text, max, deeper) => {
  expect(excessOf(text, { deepest: max, mostValues: 5000 })).toBe(deeper ? "depth" : null);
});

test("values are counted, text inside strings is not", () => {
  const of = (text: string) => excessOf(text, { deepest: 10, mostValues: 5 });
  expect([of("[1,2,3,4,5]"), of("[1,2,3,4,5,6]"), of('["a,b,c,d,e,f"]'), of("[{},{},{}]")]).toEqual([
    null,
    "values",
    null,
    "values",
  ]);
});
