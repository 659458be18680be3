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
  /** Parts that belong together; `small`: beside the point. */
  | { is: "block"; parts: Part[]; size?: "small" }
  /** Parts beside a bar of a color: 0xRRGGBB, or "#rrggbb". */
  | { is: "card"; color: Json | undefined; parts: Part[] };

/** How a chat shows the body that a kind renders; pages draw it. Bodies are kept as an older version sent them. */
export interface Preview {
  /** The chat's name: kinds of one chat look alike. */
  chat: string;
  theme: "dark" | "light";
  /** The words that a phone shows. */
  push(body: JsonObject): Mark[];
  /** True where it colors a message that calls somebody. */
  marksCalls: boolean;
  parts(body: JsonObject): Part[];
}
