import stringWidth from "string-width";
import { cut } from "../../core/text.ts";

const graphemes = new Intl.Segmenter();

/** How many columns a text takes in a fixed-width font: two for a wide character, none for an accent. */
export const widthOf = (text: string): number => stringWidth(text, { countAnsiEscapeCodes: true });

/** At most this many columns, ending in "…" where something was left out; what is seen as one is never cut in half. */
export function narrowed(text: string, most: number): string {
  const start = cut(text, most * 4);
  if (widthOf(start) <= most) return start;
  let [kept, width] = ["", 0];
  for (const { segment } of graphemes.segment(start)) {
    width += widthOf(segment);
    if (width > most - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** Filled up with blanks, on the right or the left. */
export const padded = (text: string, columns: number, side: "right" | "left"): string => {
  const blanks = " ".repeat(Math.max(0, columns - widthOf(text)));
  return side === "right" ? text + blanks : blanks + text;
};
