import { once } from "../../core/language.ts";
import { pattern } from "../../core/lazy.ts";
import { displayedName } from "../words/name.ts";

const formats = pattern(String.raw`\p{Cf}`, "gu");

/** Returns raw text for developers, with invisible characters as escapes. */
export const spelledOut = (text: string): string =>
  text.toWellFormed().replaceAll(formats(), (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`);

/** Matches letters of scripts whose letters are not joined. */
const apart = pattern(String.raw`^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]`, "u");

/** A name from outside, isolated so that its text direction does not affect the page. */
export const Name = ({ of, otherwise }: { of: string; otherwise?: string }) => (
  <bdi class="nm">{displayedName(of, otherwise)}</bdi>
);

/** A broadcast's title as a paragraph; nothing if it has no visible characters. */
export function Title({ of, class: look }: { of: string | null; class: string }) {
  const displayed = displayedName(of ?? "", "");
  return displayed === "" ? (
    <></>
  ) : (
    <p class={look}>
      <bdi class="nm">{displayed}</bdi>
    </p>
  );
}

const HUES = 8;

/** Returns a hue, always the same for the same text and evenly distributed. */
export function hueOf(text: string): number {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + letter.codePointAt(0)!) >>> 0;
  return (sum % HUES) + 1;
}

const segmenter = () => once("letters", () => new Intl.Segmenter("en", { granularity: "grapheme" }));

/** Returns the initials of the first two words, without the @ of a handle, or one letter in a script that joins its letters. */
export function lettersOf(name: string): string {
  const [first = "?", second] = displayedName(name, "?")
    .replace(/^@(?=.)/, "")
    .split(/[\s&·|/]+/)
    .filter((word) => word !== "");
  const [a = "?", b] = /^[!-~]{2}/.test(first)
    ? first
    : [...segmenter().segment(first.slice(0, 40))].map(({ segment }) => segment);
  if (!apart().test(a)) return a;
  const next = second !== undefined && apart().test(second) ? String.fromCodePoint(second.codePointAt(0)!) : (b ?? "");
  return `${a}${next}`.toUpperCase();
}

/** Initials on a constant colour instead of a picture; pictures on other hosts are not loaded. */
export const Avatar = ({ name, of, live, small }: { name: string; of: string; live?: boolean; small?: boolean }) => (
  <span class={`av a${hueOf(of)}${small === true ? " s" : ""}${live === true ? " live" : ""}`} aria-hidden="true">
    {lettersOf(name)}
  </span>
);
