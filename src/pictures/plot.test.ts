import fc from "fast-check";
import { expect, test } from "vitest";
import { runsOf, scaleOf } from "./plot.ts";

test("an axis from zero ends at zero, contains all values, and has at most the requested marks", () => {
  const value = fc.oneof(fc.nat(1e9), fc.double({ min: 0, max: 1e12, noNaN: true }));
  fc.assert(
    fc.property(fc.array(value, { maxLength: 20 }), fc.constantFrom("count", "place"), (values, unit) => {
      const { low, high, marks } = scaleOf(unit, values, { fromZero: true, most: 4 });
      expect(marks.length).toBeLessThanOrEqual(4);
      if (unit === "count") expect(low).toBe(0);
      for (const one of values) expect(unit === "place" || one <= high).toBe(true);
      for (const { value } of marks) expect(value >= low && value <= high).toBe(true);
    }),
  );
});

test("a line is broken at gaps, and points outside are omitted", () => {
  const points: [number, number | null][] = [
    [0, 1],
    [10, 2],
    [20, null],
    [30, 3],
    [99, 4],
  ];
  const same = (n: number) => n;
  expect(runsOf({ label: "", text: "", points }, same, same, { from: 5, to: 50 })).toEqual([
    [10, 2],
    [30, 3],
  ]);
});
