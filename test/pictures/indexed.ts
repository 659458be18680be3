import { crc32, deflateSync } from "node:zlib";
import { decode } from "fast-png";

const MAX_COLOURS = 256;

interface Colour {
  rgb: [number, number, number];
  count: number;
}

/** A picture in 256 colours, a third of the size; each other one becomes the nearest of them. */
export function indexed(png: Uint8Array): Uint8Array {
  const { width, height, channels, data } = decode(png);
  const colourAt = (pixel: number) => [0, 1, 2].map((part) => data[pixel * channels + part]!) as Colour["rgb"];
  const bucketOf = ([red, green, blue]: Colour["rgb"]) => ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);
  const buckets = new Map<number, Colour>();
  for (let pixel = 0; pixel < width * height; pixel++) {
    const rgb = colourAt(pixel);
    const known = buckets.get(bucketOf(rgb));
    if (known === undefined) buckets.set(bucketOf(rgb), { rgb, count: 1 });
    else known.count += 1;
  }
  const { palette, places } = paletteOf(buckets);
  const rows = new Uint8Array((width + 1) * height);
  for (let pixel = 0; pixel < width * height; pixel++)
    rows[pixel + Math.floor(pixel / width) + 1] = places.get(bucketOf(colourAt(pixel)))!;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flatMap(({ rgb }) => rgb))),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Colours by what would be lost most without them: how far they are from those chosen, and how much there is of them. */
function paletteOf(buckets: Map<number, Colour>): { palette: Colour[]; places: Map<number, number> } {
  const left = [...buckets].map(([bucket, colour]) => ({ bucket, ...colour, far: Infinity, place: 0 }));
  const palette: Colour[] = [];
  let next = left.reduce((max, one) => (one.count > max.count ? one : max));
  while (palette.length < MAX_COLOURS) {
    const [r, g, b] = next.rgb;
    const place = palette.push(next) - 1;
    let worst = 0;
    for (const one of left) {
      const [red, green, blue] = one.rgb;
      const far = (red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2;
      if (far < one.far) Object.assign(one, { far, place });
      const lost = one.far * Math.sqrt(one.count);
      if (lost > worst) [worst, next] = [lost, one];
    }
    if (worst === 0) break;
  }
  return { palette, places: new Map(left.map(({ bucket, place }) => [bucket, place])) };
}

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
