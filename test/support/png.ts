import { crc32, deflateSync } from "node:zlib";

type Color = [red: number, green: number, blue: number];

/** A small valid PNG: bars of these heights (0 to 1) on a dark background. */
export function barsPng(width: number, height: number, bars: number[]): Uint8Array {
  const [ground, ink]: Color[] = [
    [24, 26, 32],
    [88, 101, 242],
  ];
  const wide = width / bars.length;
  const rows = Array.from({ length: height }, (_, y) => {
    const colors = Array.from({ length: width }, (_, x) => {
      const inBar = (x % wide) / wide < 0.75 && y / height > 1 - bars[Math.floor(x / wide)]! * 0.9;
      return inBar ? ink! : ground!;
    });
    return Buffer.from([0, ...colors.flat()]);
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const parts = [
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ];
  return new Uint8Array(Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), ...parts]));
}

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)]);
}
