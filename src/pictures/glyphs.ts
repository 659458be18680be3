import { coverage, type Mask } from "./coverage.ts";
import { EM } from "./font.ts";
import type { Contour, Outlines } from "./outlines.ts";

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
