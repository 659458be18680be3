import { Bytes } from "./bytes.ts";

const COMPOSITE = 63;

/** The file of the outlines, among those that are deployed beside the script. */
export const OUTLINES_FILE = "assets/outlines.bin";

/** A closed curve: x, y and whether the curve passes through the point, thrice as many as there are points. */
export type Contour = number[];

/** A glyph's curves in the regular or the semibold weight, y upwards from the baseline. */
export type Outlines = (bold: boolean, glyph: number) => Contour[];

/** The outlines of both weights, as scripts/font.ts writes them: of each weight its length in bytes, then each glyph with its own. */
export function outlinesFrom(file: Uint8Array): Outlines {
  const reader = new Bytes(file);
  const [regular, semibold] = [weight(reader, file), weight(reader, file)];
  return (bold, glyph) => (bold ? semibold : regular)(glyph);
}

function weight(reader: Bytes, file: Uint8Array): (glyph: number) => Contour[] {
  const starts: number[] = [];
  for (const end = reader.varint() + reader.at; reader.at < end;) {
    const next = reader.varint() + reader.at;
    starts.push(reader.at);
    reader.at = next;
  }
  const outline = (glyph: number): Contour[] => {
    const bytes = new Bytes(file, starts[glyph]);
    const count = bytes.varint();
    return count === COMPOSITE ? composed(bytes, outline) : simple(bytes, count);
  };
  return outline;
}

function composed(bytes: Bytes, outline: (glyph: number) => Contour[]): Contour[] {
  const contours: Contour[] = [];
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

function simple(bytes: Bytes, count: number): Contour[] {
  const contours: Contour[] = [];
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
}
