import { expect, test } from "vitest";
import { keyedDiff } from "./keyed-diff.ts";

test("arrived, stayed, absent", () => {
  const diff = keyedDiff(
    { a: 1, b: 2 },
    new Map([
      ["c", "new"],
      ["b", "still"],
    ]),
  );
  expect(diff).toEqual({ arrived: [["c", "new"]], stayed: [["b", 2, "still"]], absent: [["a", 1]] });
});

test("inherited properties are not known rows", () => {
  expect(keyedDiff({}, new Map([["toString", 1]])).arrived).toEqual([["toString", 1]]);
});
