import { expect, test } from "vitest";
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
