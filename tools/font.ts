// Extracts from Inter what pictures need, on a grid of 512 units per em: src/pictures/font-data.ts has characters and
// widths, and a file that is deployed with the script has their outlines.
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Font, Glyph } from "opentype.js";

const EM = 512;
const COMPOSITE = 63;
const FOLDER = fileURLToPath(new URL(".", import.meta.resolve("@expo-google-fonts/inter")));
const opentype = createRequire(import.meta.url)("opentype.js") as typeof import("opentype.js");
const EXTRA = "ҚқҢңүұӘәӨөẞ‐‑–—‘’‚“”„†•…‰′″‹›€₩₦₪₫₱₴₸₹₺₽₿№™←↑→↓−≈≠≤≥∞▲▼●·★";

const between = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const WANTED = [
  ...between(0x20, 0x7e),
  ...between(0xa0, 0x17f),
  ...between(0x1a0, 0x1a1),
  ...between(0x1af, 0x1b0),
  ...between(0x218, 0x21b),
  ...between(0x386, 0x3ce),
  ...between(0x400, 0x45f),
  ...between(0x490, 0x493),
  // Vietnamese.
  ...between(0x1ea0, 0x1ef9),
  ...Array.from(EXTRA, (one) => one.codePointAt(0)!),
];

/** Properties of glyphs that the library's types lack. */
interface Outline {
  isComposite?: boolean;
  components?: {
    glyphIndex: number;
    dx: number;
    dy: number;
    xScale: number;
    yScale: number;
    scale01: number;
    scale10: number;
  }[];
  points?: { x: number; y: number; onCurve: boolean; lastPointOfContour: boolean }[];
}

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...varint(Math.floor(value / 128))];
const signed = (value: number): number => (value < 0 ? -value * 2 - 1 : value * 2);

function load(glyph: Glyph): Outline {
  glyph.getPath(0, 0, EM);
  return glyph as unknown as Outline;
}

function outlineBytes(outline: Outline, grid: (value: number) => number): number[] {
  const contours: NonNullable<Outline["points"]>[] = [];
  let open: NonNullable<Outline["points"]> = [];
  for (const point of outline.points ?? []) {
    open.push(point);
    if (!point.lastPointOfContour) continue;
    const begin = open.findIndex(({ onCurve }) => onCurve);
    if (begin < 0) throw new Error("a contour has no point on its curve");
    contours.push([...open.slice(begin), ...open.slice(0, begin)]);
    open = [];
  }
  const bytes = varint(contours.length);
  let [x, y] = [0, 0];
  for (const contour of contours) {
    bytes.push(...varint(contour.length));
    for (const point of contour) {
      const [nextX, nextY] = [grid(point.x), grid(point.y)];
      bytes.push(...varint(signed(nextX - x) * 2 + (point.onCurve ? 1 : 0)), ...varint(signed(nextY - y)));
      [x, y] = [nextX, nextY];
    }
  }
  return bytes;
}

/** The outlines of a weight, prefixed with their length in bytes, and the widths of its characters. */
function packed(font: Font, codes: number[]): { outlines: number[]; widths: string } {
  const grid = (value: number) => Math.round((value * EM) / font.unitsPerEm);
  const order = codes.map((code) => font.charToGlyphIndex(String.fromCodePoint(code)));
  const place = (index: number): number => {
    const at = order.indexOf(index);
    return at >= 0 ? at : order.push(index) - 1;
  };
  const bytes: number[] = [];
  const widths: number[] = [];
  // Parts of composed letters are appended while the list is processed.
  for (let i = 0; i < order.length; i++) {
    const glyph = font.glyphs.get(order[i]!);
    const outline = load(glyph);
    const parts = outline.components ?? [];
    const whole = parts.every((one) => one.xScale === 1 && one.yScale === 1 && !one.scale01 && !one.scale10);
    const shape =
      outline.isComposite === true && whole
        ? [
            COMPOSITE,
            parts.length,
            ...parts.flatMap((part) => [
              ...varint(place(part.glyphIndex)),
              ...varint(signed(grid(part.dx))),
              ...varint(signed(grid(part.dy))),
            ]),
          ]
        : outlineBytes(outline, grid);
    if (i < codes.length) widths.push(...varint(grid(glyph.advanceWidth ?? 0)));
    bytes.push(...varint(shape.length), ...shape);
  }
  return { outlines: [...varint(bytes.length), ...bytes], widths: Buffer.from(widths).toString("base64") };
}

function runs(codes: number[]): string {
  const bytes: number[] = [];
  let last = 0;
  for (let i = 0; i < codes.length;) {
    let length = 1;
    while (codes[i + length] === codes[i]! + length) length++;
    bytes.push(...varint(codes[i]! - last), ...varint(length));
    last = codes[i]! + length;
    i += length;
  }
  return Buffer.from(bytes).toString("base64");
}

async function read(name: string): Promise<Font> {
  const file = await readFile(`${FOLDER}${name}.ttf`);
  return opentype.parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer);
}

const regular = await read("400Regular/Inter_400Regular");
const bold = await read("600SemiBold/Inter_600SemiBold");
const codes = [...new Set(WANTED)]
  .filter((code) => [regular, bold].every((font) => font.charToGlyphIndex(String.fromCodePoint(code)) > 0))
  .sort((a, b) => a - b);
const [light, heavy] = [packed(regular, codes), packed(bold, codes)];
const text = `// Written by tools/font.ts from Inter (SIL Open Font License 1.1, see font-license.txt). Not edited by hand.

/** The characters, as runs of code points. */
export const CHARACTERS =
  "${runs(codes)}";

/** The widths of the regular weight. */
export const REGULAR =
  "${light.widths}";

/** The widths of the semibold weight. */
export const SEMIBOLD =
  "${heavy.widths}";
`;
const outlines = Buffer.from([...light.outlines, ...heavy.outlines]);
await writeFile("src/pictures/font-data.ts", text);
await writeFile("src/pictures/outlines.bin", outlines);
await copyFile(`${FOLDER}LICENSE_FONT`, "src/pictures/font-license.txt");
console.log(`${codes.length} characters, ${Math.round((text.length + outlines.length) / 1024)} kB`);
