import { expect, test } from "vitest";
import { crossed, held, margin, type ReportedSides } from "./threshold.ts";

const LINES = [99, 50, 20, 10, 3, 1];

/** The thresholds reported along a sequence of places. */
function notifiedAlong(...places: number[]): (number | null)[] {
  let notified: ReportedSides = {};
  return places.slice(1).map((place, index) => {
    const crossing = crossed(LINES, notified, places[index]!, place);
    ({ told: notified } = crossing);
    return crossing.threshold;
  });
}

test.each([
  ["up over one", [22, 18], [20]],
  ["up across several: the last one", [60, 8], [10]],
  ["down across several: the last one", [8, 60], [50]],
  ["exactly to the threshold", [21, 20], [20]],
  ["off the line", [20, 21], [20]],
  ["not over any", [40, 30], [null]],
  ["no move", [20, 20], [null]],
  ["a swing around a threshold is reported once", [21, 20, 21, 19, 21, 20, 21], [20, null, null, null, null, null]],
  ["clearly back is reported", [21, 20, 22], [20, 20]],
  ["and clearly up again", [21, 20, 22, 18], [20, 20, 20]],
  ["a slow return is reported once it is clear", [21, 19, 20, 21, 22], [20, null, null, 20]],
  ["a higher threshold needs more", [51, 50, 54, 55], [50, null, 50]],
  ["from the first place and back", [1, 2, 1, 2, 1], [1, 1, null, null]],
  ["and down for good", [1, 2, 1, 3], [1, 1, 1]],
])("%s", (_name, places, expected) => {
  expect(notifiedAlong(...places)).toEqual(expected);
});

test("margins", () => {
  expect([1, 3, 20, 50, 99, 1000].map(margin)).toEqual([2, 2, 2, 5, 10, 100]);
});

test.each<[string, Parameters<typeof held>, ReturnType<typeof held>["threshold"]]>([
  ["the third poll on the other side", [[3], { 3: "beyond" }, { 3: 2 }, 4, 3], 3],
  ["the second is not enough", [[3], { 3: "beyond" }, { 3: 1 }, 4, 3], null],
  ["a threshold that was never crossed has no side to hold", [[20], {}, { 20: 2 }, 30, 18], null],
  ["a threshold that is no longer set", [[], { 3: "beyond" }, { 3: 2 }, 4, 3], null],
  ["of several thresholds the last one", [[3, 5], { 3: "beyond", 5: "beyond" }, { 3: 2, 5: 2 }, 6, 3], 3],
  ["a report about the place holds for each threshold", [[3], { 3: "within" }, { 3: 2 }, 4, 4], null],
])("held: %s", (_name, args, threshold) => {
  expect(held(...args).threshold).toBe(threshold);
});
