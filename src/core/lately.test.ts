import { expect, test } from "vitest";
import { Lately } from "./lately.ts";

test("what was longest unused goes first", () => {
  const lately = new Lately<string, number>(2);
  lately.set("a", 1);
  lately.set("b", 2);
  expect(lately.get("a")).toBe(1);
  lately.set("c", 3);
  expect([lately.get("a"), lately.get("b"), lately.get("c")]).toEqual([1, undefined, 3]);
  expect(lately.size).toBe(2);
});
