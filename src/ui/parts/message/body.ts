import { toneColors } from "../../../channels/tone-colors.ts";
import type { Json } from "../../../core/json.ts";

const TONES = new Map(Object.entries(toneColors).map(([tone, color]) => [color, tone]));

/** Returns the CSS class of a message's colour, which is 0xRRGGBB or "#rrggbb". */
export function toneClass(color: Json | undefined): string {
  const value = typeof color === "string" ? Number.parseInt(color.replace("#", ""), 16) : Number(color);
  return `tone-${TONES.get(value) ?? "news"}`;
}

/** A section's picture, to be shown for the address in a message. */
export interface Drawn {
  section: string;
  alt: string;
  /** A `data:` URL; pages load nothing else. */
  src: string;
}

/** Returns the picture that an address in a message refers to. */
export const drawnAt = (address: string, drawn: Drawn[]): Drawn | undefined => {
  const section = /(?:^attachment:\/\/|-)([a-z]+)\.png(?:\?|$)/.exec(address)?.[1];
  return drawn.find((one) => one.section === section);
};
