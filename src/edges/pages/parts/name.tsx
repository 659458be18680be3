import { once } from "../../../core/language.ts";
import { pattern } from "../../../core/pattern.ts";
import { shownName } from "../words/name.ts";

/** Of scripts whose letters stand apart. */
const apart = pattern(String.raw`^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]`, "u");

/** A name from outside: its direction stays its own. */
export const Name = ({ of, otherwise }: { of: string; otherwise?: string }) => (
  <bdi class="nm">{shownName(of, otherwise)}</bdi>
);

/** What somebody called a broadcast, as a paragraph; nothing where nothing of it can be seen. */
export function Title({ of, class: look }: { of: string | null; class: string }) {
  const shown = shownName(of ?? "", "");
  return shown === "" ? (
    <></>
  ) : (
    <p class={look}>
      <bdi class="nm">{shown}</bdi>
    </p>
  );
}

const HUES = 8;

/** Always the same for the same text, and spread over all. */
function hueOf(text: string): number {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + letter.codePointAt(0)!) >>> 0;
  return (sum % HUES) + 1;
}

const segmenter = () => once("letters", () => new Intl.Segmenter("en", { granularity: "grapheme" }));

/** The first letters of the first two words; one letter of a script that joins its letters. */
function lettersOf(name: string): string {
  const [first = "?", second] = shownName(name, "?")
    .split(/[\s&·|/]+/)
    .filter((word) => word !== "");
  const [a = "?", b] = /^[!-~]{2}/.test(first)
    ? first
    : [...segmenter().segment(first.slice(0, 40))].map(({ segment }) => segment);
  if (!apart().test(a)) return a;
  const next =
    second === undefined
      ? (b ?? "")
      : second
          .slice(0, 2)
          .replace(/[\ud800-\udbff]$/, "")
          .slice(0, 1);
  return `${a}${next.toWellFormed()}`.toUpperCase();
}

/** Letters on a steady colour in the place of a picture: those of other hosts are not loaded. */
export const Avatar = ({ name, of, live, small }: { name: string; of: string; live?: boolean; small?: boolean }) => (
  <span class={`av a${hueOf(of)}${small === true ? " s" : ""}${live === true ? " live" : ""}`} aria-hidden="true">
    {lettersOf(name)}
  </span>
);
