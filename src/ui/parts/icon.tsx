import { raw } from "hono/html";
import { LINES, type IconName } from "../icons.ts";

/** A decorative line icon in the colour of its text. */
export function Icon({ name, small = false, red = false }: { name: IconName; small?: boolean; red?: boolean }) {
  const look = `i${small ? " sm" : ""}${red ? " red" : ""}`;
  return raw(`<svg class="${look}" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">${LINES[name]}</svg>`);
}
