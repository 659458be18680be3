import { crc32, deflateSync } from "node:zlib";
import { Hono } from "hono";
import { Dice } from "../world/dice.ts";
import { drawnSizes } from "../world/pictures.ts";

type Rgb = readonly [number, number, number];

interface Spot {
  x: number;
  y: number;
  radius: number;
  color: Rgb;
  /** The opacity, 0 to 1. */
  weight: number;
}

/** Returns a colour of the wheel with even brightness; `turn` is 0 to 1. */
function colorOf(turn: number, light: number): Rgb {
  const wave = (shift: number) => 0.5 + 0.5 * Math.cos(2 * Math.PI * (turn + shift));
  return [0, 0.66, 0.33].map((shift) => Math.round(255 * light * (0.25 + 0.75 * wave(shift)))) as unknown as Rgb;
}

const mixed = (from: Rgb, to: Rgb, share: number): Rgb =>
  from.map((part, index) => part + (to[index]! - part) * share) as unknown as Rgb;

/** Returns the shapes of a picture: blurred lights for a cover, head and shoulders for an avatar. */
function spotsOf(dice: Dice, kind: keyof typeof drawnSizes, id: string, turn: number): Spot[] {
  const { width, height } = drawnSizes[kind];
  if (kind === "avatar") {
    const color = mixed(colorOf(turn + 0.15, 1), [255, 255, 255], 0.7);
    return [
      { x: width / 2, y: height * 1.08, radius: width * 0.42, color, weight: 1 },
      { x: width / 2, y: height * 0.4, radius: width * 0.2, color, weight: 1 },
    ];
  }
  return Array.from({ length: 9 }, (_none, place) => ({
    x: dice.roll(`${id}/x/${place}`) * width,
    y: dice.roll(`${id}/y/${place}`) * height,
    radius: 16 + dice.roll(`${id}/radius/${place}`) * 58,
    color: colorOf(turn + dice.roll(`${id}/color/${place}`) * 0.4, 1),
    weight: 0.2 + 0.35 * dice.roll(`${id}/weight/${place}`),
  }));
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const TRUE_COLOR = 2;

function chunk(name: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  for (let index = 0; index < 4; index++) bytes[4 + index] = name.charCodeAt(index);
  bytes.set(data, 8);
  view.setUint32(data.length + 8, crc32(bytes.subarray(4, data.length + 8)));
  return bytes;
}

/** Returns a PNG with the pixels of `colorAt`, each component 0 to 255. */
function pngOf(
  width: number,
  height: number,
  colorAt: (x: number, y: number) => readonly [number, number, number],
): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, TRUE_COLOR], 8);
  const rows = new Uint8Array(height * (1 + 3 * width));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows.set(colorAt(x, y).map(Math.round), y * (1 + 3 * width) + 1 + 3 * x);
  const parts = [
    Uint8Array.from(SIGNATURE),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 6 })),
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

/** Returns the PNG of an id: always the same for the same id. */
function drawn(kind: keyof typeof drawnSizes, id: string): Uint8Array<ArrayBuffer> {
  const dice = new Dice("pictures");
  const { width, height } = drawnSizes[kind];
  const turn = dice.roll(`${kind}/${id}`);
  const [from, to] = [colorOf(turn, 0.85), colorOf(turn + 0.28, 0.45)];
  const spots = spotsOf(dice, kind, id, turn);
  return pngOf(width, height, (x, y) => {
    let color = mixed(from, to, (x / width + y / height) / 2);
    for (const spot of spots) {
      // Antialias the edge by one pixel.
      const inside = Math.min(1, Math.max(0, spot.radius - Math.hypot(x - spot.x, y - spot.y)));
      if (inside > 0) color = mixed(color, spot.color, inside * spot.weight);
    }
    return color;
  });
}

/** Serves the pictures named in the service's responses, at `/pictures/{avatar|cover}/{id}.png`. */
export function createPictureRoutes(): Hono {
  const app = new Hono();
  app.get("/:kind{avatar|cover}/:file{\\d{1,32}\\.png}", (context) => {
    const { kind, file } = context.req.param();
    context.header("cache-control", "public, max-age=86400");
    return context.body(drawn(kind as "avatar" | "cover", file.replace(/\.png$/, "")), 200, {
      "content-type": "image/png",
    });
  });
  app.all("*", (context) => context.json({ error: "no such picture" }, 404));
  return app;
}
