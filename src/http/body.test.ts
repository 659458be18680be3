import { expect, test } from "vitest";
import { parse } from "./body.ts";

const MIB = 1024 * 1024;

test("a long text is only parsed if it has a plausible number of values and levels", () => {
  expect(parse(JSON.stringify({ a: "x".repeat(2 * MIB) }))).toMatchObject({ a: expect.any(String) });
  expect(() => parse("[".repeat(2 * MIB))).toThrow("The body is nested too deeply.");
  expect(() => parse(`[${"1,".repeat(MIB)}1]`)).toThrow("The body has too many values.");
  expect(() => parse("nothing")).toThrow("The body is not JSON.");
});
