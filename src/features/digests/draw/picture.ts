import { crc32, deflateSync } from "node:zlib";
import type { Chart } from "../../../core/chart.ts";
import type { Outlines } from "../../../pictures/outlines.ts";
import { pixelsOf, type Pixels } from "../../../pictures/pixels.ts";
import type { Theme } from "../../../pictures/theme.ts";

/** A chart as a PNG file, in a theme, with these outlines of letters. */
export const pictureOf = (chart: Chart, theme: Theme, outlines: Outlines): Uint8Array =>
  pngOf(pixelsOf(chart, theme, outlines));

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const INDEXED = 3;

function chunk(name: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) bytes[4 + i] = name.charCodeAt(i);
  bytes.set(data, 8);
  view.setUint32(data.length + 8, crc32(bytes.subarray(4, data.length + 8)));
  return bytes;
}

/** Pixels as a PNG file. */
function pngOf({ width, height, palette, rows }: Pixels): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, INDEXED], 8);
  const parts = [
    Uint8Array.from(SIGNATURE),
    chunk("IHDR", header),
    chunk("PLTE", palette),
    chunk("IDAT", deflateSync(rows, { level: 4 })),
    chunk("IEND", new Uint8Array(0)),
  ];
  const file = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}
