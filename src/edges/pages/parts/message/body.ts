import { toneColors } from "../../../../channels/tone-colors.ts";
import type { Json } from "../../../../core/json.ts";

const TONES = new Map(Object.entries(toneColors).map(([tone, color]) => [color, tone]));

/** The class of a message's colour: 0xRRGGBB, or "#rrggbb". */
export function toneClass(color: Json | undefined): string {
  const value = typeof color === "string" ? Number.parseInt(color.replace("#", ""), 16) : Number(color);
  return `tone-${TONES.get(value) ?? "news"}`;
}

/** A section's picture, for the address that a message names it by. */
export interface Drawn {
  section: string;
  alt: string;
  /** A `data:` address: pages load nothing else. */
  src: string;
}

/** The picture that an address of a message means, of those that were drawn. */
export const drawnAt = (address: string, drawn: Drawn[]): Drawn | undefined => {
  const section = /(?:^attachment:\/\/|-)([a-z]+)\.png(?:\?|$)/.exec(address)?.[1];
  return drawn.find((one) => one.section === section);
};
