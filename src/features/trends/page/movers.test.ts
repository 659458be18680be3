import { expect, test } from "vitest";
import { COMPARISONS, FIRST, isPlace, type TrendsQuery } from "./address.ts";
import { changeText } from "./movers.tsx";
import { rangeIn } from "./range.tsx";

const asking = (places: boolean): TrendsQuery => {
  const requested = {
    days: 7,
    range: rangeIn(new URL("https://t.example/trends"), "UTC", 0, 7),
    chosen: [],
    after: FIRST,
  };
  const comparison = COMPARISONS.find((one) => isPlace({ ...requested, comparison: one }) === places)!;
  return { ...requested, comparison };
};

test.each([
  [false, 12.34, "+12.3%"],
  [false, -5, "−5%"],
  [false, 0.04, "no change"],
  [false, -0.04, "no change"],
  [false, 0.06, "+0.1%"],
  [true, 3, "▲3"],
  [true, -2, "▼2"],
  [true, 0, "no change"],
])("a change (of places: %s) by %d is %s", (places, change, text) => {
  expect(changeText(change, asking(places))).toBe(text);
});
