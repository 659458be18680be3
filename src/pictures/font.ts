import { lazy } from "../core/lazy.ts";
import { CHARACTERS, REGULAR, SEMIBOLD } from "./font-data.ts";

/** Font units per em. */
export const EM = 512;

/** Reads the integers that tools/font.ts writes. */
export class Bytes {
  private readonly bytes: Uint8Array;
  at: number;
  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }
  get ended(): boolean {
    return this.at >= this.bytes.length;
  }
  /** Beyond the end it reads zero. */
  varint(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++] ?? 0;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  }
  signed(): number {
    const value = this.varint();
    return value & 1 ? -((value + 1) >> 1) : value >> 1;
  }
}

const decoded = (data: string): Bytes => new Bytes(Uint8Array.from(atob(data), (one) => one.charCodeAt(0)));

function advancesIn(data: string): Uint16Array {
  const advances: number[] = [];
  for (const bytes = decoded(data); !bytes.ended;) advances.push(bytes.varint());
  return Uint16Array.from(advances);
}

const regular = lazy(() => advancesIn(REGULAR));
const semibold = lazy(() => advancesIn(SEMIBOLD));

/** The widths of the glyphs of a weight, in font units. */
export const advancesOf = (bold: boolean): Uint16Array => (bold ? semibold() : regular());

const glyphs = lazy(() => {
  const numbers = new Map<number, number>();
  let next = 0;
  for (const bytes = decoded(CHARACTERS); !bytes.ended;) {
    next += bytes.varint();
    for (let left = bytes.varint(); left > 0; left--) numbers.set(next++, numbers.size);
  }
  return numbers;
});

/** The glyph of a code point, the same in both weights; undefined if the font has none. */
export const glyphOf = (code: number): number | undefined => glyphs().get(code);
