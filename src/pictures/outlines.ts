import { Bytes } from "./font.ts";

const COMPOSITE = 63;

/** The asset with the outlines, deployed next to the script. */
export const OUTLINES_FILE = "assets/outlines.bin";

/** A closed curve: x, y, and 1 if the point is on the curve, for each point. */
export type Contour = number[];

/** The curves of a glyph in a weight, y upwards from the baseline. */
export type Outlines = (bold: boolean, glyph: number) => Contour[];

/**
 * Parses the outlines of both weights as tools/font.ts writes them: each weight and each glyph after its length in
 * bytes.
 */
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
