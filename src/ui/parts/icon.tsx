import { raw } from "hono/html";
import { type IconName, LINES } from "../icons.ts";
import { hueOf, lettersOf } from "./name.tsx";

/** The mark of a list: a square with its initials. People have round ones. */
export const ListMark = ({ name, of, small }: { name: string; of: string; small?: boolean }) => (
  <span class={`lg k${hueOf(of)}${small === true ? " s" : ""}`} aria-hidden="true">
    {lettersOf(name)}
  </span>
);

/** A decorative line icon in the colour of its text. */
export function Icon({ name, small = false, red = false }: { name: IconName; small?: boolean; red?: boolean }) {
  const look = `i${small ? " sm" : ""}${red ? " red" : ""}`;
  return raw(`<svg class="${look}" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">${LINES[name]}</svg>`);
}
