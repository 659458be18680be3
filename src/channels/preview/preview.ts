import type { Json, JsonObject } from "../../core/json.ts";
import type { Mark } from "./marks.ts";

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
