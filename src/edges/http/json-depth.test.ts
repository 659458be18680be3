import { expect, test } from "vitest";
import { isDeeper } from "./json-depth.ts";

test.each([
  ["[[1]]", 2, false],
  ["[[1]]", 1, true],
  ['{"a":{"b":[]}}', 2, true],
  [`[${"[],".repeat(1000)}[]]`, 2, false],
  ['["[[[[", "\\"[[[", "{"]', 1, false],
  ['["\\\\", [[]]]', 2, true],
  ['"[[[', 1, false],
])("%j is deeper than %i: %s", (text, most, deeper) => {
  expect(isDeeper(text, most)).toBe(deeper);
});
