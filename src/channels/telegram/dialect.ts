import { lazy, pattern } from "../../core/lazy.ts";
import { inert, type Dialect, type ReportDialect, styleAt, utc } from "../phrases.ts";

/** A formatted part of a text. Offsets and lengths are in UTF-16 units. */
export interface Entity {
  type: "bold" | "italic" | "pre" | "text_link" | "text_mention";
  offset: number;
  length: number;
  url?: string;
  user?: { id: number };
}

/** Telegram ignores further entities. */
const MAX_ENTITIES = 100;

// Delimiters that outside text cannot contain, because control characters are removed from it.
const [BEGIN, NAMED, END] = ["\u000e", "\u000f", "\u0010"];

const signs = lazy(() => new RegExp(`(${BEGIN}[a-z]\\d*${NAMED}|${END})`));

const controls = pattern(String.raw`(?!\n)\p{Cc}`, "gu");

/** What Telegram turns into mentions, commands or links: @name, /word and name.word, even across pieces. */
const active = pattern(String.raw`@|(?<![\w/])/(?=\w|$)|(?<=[\p{L}\p{N}]|^)\.(?=\p{L}{2}|$)`, "gu");

const escaped = (text: string): string => inert(text.replace(controls(), "")).replace(active(), "$&\u200b");

/** Plain text. URLs follow their labels. */
export const plainDialectAt = (now: number): Dialect & ReportDialect => ({
  text: escaped,
  label: escaped,
  strong: (text) => text,
  quiet: (text) => text,
  fixed: (lines) => escaped(lines.join("\n")),
  link: (label, url) => `${label} ${url}`,
  instant: (at, style) => utc(at, styleAt(now, at, style)),
});

/** A text and its entities. */
export interface Formatted {
  text: string;
  entities: Entity[];
}

/** Writes one message with delimiters around formatted parts, which `read` converts into entities. */
export interface Writer {
  dialect: Dialect & ReportDialect;
  /** Mentions a user as a bell, because a bot does not know names. */
  call: (userId: string) => string;
  read: (written: string) => Formatted;
}

export function writerAt(now: number): Writer {
  const urls: string[] = [];
  const as = (name: string, text: string) => `${BEGIN}${name}${NAMED}${text}${END}`;
  const placeOf = (url: string): number => (urls.includes(url) ? urls.indexOf(url) : urls.push(url) - 1);
  return {
    dialect: {
      ...plainDialectAt(now),
      strong: (text) => as("b", text),
      quiet: (text) => as("i", text),
      fixed: (lines) => as("p", escaped(lines.join("\n"))),
      link: (label, url) => as(`l${placeOf(url)}`, label),
    },
    call: (userId) => as(`u${userId}`, "🔔"),
    read: (written) => readIn(written, urls),
  };
}

/** Entities in order of their beginning. Nested ones follow the outer one. */
function readIn(written: string, urls: string[]): Formatted {
  const opened: { name: string; offset: number; length: number }[] = [];
  const open: typeof opened = [];
  let text = "";
  for (const piece of written.split(signs())) {
    if (piece === END) {
      const last = open.pop()!;
      last.length = text.length - last.offset;
    } else if (piece.startsWith(BEGIN)) {
      const entity = { name: piece.slice(1, -1), offset: text.length, length: 0 };
      opened.push(entity);
      open.push(entity);
    } else text += piece;
  }
  const entities = opened.filter(({ length }) => length > 0).map(({ name, ...place }) => entityOf(name, place, urls));
  return { text, entities: entities.slice(0, MAX_ENTITIES) };
}

const TYPES = { b: "bold", i: "italic", p: "pre" } as const;

function entityOf(name: string, place: { offset: number; length: number }, urls: string[]): Entity {
  const number = Number(name.slice(1));
  if (name.startsWith("l")) return { type: "text_link", ...place, url: urls[number]! };
  if (name.startsWith("u")) return { type: "text_mention", ...place, user: { id: number } };
  return { type: TYPES[name as keyof typeof TYPES], ...place };
}
