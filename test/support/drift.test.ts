import { expect, test } from "vitest";
import { drift } from "./drift.ts";

test.each([
  ["a\nb\nc", "a\nb\nc", ""],
  ["a\nb\nc", "a\nx\nc", "@@ line 2\n- b\n+ x"],
  ["a\nc", "a\nb\nb\nc", "@@ line 2\n+ b\n+ b"],
  ["a\na\nb", "a\nb", "@@ line 2\n- a"],
  ["a", "a\nb", "@@ line 2\n+ b"],
])("%j became %j", (stored, created, diff) => expect(drift(stored, created)).toBe(diff));

test("a long diff is cut, with the number of omitted lines", () => {
  const long = Array.from({ length: 40 }, (_, n) => n).join("\n");
  expect(drift("", long)).toMatch(/\+ 11\n\+ … 28 more lines$/);
});
