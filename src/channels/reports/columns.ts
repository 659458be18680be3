import { eastAsianWidth } from "get-east-asian-width";
import { lazy, pattern } from "../../core/lazy.ts";
import { cut } from "../../core/text.ts";

const graphemes = lazy(() => new Intl.Segmenter());

const EMOJI_LOOK = "\u{FE0F}";

/** Characters without a width of their own: accents, controls and joiners. */
const unseen = pattern(String.raw`^[\p{M}\p{C}\p{Default_Ignorable_Code_Point}]$`, "u");

/** Half of a flag. Two of them form one character. */
const isFlag = (point: number): boolean => point >= 0x1f1e6 && point <= 0x1f1ff;

/**
 * Width of a text in columns of a fixed-width font: two for wide characters and emoji, none for accents. The first
 * visible code point of each grapheme counts, by Unicode's East Asian Width (UAX 11).
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

/** Shortens a text to this many columns, ending with "…". Graphemes are never split. */
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

/** Pads a text with blanks on the right or left. */
export const padded = (text: string, columns: number, side: "right" | "left"): string => {
  const blanks = " ".repeat(Math.max(0, columns - widthOf(text)));
  return side === "right" ? text + blanks : blanks + text;
};
