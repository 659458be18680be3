import { eastAsianWidth } from "get-east-asian-width";
import { lazy } from "../../core/lazy.ts";
import { cut } from "../../core/text.ts";
import { pattern } from "../../core/pattern.ts";

const graphemes = lazy(() => new Intl.Segmenter());

const EMOJI_LOOK = "\u{FE0F}";

/** What stands at no place of its own: marks, controls and what only joins. */
const unseen = pattern(String.raw`^[\p{M}\p{C}\p{Default_Ignorable_Code_Point}]$`, "u");

/** Half of a flag: two of them are one letter. */
const isFlag = (point: number): boolean => point >= 0x1f1e6 && point <= 0x1f1ff;

/**
 * How many columns a text takes in a fixed-width font: two for a wide character or what is shown as an emoji, none for an
 * accent; each letter by its first sign that is seen, as Unicode's East Asian Width has it (UAX 11).
 */
export function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes().segment(text)) width += widthOfLetter(segment);
  return width;
}

function widthOfLetter(letter: string): number {
  const first = Array.from(letter)
    .find((sign) => !unseen().test(sign))
    ?.codePointAt(0);
  if (first === undefined) return 0;
  return letter.includes(EMOJI_LOOK) || isFlag(first) ? 2 : eastAsianWidth(first);
}

/** At most this many columns, ending in "…" where something was left out; what is seen as one is never cut in half. */
export function narrowed(text: string, max: number): string {
  const start = cut(text, max * 4);
  if (widthOf(start) <= max) return start;
  let [stored, width] = ["", 0];
  for (const { segment } of graphemes().segment(start)) {
    width += widthOf(segment);
    if (width > max - 1) break;
    stored += segment;
  }
  return `${stored.trimEnd()}…`;
}

/** Filled up with blanks, on the right or the left. */
export const padded = (text: string, columns: number, side: "right" | "left"): string => {
  const blanks = " ".repeat(Math.max(0, columns - widthOf(text)));
  return side === "right" ? text + blanks : blanks + text;
};
