import { raw } from "hono/html";
import { LINES, type IconName } from "../icons.ts";

/** A picture of lines in the colour of its words; it says nothing that they do not. */
export function Icon({ name, small = false, red = false }: { name: IconName; small?: boolean; red?: boolean }) {
  const look = `i${small ? " sm" : ""}${red ? " red" : ""}`;
  return raw(`<svg class="${look}" viewBox="0 0 20 20" aria-hidden="true">${LINES[name]}</svg>`);
}
