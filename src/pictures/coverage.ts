/** How much of each pixel a shape covers: 0 to 255, row by row. `x` and `y` are the top left pixel on the canvas. */
export interface Mask {
  x: number;
  y: number;
  width: number;
  height: number;
  cover: Uint8Array;
}

const NOTHING: Mask = { x: 0, y: 0, width: 0, height: 0, cover: new Uint8Array(0) };

let sums = new Float32Array(4096);

// Plain loops: most pictures are the first of their isolate, drawn before any optimisation.

// Adds what an edge covers to its right in one row: its share of the row's height, spread over the pixels it crosses.
function addRow(row: number, fromX: number, toX: number, rise: number): void {
  const left = fromX < toX ? fromX : toX;
  const right = fromX < toX ? toX : fromX;
  const first = left | 0;
  const slope = rise / (right - left);
  const last = Math.ceil(right);
  let before = 0;
  let covered = 0;
  for (let x = first; x < last; x++) {
    // Right of the edge, the area within this column is a slanted strip.
    const begin = x < left ? left : x;
    const end = x + 1 < right ? x + 1 : right;
    const share = slope * (end - begin);
    const now = covered + share * (x + 1 - (begin + end) / 2);
    covered += share;
    sums[row + x]! += now - before;
    before = now;
  }
  sums[row + last]! += rise - before;
}

function addEdge(x0: number, y0: number, x1: number, y1: number, stride: number): void {
  if (y0 === y1) return;
  const down = y0 < y1;
  const top = down ? y0 : y1;
  const end = down ? y1 : y0;
  const slope = (x1 - x0) / (y1 - y0);
  const endX = down ? x1 : x0;
  let x = down ? x0 : x1;
  for (let y = top | 0; y < end; y++) {
    const from = y < top ? top : y;
    const to = y + 1 < end ? y + 1 : end;
    const next = to === end ? endX : x + slope * (to - from);
    const rise = down ? to - from : from - to;
    const column = x | 0;
    if (column === (next | 0)) {
      const inside = rise * (1 + column - (x + next) / 2);
      sums[y * stride + column]! += inside;
      sums[y * stride + column + 1]! += rise - inside;
    } else addRow(y * stride, x, next, rise);
    x = next;
  }
}

/** Computes the coverage of closed polygons (x, y, x, y …) from signed areas. Holes turn the other way. */
export function coverage(polygons: readonly (readonly number[])[]): Mask {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const points of polygons) {
    for (let i = 0; i < points.length; i += 2) {
      const px = points[i]!;
      const py = points[i + 1]!;
      if (px < left) left = px;
      if (px > right) right = px;
      if (py < top) top = py;
      if (py > bottom) bottom = py;
    }
  }
  if (!(right > left && bottom > top)) return NOTHING;
  const x = Math.floor(left);
  const y = Math.floor(top);
  const width = Math.ceil(right) - x;
  const height = Math.ceil(bottom) - y;
  const stride = width + 2;
  if (sums.length < stride * height) sums = new Float32Array(stride * height);
  else sums.fill(0, 0, stride * height);
  for (const points of polygons) {
    let fromX = points.at(-2)! - x;
    let fromY = points.at(-1)! - y;
    for (let i = 0; i < points.length; i += 2) {
      const toX = points[i]! - x;
      const toY = points[i + 1]! - y;
      addEdge(fromX, fromY, toX, toY, stride);
      fromX = toX;
      fromY = toY;
    }
  }
  const cover = new Uint8Array(width * height);
  let to = 0;
  for (let row = 0; row < height; row++) {
    let from = row * stride;
    let sum = 0;
    for (const end = to + width; to < end; to++) {
      sum += sums[from++]!;
      const part = sum < 0 ? -sum : sum;
      cover[to] = part >= 1 ? 255 : part * 255 + 0.5;
    }
  }
  return { x, y, width, height, cover };
}
