import { expect, test } from "vitest";
import { remembering, withSeen } from "./seen-ids.ts";

const ids = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, n) => String(7_301_234_567_890_000_000n + BigInt(from + n)));

test("ids are remembered in eight characters each, whatever they look like", () => {
  const odd = ["", "a", "A", "toString", "🔥", "é", "e\u0301", "x".repeat(300), `${"x".repeat(299)}y`];
  const seen = withSeen(withSeen("", ids(991), 1000), odd, 1000);
  expect(seen).toHaveLength(8000);
  expect(seen).toMatch(/^[\w-]*$/);
  const known = remembering(seen);
  expect([...ids(991), ...odd].every(known)).toBe(true);
  expect(ids(100_000, 991).filter(known)).toEqual([]);
  expect(remembering("")("")).toBe(false);
});

test("the newest stay, and what is seen again is the newest", () => {
  const three = withSeen("", ["a", "b", "c"], 3);
  expect(withSeen(three, [], 3)).toBe(three);
  expect(withSeen(three, ["c", "a"], 3)).toBe(three);
  const known = remembering(withSeen(three, ["a", "d"], 3));
  expect(["a", "b", "c", "d"].map(known)).toEqual([true, false, true, true]);
  expect(withSeen(three, ["a"], 2)).toHaveLength(16);
  expect(withSeen("", ["a", "a"], 5)).toHaveLength(8);
});
