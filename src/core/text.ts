import { pattern } from "./lazy.ts";

/** Characters that belong to the one before. */
const merged = pattern(String.raw`[\udc00-\udfff\p{M}\u200d]`, "u");

/** How labels are measured and cut in a script. `cut` ends in "…" if it omits anything. */
interface Measure {
  width: (text: string) => number;
  cut: (text: string, room: number) => string;
}

/** The share of the width for the part in which labels differ. */
const TAIL = 0.6;

/**
 * Cuts labels to a width. If different labels would look the same, or one like the beginning of another, their shared
 * beginning is cut instead: "Kenji…Weekly", "Kenji…Daily". Equal labels stay equal.
 */
export function cutApart(labels: string[], room: number, measure: Measure): string[] {
  const cuts = labels.map((label) => measure.cut(label, room));
  const beginning = (index: number): string => cuts[index]!.replace(/…$/, "");
  for (const group of Map.groupBy(labels.keys(), beginning).values()) {
    const different = new Set(group.map((index) => labels[index]!));
    if (different.size < 2) continue;
    const seam = seamOf([...different]);
    if (seam === 0) continue;
    const tails = cutApart(
      group.map((index) => labels[index]!.slice(seam)),
      room * TAIL,
      measure,
    );
    const headRoom = room - Math.max(...tails.map(measure.width));
    const head = measure.cut(labels[group[0]!]!.slice(0, seam), headRoom);
    group.forEach((index, at) => {
      if (cuts[index] !== labels[index]) cuts[index] = head + tails[at]!;
    });
  }
  return cuts;
}

/** The index at which labels start to differ: the start of the word if it is near, and never inside a character. */
function seamOf([first = "", ...rest]: string[]): number {
  let at = 0;
  while (at < first.length && rest.every((other) => other[at] === first[at])) at++;
  const word = first.lastIndexOf(" ", at - 1) + 1;
  if (word > 0 && at - word <= 8) return word;
  while (at > 0 && merged().test(first.slice(at, at + 1) || rest[0]?.slice(at, at + 1) || "")) at--;
  return at;
}

const ZERO_WIDTH =
  "\\u00ad\\u115f\\u1160\\u3164\\uffa0\\u180e\\u200b\\u2060-\\u2064\\ufeff\\ufff9-\\ufffb\\ufffe\\uffff";
const DIRECTION = "\\u202a-\\u202e\\u2066-\\u2069";
const CONTROLS = "\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u0084\\u0086-\\u009f";
const control = pattern(String.raw`\p{Cc}`, "u");
const UNSEEN = new RegExp(`[${CONTROLS}${DIRECTION}${ZERO_WIDTH}]`, "g");

const piled = pattern(String.raw`(\p{M}{6})\p{M}+`, "gu");
/** No combining mark is below. */
const MARKS = /[\u0300-\uffff]/;

/** Most text from outside needs no tidying: words of ASCII with single spaces. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/**
 * Removes control, direction and invisible characters from outside text and makes it well-formed. Spaces and line
 * breaks stay.
 */
export const seen = (text: string): string => text.toWellFormed().replace(UNSEEN, "");

/**
 * Makes outside text safe to show: well-formed, without control, direction or invisible characters, with at most one
 * blank line in a row and six combining marks per character. Every line break becomes a line feed.
 */
export function tidy(text: string): string {
  if (PLAIN.test(text)) return text;
  const lines = seen(text)
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n")
    .replace(/[^\S\n]+/g, " ")
    .replace(/\n(?: ?\n)+/g, "\n\n");
  return MARKS.test(lines) ? lines.replace(piled(), "$1") : lines;
}

/** Reports whether a text is well-formed and has no control characters. */
export const isPlain = (text: string): boolean => text.isWellFormed() && !control().test(text);

/** Like `tidy`, on one line and trimmed. */
export const tidyLine = (text: string): string => (PLAIN.test(text) ? text : tidy(text).replace(/\s+/g, " ").trim());

/** Cuts a text to `max` UTF-16 units, ending in "…" if anything is omitted. Surrogate pairs are never split. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  if (max < 1) return "";
  return `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$|\u200d$/, "")}…`;
}

/** Ends a text with a full stop, unless it has one already. */
export const ended = (text: string): string => (text.endsWith(".") ? text : `${text}.`);

/** With a capital first letter. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
