import { drawnSizes } from "../world/pictures.ts";
import { Dice } from "../world/dice.ts";
import { pngOf } from "./png.ts";

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

/** Returns the PNG of an id: always the same for the same id. */
export function drawn(kind: keyof typeof drawnSizes, id: string): Uint8Array<ArrayBuffer> {
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
