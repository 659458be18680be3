import { expect, test } from "vitest";
import { onBefore, percentChange, percentText } from "./change-text.ts";

test.each<[number | null, number | null, string | null, string | null]>([
  [100, 112, "+12% vs. the week before", "up +12%"],
  [100, 80, "−20% vs. the week before", "down −20%"],
  [100, 100, "as much as the week before", null],
  [0, 5, null, null],
  [null, 5, null, null],
  [5, null, null, null],
])("from %s to %s", (before, now, words, change) => {
  expect(onBefore("en", before, now, "week")).toBe(words);
  const row = percentChange("en", before, now);
  expect(row === null ? null : `${row.tone} ${row.text}`).toBe(change);
});

test("a percentage that rounds to nothing is not shown", () => {
  expect(percentText("en", 0)).toBeNull();
});
