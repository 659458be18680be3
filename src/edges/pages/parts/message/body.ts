import { toneColors } from "../../../../channels/tone-colors.ts";
import { seen } from "../../../../core/text.ts";
import { isObject, type Json, type JsonObject } from "../../../../core/json.ts";

/** What can be seen of what a body holds under a name; "" for what is no text. A body is kept as an older version sent it. */
export const textIn = (body: JsonObject, name: string): string => {
  const value = body[name];
  return typeof value === "string" ? seen(value) : "";
};

/** The objects of a list in a body. */
export const listIn = (body: JsonObject, name: string): JsonObject[] => {
  const value: Json | undefined = body[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
};

/** An object in a body; one without fields where there is none. */
export const objectIn = (body: JsonObject, name: string): JsonObject => {
  const value = body[name];
  return isObject(value) ? value : {};
};

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
