import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../test/support/runs.ts";
import { coverage } from "./coverage.ts";
import { glyphMask } from "./pixels.ts";
import type { Contour } from "./outlines.ts";

/** A square of this many units, as of a font of thousands. */
const square = (side: number): Contour => [0, 0, 1, side, 0, 1, side, side, 1, 0, side, 1] as unknown as Contour;
const outlines = (bold: boolean, glyph: number): Contour[] => [square((bold ? 1500 : 700) + 10 * glyph)];

const ink = (letter: Partial<Parameters<typeof glyphMask>[1]> = {}) => {
  const mask = glyphMask(outlines, { glyph: 1, bold: false, size: 28, fraction: 0, ...letter });
  return JSON.stringify(mask, (_, value) => (ArrayBuffer.isView(value) ? Array.from(value as Uint8Array) : value));
};

test("each glyph has its own mask by weight, size and offset, also the second time", () => {
  const letters = [{}, { bold: true }, { size: 29 }, { glyph: 40 }, { fraction: 0.5 }];
  const first = letters.map((one) => ink(one));
  expect(new Set(first).size).toBe(letters.length);
  expect(letters.map((one) => ink(one))).toEqual(first);
});

const FINE = 16;

/** The winding number of a polygon around a point. */
function turns(points: number[], x: number, y: number): number {
  let around = 0;
  for (let i = 0; i < points.length; i += 2) {
    const [x0, y0] = [points.at(i - 2)!, points.at(i - 1)!];
    const [x1, y1] = [points[i]!, points[i + 1]!];
    if (y0 <= y === y1 <= y) continue;
    if (x0 + ((y - y0) / (y1 - y0)) * (x1 - x0) < x) around += y1 > y0 ? 1 : -1;
  }
  return around;
}

function sampled(points: number[], column: number, row: number): number {
  let sum = 0;
  for (let i = 0; i < FINE * FINE; i++) {
    sum += turns(points, column + ((i % FINE) + 0.5) / FINE, row + (Math.floor(i / FINE) + 0.5) / FINE);
  }
  return Math.min(1, Math.abs(sum / FINE / FINE));
}

test("the coverage of any polygon matches counting finer points", () => {
  const place = fc.double({ min: -6, max: 14, noNaN: true });
  fc.assert(
    fc.property(fc.array(place, { minLength: 6, maxLength: 14 }), (numbers) => {
      const points = numbers.slice(0, numbers.length - (numbers.length % 2));
      const { x, y, width, height, cover } = coverage([points]);
      for (let row = 0; row < height; row++) {
        for (let column = 0; column < width; column++) {
          const found = cover[row * width + column]! / 255;
          expect(Math.abs(found - sampled(points, x + column, y + row))).toBeLessThan(0.09);
        }
      }
    }),
    { numRuns: runs(150) },
  );
});

test("a hole is not covered, and an empty shape covers nothing", () => {
  const outer = [0, 0, 6, 0, 6, 6, 0, 6];
  const inner = [2, 2, 2, 4, 4, 4, 4, 2];
  const { cover, width } = coverage([outer, inner]);
  expect(cover[3 * width + 3]).toBe(0);
  expect(cover[1 * width + 1]).toBe(255);
  expect(coverage([]).cover).toHaveLength(0);
  expect(coverage([[1, 1, 5, 1, 3, 1]]).cover).toHaveLength(0);
});
