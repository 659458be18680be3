import type { Chart } from "../core/chart.ts";
import { Canvas } from "./canvas.ts";
import { coverage } from "./coverage.ts";
import { advancesOf, EM, glyphOf } from "./font.ts";
import { glyphMask } from "./glyphs.ts";
import { widthOf } from "./lettering.ts";
import type { Outlines } from "./outlines.ts";
import { indexOf, LEVELS, paletteOf } from "./palette.ts";
import { sceneOf } from "./scene-of.ts";
import type { Shape, Stroke, Text } from "./scene.ts";
import type { Theme } from "./theme.ts";

const HALO = 1.5;

/** A picture in indexed colours. */
export interface Pixels {
  width: number;
  height: number;
  /** Red, green and blue of each index. */
  palette: Uint8Array;
  /** The rows from the top, each a zero byte and one index per pixel. */
  rows: Uint8Array;
}

function letter(canvas: Canvas, { x, y, anchor, size, bold, ink, drawn }: Text, outlines: Outlines): void {
  const advances = advancesOf(bold);
  const width = anchor === "start" ? 0 : widthOf(drawn, size, bold);
  let pen = x - (anchor === "end" ? width : width / 2);
  const base = Math.round(y);
  for (const one of drawn) {
    const glyph = glyphOf(one.codePointAt(0)!);
    if (glyph === undefined) continue;
    const whole = Math.floor(pen);
    canvas.stamp(glyphMask(outlines, { glyph, bold, size, fraction: pen - whole }), whole, base, indexOf[ink]);
    pen += (advances[glyph]! / EM) * size;
  }
}

function stroke(canvas: Canvas, { points, width, ink, halo }: Stroke): void {
  for (let i = 2; i < points.length; i += 2) {
    const [x0, y0, x1, y1] = points.slice(i - 2, i + 2) as [number, number, number, number];
    canvas.segment(x0, y0, x1, y1, width, halo ? HALO : 0, indexOf[ink]);
  }
}

function paint(canvas: Canvas, shape: Shape, outlines: Outlines): void {
  if (shape.kind === "text") letter(canvas, shape, outlines);
  else if (shape.kind === "stroke") stroke(canvas, shape);
  else if (shape.kind === "area") canvas.tint(coverage([shape.points]), indexOf[shape.fill]);
  else {
    const { x, y, width, height, roundLeft, roundRight, fill } = shape;
    if (indexOf[fill] < LEVELS) canvas.ground(x, y, width, height, indexOf[fill]);
    else canvas.box(x, y, width, height, roundLeft, roundRight, indexOf[fill]);
  }
}

/** Renders a chart as pixels in a theme, with text in these outlines. */
export function pixelsOf(chart: Chart, theme: Theme, outlines: Outlines): Pixels {
  const { width, height, shapes } = sceneOf(chart);
  const canvas = new Canvas(width, height);
  for (const shape of shapes) paint(canvas, shape, outlines);
  return { width, height, palette: paletteOf(theme), rows: canvas.rows };
}
