import { expect, test } from "vitest";
import { didYouMean, nearest } from "./nearest.ts";

const names = ["watchlistId", "targetId", "limit", "cursor", "kind"];

test.each([
  ["watchlist", "watchlistId"],
  ["Limit", "limit"],
  ["target_id", "targetId"],
  ["crusor", "cursor"],
  ["whatever", null],
  ["", null],
  ["__proto__", null],
  ["limit".repeat(200_000), null],
])("%.20s is near %s", (text, meant) => {
  expect(nearest(text, names)).toBe(meant);
});

test("of two names that are as near the first is meant", () => {
  expect(nearest("name1", ["name2", "name3"])).toBe("name2");
  expect(nearest("name3", ["name2", "name3"])).toBe("name3");
  expect(nearest("name", [])).toBe(null);
  expect(["", "x", "Q"].map((text) => nearest(text, ["q"]))).toEqual([null, null, "q"]);
});

test("the suggestion ends a message", () => {
  expect(didYouMean("limits", names)).toBe("; did you mean limit?");
  expect(didYouMean("unlike", names)).toBe("");
});
