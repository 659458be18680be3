import fc from "fast-check";
import { expect, test } from "vitest";
import { spread, stepped, thinned } from "./numbers.ts";

test("positions are apart, within bounds, in the wanted order, and moved only if necessary", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 100, max: 500, noNaN: true }), { maxLength: 8 }), (wanted) => {
      const places = spread(wanted, 40, 100, 500);
      const sorted = places.toSorted((a, b) => a - b);
      for (let i = 1; i < sorted.length; i++) expect(sorted[i]! - sorted[i - 1]!).toBeGreaterThan(39.999);
      for (const place of places) expect(place >= 100 && place <= 500.001).toBe(true);
      wanted.forEach((one, i) =>
        wanted.forEach((other, k) => {
          if (one < other) expect(places[i]).toBeLessThan(places[k]!);
        }),
      );
    }),
  );
  expect(spread([100, 200, 300], 40, 0, 400)).toEqual([100, 200, 300]);
  expect(spread([200, 200], 40, 0, 400)).toEqual([180, 220]);
  expect(spread([0, 0, 0], 40, 0, 60)).toEqual([0, 30, 60]);
});

test("a thinned line keeps its ends and extremes, with at most four points per column", () => {
  const points = Array.from({ length: 2000 }, (_, i) => [i / 20, i === 777 ? 99 : Math.sin(i)]).flat();
  const stored = thinned(points, 5);
  expect(stored.length).toBeLessThanOrEqual(20 * 4 * 2 + 8);
  expect(stored.slice(0, 2)).toEqual(points.slice(0, 2));
  expect(stored.slice(-2)).toEqual(points.slice(-2));
  expect(stored).toContain(99);
});

test("steps hold a value until the next", () => {
  expect(stepped([0, 5, 10, 5, 20, 8])).toEqual([0, 5, 10, 5, 20, 5, 20, 8]);
  expect(stepped([0, 5, 10, 5, 20, 5, 30, 5])).toEqual([0, 5, 30, 5]);
});
