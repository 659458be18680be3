import { pattern } from "./pattern.ts";

const ZERO_WIDTH =
  "\\u00ad\\u115f\\u1160\\u3164\\uffa0\\u180e\\u200b\\u2060-\\u2064\\ufeff\\ufff9-\\ufffb\\ufffe\\uffff";
const DIRECTION = "\\u202a-\\u202e\\u2066-\\u2069";
const CONTROLS = "\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u0084\\u0086-\\u009f";
const control = pattern(String.raw`\p{Cc}`, "u");
const UNSEEN = new RegExp(`[${CONTROLS}${DIRECTION}${ZERO_WIDTH}]`, "g");

const piled = pattern(String.raw`(\p{M}{6})\p{M}+`, "gu");

/** Text from outside, well-formed and without control, direction or invisible characters; blanks and line breaks stay. */
export const seen = (text: string): string => text.toWellFormed().replace(UNSEEN, "");

/**
 * Text from outside as it may be shown: well-formed, without control, direction or invisible characters, with at most
 * one blank line in a row and a bounded pile of accents. Line breaks are "\n".
 */
export const tidy = (text: string): string =>
  seen(text)
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n")
    .replace(/[^\S\n]+/g, " ")
    .replace(/\n(?: ?\n)+/g, "\n\n")
    .replace(piled(), "$1");

/** True for text without control characters and without halves of characters. */
export const isPlain = (text: string): boolean => text.isWellFormed() && !control().test(text);

/** The same on one line, without blanks around it. */
export const tidyLine = (text: string): string => tidy(text).replace(/\s+/g, " ").trim();

/**
 * At most this many UTF-16 units (so at most as many code points), ending in "…" where something was left out; a
 * character is never cut in half.
 */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  if (max < 1) return "";
  return `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$|\u200d$/, "")}…`;
}

/** Words as a sentence: with a full stop, unless an abbreviation at their end brings one. */
export const ended = (text: string): string => (text.endsWith(".") ? text : `${text}.`);
