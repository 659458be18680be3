import * as json from "../../core/json.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { seen } from "../../core/text.ts";
import type { Mark } from "./marks.ts";

/** The visible text of a field in a body; "" if it is not text. The body may be from an older version. */
export const textIn = (body: JsonObject, name: string): string => seen(json.textIn(body[name]));

/** The objects of a list in a body. */
export const listIn = (body: JsonObject, name: string): JsonObject[] => json.objectsIn(body[name]);

/** An object in a body; {} if there is none. */
export const objectIn = (body: JsonObject, name: string): JsonObject => json.objectIn(body[name]);

/** A part of a message as its chat shows it. */
export type Part =
  | { is: "words"; marks: Mark[]; size?: "big" | "small" }
  | { is: "title"; marks: Mark[]; link: boolean }
  | { is: "facts"; facts: { name?: Mark[]; value: Mark[] }[] }
  | { is: "picture"; address: string; small?: true }
  | { is: "button"; label: string }
  | { is: "line" }
  /** A group of parts; `small` ones are secondary. */
  | { is: "block"; parts: Part[]; size?: "small" }
  /** Parts beside a bar of a color: 0xRRGGBB, or "#rrggbb". */
  | { is: "card"; color: Json | undefined; parts: Part[] };

/** How a chat shows the body that a kind renders. Pages draw it. Bodies may be from an older version. */
export interface Preview {
  /** Name of the chat: the title of one of its kinds. Kinds of the same chat look alike. */
  chat: string;
  theme: "dark" | "light";
  /** True if it is shown for channels of its kind only, because their settings decide how it looks. */
  alone?: true;
  /** The push text. */
  push(body: JsonObject): Mark[];
  /** True if it highlights messages that mention someone. */
  marksCalls: boolean;
  parts(body: JsonObject): Part[];
}
