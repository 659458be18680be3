import type { Dice } from "./dice.ts";
import type { World } from "./world.ts";

/** The service's image object. */
export interface Picture {
  uri: string;
  url_list: string[];
  width: number;
  height: number;
}

/** Returns a picture for a key, always the same one; its address is never served. */
export function picture(dice: Dice, key: string, width: number, height = width): Picture {
  const name = `${dice.bits(`picture/a/${key}`).toString(16)}${dice.bits(`picture/b/${key}`).toString(16)}`;
  const uri = `tos-sim-i-${dice.bits(`bucket/${key}`).toString(36)}/${name}`;
  const url = (host: string): string => `https://${host}.pictures.example/${uri}~crop:${width}:${height}.webp`;
  return { uri, url_list: [url("p16"), url("p19")], width, height };
}

/** The sizes of the pictures that the simulator draws: avatars, and the covers of broadcasts. */
export const drawnSizes = { avatar: { width: 160, height: 160 }, cover: { width: 480, height: 270 } } as const;

/** Returns a picture that the simulator serves, drawn from its id. */
export function drawnPicture(world: World, kind: keyof typeof drawnSizes, id: string): Picture {
  const path = `pictures/${kind}/${id}.png`;
  return { uri: path, url_list: [`${world.origin}/${path}`], ...drawnSizes[kind] };
}
