import type { Phrase } from "../core/notice.ts";
import { cut, tidy, tidyLine } from "../core/text.ts";
import { safeLink } from "./link.ts";

/** How a channel writes: `text` escapes what comes from outside and never shortens it; the others take escaped text. */
export interface Writing {
  text: (text: string) => string;
  strong: (escaped: string) => string;
  label: (text: string) => string;
  link: (escapedLabel: string, url: string) => string;
}

/** How a channel writes messages. */
export interface Dialect extends Writing {
  instant: (at: number, style: "relative" | "time" | "date") => string;
}

/** How a channel writes a report. */
export interface ReportDialect extends Writing {
  /** Muted. */
  quiet: (escaped: string) => string;
  /** Lines in a fixed-width font; escapes what comes from outside, and every sign stays one sign wide. */
  fixed: (lines: string[]) => string;
}

/** Of a long text only four times what has room is looked at: the time that a message takes is bounded. */
const shown = (text: string, room: number): string => tidy(cut(text, 4 * room));

/** A short text from outside as it may be shown on one line, whatever its length. */
export const shownLine = (text: string): string => tidyLine(cut(text, 2000));

const ZERO_WIDTH_SPACE = "\u200b";

/** Breaks, unseen, what chat clients turn into links and mentions of their own accord. */
export const inert = (text: string): string =>
  text.replace(
    /[a-z]:(?=\/\/)|@(?=everyone|here|channel|group|[!&]?\d)|\bwww\.|\.[a-z]{2,}(?=\/)/gi,
    `$&${ZERO_WIDTH_SPACE}`,
  );

/** The longest beginning of the text that is within `most` once it is written. */
export function fitted(text: string, max: number, write: (text: string) => string): string {
  const start = cut(text, max);
  const whole = write(start);
  if (whole.length <= max) return whole;
  let [low, high] = [0, start.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (write(cut(start, middle)).length <= max) low = middle;
    else high = middle - 1;
  }
  return write(cut(start, low));
}

/** Phrases in a dialect, at most `most` long. */
export function written(phrases: Phrase[], dialect: Dialect, max: number): string {
  let text = "";
  for (const phrase of merged(phrases)) {
    const next = piece(phrase, dialect, max - 1 - text.length);
    if (next === null) return text.endsWith("…") ? text.trim() : `${text.trim()}…`;
    text += next;
  }
  return text.trim();
}

/** The same on one line. */
export const writtenLine = (phrases: Phrase[], dialect: Dialect, max: number): string =>
  written(
    phrases.map((phrase) => (typeof phrase === "string" ? shown(phrase, max).replace(/\s+/g, " ") : phrase)),
    dialect,
    max,
  );

/** One text after another becomes one, so that nothing can hide across a seam. */
function merged(phrases: Phrase[]): Phrase[] {
  const result: Phrase[] = [];
  for (const phrase of phrases) {
    const last = result.at(-1);
    if (typeof phrase === "string" && typeof last === "string") result[result.length - 1] = last + phrase;
    else result.push(phrase);
  }
  return result;
}

/** Null where there is no room for it. */
function piece(phrase: Phrase, dialect: Dialect, room: number): string | null {
  if (typeof phrase === "string")
    return room < 1 && phrase !== "" ? null : fitted(shown(phrase, room), room, dialect.text);
  if ("at" in phrase) return within(dialect.instant(phrase.at, phrase.style), room);
  const url = "link" in phrase ? safeLink(phrase.url) : null;
  if ("link" in phrase && url !== null) {
    const around = dialect.link("", url).length;
    if (room >= around + 2) {
      const label = fitted(shownLine(phrase.link) || "–", room - around, dialect.label);
      return dialect.link(label, url);
    }
  }
  const text = shownLine("link" in phrase ? phrase.link : phrase.strong);
  if (text === "") return "";
  const around = dialect.strong("").length;
  return room < around + 2 ? null : dialect.strong(fitted(text, room - around, dialect.text));
}

const within = (text: string, room: number): string | null => (text.length <= room ? text : null);
