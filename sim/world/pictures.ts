import type { Dice } from "./dice.ts";

/** The service's image object. */
export interface Picture {
  uri: string;
  url_list: string[];
  width: number;
  height: number;
}

/** A picture that belongs to a key, always the same one. */
export function picture(dice: Dice, key: string, width: number, height = width): Picture {
  const name = `${dice.bits(`picture/a/${key}`).toString(16)}${dice.bits(`picture/b/${key}`).toString(16)}`;
  const uri = `tos-sim-i-${dice.bits(`bucket/${key}`).toString(36)}/${name}`;
  const url = (host: string): string => `https://${host}.pictures.example/${uri}~crop:${width}:${height}.webp`;
  return { uri, url_list: [url("p16"), url("p19")], width, height };
}
