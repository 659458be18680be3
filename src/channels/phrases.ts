import { iso } from "../core/instant.ts";
import type { Phrase } from "../core/notice.ts";
import { cut, tidy, tidyLine } from "../core/text.ts";
import { safeLink } from "./link.ts";

type Style = Parameters<Dialect["instant"]>[1];

/** A time as text, for chats that do not show the reader's own zone: "12:04 UTC", "2026-01-05 12:04 UTC". */
export const utc = (at: number, style: Style): string =>
  iso(at).replace(/^(.+)T(\d\d:\d\d).*$/, style === "time" ? "$2 UTC" : "$1 $2 UTC");

/** Times nearer than this are shown without a date, because the message has one. */
const NEAR_MS = 12 * 3_600_000;

/** The style of a time in a message sent at `now`. Nearby times are short. */
export const styleAt = (now: number, at: number, style: Style): Style =>
  style === "relative" && Math.abs(at - now) < NEAR_MS ? "time" : style;

/** How a channel formats text. `text` escapes outside text without shortening it; the others take escaped text. */
export interface Writing {
  text: (text: string) => string;
  strong: (escaped: string) => string;
  label: (text: string) => string;
  link: (escapedLabel: string, url: string) => string;
}

/** How a channel formats messages. */
export interface Dialect extends Writing {
  instant: (at: number, style: "relative" | "time" | "date") => string;
}

/** How a channel formats reports. */
export interface ReportDialect extends Writing {
  /** Muted text. */
  quiet: (escaped: string) => string;
  /** Lines in a fixed-width font. Escapes outside text without changing its width. */
  fixed: (lines: string[]) => string;
}

/** Reads at most four times of what fits, so that the time per message is bounded. */
const displayed = (text: string, room: number): string => tidy(cut(text, 4 * room));

/** A short outside text of any length on one line. */
export const displayedLine = (text: string): string => tidyLine(cut(text, 2000));

const ZERO_WIDTH_SPACE = "\u200b";

/** Inserts invisible characters where chat clients would create links or mentions. */
export const inert = (text: string): string =>
  text.replace(
    /[a-z]:(?=\/\/)|@(?=everyone|here|channel|group|[!&]?\d)|\bwww\.|\.[a-z]{2,}(?=\/)/gi,
    `$&${ZERO_WIDTH_SPACE}`,
  );

/** The longest beginning of a text whose rendered form is within `max`. */
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

/** Phrases in a dialect, at most `max` characters. */
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
    phrases.map((phrase) => (typeof phrase === "string" ? displayed(phrase, max).replace(/\s+/g, " ") : phrase)),
    dialect,
    max,
  );

/** Joins adjacent texts, so that nothing can be hidden across them. */
function merged(phrases: Phrase[]): Phrase[] {
  const result: Phrase[] = [];
  for (const phrase of phrases) {
    const last = result.at(-1);
    if (typeof phrase === "string" && typeof last === "string") result[result.length - 1] = last + phrase;
    else result.push(phrase);
  }
  return result;
}

/** Null if it does not fit. */
function piece(phrase: Phrase, dialect: Dialect, room: number): string | null {
  if (typeof phrase === "string")
    return room < 1 && phrase !== "" ? null : fitted(displayed(phrase, room), room, dialect.text);
  if ("at" in phrase) return within(dialect.instant(phrase.at, phrase.style), room);
  const url = "link" in phrase ? safeLink(phrase.url) : null;
  if ("link" in phrase && url !== null) {
    const around = dialect.link("", url).length;
    if (room >= around + 2) {
      const label = fitted(displayedLine(phrase.link) || "–", room - around, dialect.label);
      return dialect.link(label, url);
    }
  }
  const text = displayedLine("link" in phrase ? phrase.link : phrase.strong);
  if (text === "") return "";
  const around = dialect.strong("").length;
  return room < around + 2 ? null : dialect.strong(fitted(text, room - around, dialect.text));
}

const within = (text: string, room: number): string | null => (text.length <= room ? text : null);
