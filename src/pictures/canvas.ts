import type { Mask } from "./coverage.ts";
import { LEVELS } from "./theme.ts";

/**
 * Pixels as palette indices, each row after a zero byte (the scanlines of a PNG). If two inks meet in a pixel, the one
 * that covers more of it stays.
 */
export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly stride: number;
  readonly rows: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.stride = width + 1;
    this.rows = new Uint8Array(this.stride * height);
  }

  private put(at: number, ink: number, level: number): void {
    const old = this.rows[at]!;
    if (level > 0 && (old < LEVELS || (old & 15) < level)) this.rows[at] = ink + level - 1;
  }

  /** Reduces the coverage by other inks to at most `left`. */
  private rub(at: number, ink: number, left: number): void {
    const old = this.rows[at]!;
    if (old < LEVELS || (old & ~15) === ink || (old & 15) < left) return;
    this.rows[at] = left === 0 ? 0 : (old & ~15) + left - 1;
  }

  /** Fills whole pixels with one index. */
  ground(x: number, y: number, width: number, height: number, index: number): void {
    const left = Math.max(0, Math.round(x));
    const right = Math.min(this.width, Math.round(x + width));
    const last = Math.min(this.height, Math.round(y + height));
    for (let row = Math.max(0, Math.round(y)); row < last; row++) {
      this.rows.fill(index, row * this.stride + 1 + left, row * this.stride + 1 + Math.max(left, right));
    }
  }

  /** Draws an ink through a mask at a position. */
  stamp(mask: Mask, x: number, y: number, ink: number): void {
    const { width, cover } = mask;
    const first = Math.max(0, -(x + mask.x));
    const last = Math.min(width, this.width - x - mask.x);
    for (let row = Math.max(0, -(y + mask.y)); row < mask.height && y + mask.y + row < this.height; row++) {
      const from = row * width;
      const to = (y + mask.y + row) * this.stride + 1 + x + mask.x;
      for (let column = first; column < last; column++) {
        const covered = cover[from + column]!;
        if (covered > 0) this.put(to + column, ink, (covered * LEVELS + 127) >> 8);
      }
    }
  }

  /** Draws a ground through a mask, on pixels that are at least half covered. */
  tint(mask: Mask, index: number): void {
    for (let row = 0; row < mask.height; row++) {
      for (let column = 0; column < mask.width; column++) {
        if (mask.cover[row * mask.width + column]! < 128) continue;
        const [x, y] = [mask.x + column, mask.y + row];
        if (x >= 0 && x < this.width && y >= 0 && y < this.height) this.rows[y * this.stride + 1 + x] = index;
      }
    }
  }

  /** Draws an ink in a box with round corners. */
  box(x: number, y: number, width: number, height: number, left: number, right: number, ink: number): void {
    const end = x + width;
    const foot = y + height;
    const round = Math.max(left, right);
    for (let row = Math.max(0, Math.floor(y)); row < foot && row < this.height; row++) {
      const tall = Math.min(row + 1, foot) - Math.max(row, y);
      const start = row * this.stride + 1;
      const cornered = row < y + round || row + 1 > foot - round;
      const first = Math.max(0, Math.floor(x));
      const last = Math.min(this.width, Math.ceil(end));
      // Pixels in the columns of corners are computed one by one; those in between are alike.
      const solid = Math.min(last, Math.ceil(cornered ? x + left : x));
      const until = Math.max(solid, Math.floor(cornered ? end - right : end));
      for (let column = first; column < last; column++) {
        if (column === solid && tall === 1) {
          this.rows.fill(ink + LEVELS - 1, start + solid, start + until);
          if (until >= last) break;
          column = until;
        }
        const near = column + 0.5 < x + width / 2;
        const radius = near ? left : right;
        const dx = Math.max(0, near ? x + radius - column - 0.5 : column + 0.5 - end + radius);
        const dy = Math.max(0, y + radius - row - 0.5, row + 0.5 - foot + radius);
        const wide = Math.min(column + 1, end) - Math.max(column, x);
        const arc = dx > 0 && dy > 0 && radius > 0;
        const cover = arc ? Math.min(1, Math.max(0, 0.5 + radius - Math.hypot(dx, dy))) : wide * tall;
        this.put(start + column, ink, Math.round(cover * LEVELS));
      }
    }
  }

  /** Draws an ink along a segment with round ends. Other inks are removed within the halo. */
  segment(x0: number, y0: number, x1: number, y1: number, pen: number, halo: number, ink: number): void {
    const edge = pen / 2 + 0.5;
    const reach = edge + halo;
    const dx = x1 - x0;
    const dy = y1 - y0;
    const squared = dx * dx + dy * dy || 1;
    const share = 1 / squared;
    const outer = reach * reach;
    const inner = (edge - 1) * (edge - 1);
    const slant = Math.abs(dy) > 1e-6 ? (reach * Math.sqrt(squared)) / Math.abs(dy) : Infinity;
    const last = Math.min(this.height - 1, Math.ceil(Math.max(y0, y1) + reach));
    for (let row = Math.max(0, Math.floor(Math.min(y0, y1) - reach)); row <= last; row++) {
      const py = row + 0.5 - y0;
      // Only the columns near the segment in this row, and between its ends.
      const onLine = slant === Infinity ? 0 : x0 + (py / dy) * dx;
      const left = Math.max(Math.min(x0, x1) - reach, slant === Infinity ? 0 : onLine - slant, 0);
      const right = Math.min(Math.max(x0, x1) + reach, slant === Infinity ? this.width : onLine + slant, this.width);
      const start = row * this.stride + 1;
      for (let column = Math.floor(left); column < right; column++) {
        const px = column + 0.5 - x0;
        let t = (px * dx + py * dy) * share;
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        const ax = px - t * dx;
        const ay = py - t * dy;
        const far = ax * ax + ay * ay;
        if (far >= outer) continue;
        const at = start + column;
        if (far <= inner) {
          this.rows[at] = ink + LEVELS - 1;
          continue;
        }
        const away = Math.sqrt(far);
        if (halo > 0 && this.rows[at]! >= LEVELS)
          this.rub(at, ink, away < reach - 1 ? 0 : ((1 - reach + away) * LEVELS + 0.5) | 0);
        if (away < edge) this.put(at, ink, ((edge - away) * LEVELS + 0.5) | 0);
      }
    }
  }
}
