import { expect, test } from "vitest";
import { keyedDiff, missedAgain } from "./keyed-diff.ts";

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

test("an absence keeps its start", () => {
  const once = missedAgain(null, 200, 100);
  expect(missedAgain(once, 300, 200)).toEqual({ times: 2, firstAt: 200, from: 100 });
});
