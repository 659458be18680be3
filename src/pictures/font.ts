import { CHARACTERS, REGULAR, SEMIBOLD } from "./font-data.ts";

/** The outlines' units an em. */
export const EM = 512;
const COMPOSITE = 63;

/** A closed curve: x, y and whether the curve passes through the point, thrice as many as there are points. */
export type Contour = number[];

/** One weight of the font. */
export interface Weight {
  /** The width of each glyph, in units. */
  advances: Uint16Array;
  /** A glyph's curves, y upwards from the baseline. */
  outline(glyph: number): Contour[];
}

class Bytes {
  private readonly text: string;
  at: number;
  constructor(text: string, at = 0) {
    this.text = text;
    this.at = at;
  }
  get ended(): boolean {
    return this.at >= this.text.length;
  }
  varint(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.text.charCodeAt(this.at++);
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  }
  signed(): number {
    const value = this.varint();
    return value & 1 ? -((value + 1) >> 1) : value >> 1;
  }
}

function unpacked(data: string): Weight {
  const text = atob(data);
  const starts: number[] = [];
  const advances: number[] = [];
  for (const bytes = new Bytes(text); !bytes.ended;) {
    const length = bytes.varint();
    const next = bytes.at + length;
    advances.push(bytes.varint());
    starts.push(bytes.at);
    bytes.at = next;
  }
  const outline = (glyph: number): Contour[] => {
    const bytes = new Bytes(text, starts[glyph]);
    const count = bytes.varint();
    const contours: Contour[] = [];
    if (count === COMPOSITE) {
      for (let left = bytes.varint(); left > 0; left--) {
        const part = outline(bytes.varint());
        const dx = bytes.signed();
        const dy = bytes.signed();
        for (const contour of part) {
          for (let i = 0; i < contour.length; i += 3) {
            contour[i]! += dx;
            contour[i + 1]! += dy;
          }
          contours.push(contour);
        }
      }
      return contours;
    }
    let x = 0;
    let y = 0;
    for (let left = count; left > 0; left--) {
      const contour: Contour = [];
      for (let points = bytes.varint(); points > 0; points--) {
        const packed = bytes.varint();
        const step = packed >> 1;
        x += step & 1 ? -((step + 1) >> 1) : step >> 1;
        y += bytes.signed();
        contour.push(x, y, packed & 1);
      }
      contours.push(contour);
    }
    return contours;
  };
  return { advances: Uint16Array.from(advances), outline };
}

const weights = new Map<boolean, Weight>();

/** The regular or the semibold weight; unpacked when it is first asked for. */
export function weightOf(bold: boolean): Weight {
  let weight = weights.get(bold);
  if (weight === undefined) weights.set(bold, (weight = unpacked(bold ? SEMIBOLD : REGULAR)));
  return weight;
}

let glyphs: Map<number, number> | null = null;

/** The number of a code point's glyph, the same in both weights; undefined where the font has none. */
export function glyphOf(code: number): number | undefined {
  if (glyphs === null) {
    glyphs = new Map();
    let next = 0;
    for (const bytes = new Bytes(atob(CHARACTERS)); !bytes.ended;) {
      next += bytes.varint();
      for (let left = bytes.varint(); left > 0; left--) glyphs.set(next++, glyphs.size);
    }
  }
  return glyphs.get(code);
}
