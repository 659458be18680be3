import { lazy } from "../core/lazy.ts";
import { Bytes } from "./bytes.ts";
import { CHARACTERS, REGULAR, SEMIBOLD } from "./font-data.ts";

/** The font's units an em. */
export const EM = 512;

const decoded = (data: string): Bytes => new Bytes(Uint8Array.from(atob(data), (one) => one.charCodeAt(0)));

function advancesIn(data: string): Uint16Array {
  const advances: number[] = [];
  for (const bytes = decoded(data); !bytes.ended;) advances.push(bytes.varint());
  return Uint16Array.from(advances);
}

const regular = lazy(() => advancesIn(REGULAR));
const semibold = lazy(() => advancesIn(SEMIBOLD));

/** The width of each glyph of the regular or the semibold weight, in units. */
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

/** The number of a code point's glyph, the same in both weights; undefined where the font has none. */
export const glyphOf = (code: number): number | undefined => glyphs().get(code);
