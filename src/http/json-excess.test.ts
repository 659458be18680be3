import { expect, test } from "vitest";
import { excessOf } from "./json-excess.ts";

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
