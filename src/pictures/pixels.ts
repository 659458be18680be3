import type { Chart } from "../core/chart.ts";
import { Canvas } from "./canvas.ts";
import { coverage, type Mask } from "./coverage.ts";
import { advancesOf, EM, glyphOf } from "./font.ts";
import { widthOf } from "./lettering.ts";
import type { Contour, Outlines } from "./outlines.ts";
import { sceneOf } from "./scene-of.ts";
import type { Shape, Stroke, Text } from "./scene.ts";
import { indexOf, LEVELS, paletteOf, type Theme } from "./theme.ts";

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

const MAX_CACHED = 2000;
/** The number of horizontal subpixel positions of a glyph. */
const PLACES = 2;
/** The maximum distance of a straight piece from its curve, in pixels. */
const NEAR = 0.08;

// A contour starts at a point on the curve; tools/font.ts ensures that. Between two points off the curve is one on
// it.
function flattened(contour: Contour, scale: number, shift: number): number[] {
  const points: number[] = [];
  const end = contour.length;
  let x = contour[0]! * scale + shift;
  let y = -contour[1]! * scale;
  for (let i = 3; i <= end; i += 3) {
    const at = i === end ? 0 : i;
    const px = contour[at]! * scale + shift;
    const py = -contour[at + 1]! * scale;
    if (contour[at + 2] === 1) {
      points.push((x = px), (y = py));
      continue;
    }
    const after = at + 3 === end ? 0 : at + 3;
    let toX = contour[after]! * scale + shift;
    let toY = -contour[after + 1]! * scale;
    if (contour[after + 2] === 1) i += 3;
    else {
      toX = (px + toX) / 2;
      toY = (py + toY) / 2;
    }
    const bend = (Math.abs(x - 2 * px + toX) + Math.abs(y - 2 * py + toY)) / 4;
    const pieces = Math.ceil(Math.sqrt(bend / NEAR)) || 1;
    for (let k = 1; k < pieces; k++) {
      const t = k / pieces;
      const u = 1 - t;
      points.push(u * u * x + 2 * u * t * px + t * t * toX, u * u * y + 2 * u * t * py + t * t * toY);
    }
    points.push((x = toX), (y = toY));
  }
  return points;
}

const masks = new Map<number, Mask>();

/** A letter in a picture. */
interface Letter {
  glyph: number;
  bold: boolean;
  /** Pixels per em. */
  size: number;
  /** The horizontal subpixel offset. */
  fraction: number;
}

/** The coverage of a glyph at a size and subpixel offset, relative to its origin on the baseline. */
export function glyphMask(outlines: Outlines, { glyph, bold, size, fraction }: Letter): Mask {
  const place = Math.floor(fraction * PLACES);
  const key = ((glyph * 2 + (bold ? 1 : 0)) * 64 + size) * PLACES + place;
  let mask = masks.get(key);
  if (mask === undefined) {
    const outline = outlines(bold, glyph);
    mask = coverage(outline.map((contour) => flattened(contour, size / EM, place / PLACES)));
    if (masks.size >= MAX_CACHED) masks.clear();
    masks.set(key, mask);
  }
  return mask;
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
