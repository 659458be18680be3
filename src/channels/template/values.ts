import { publicEvent, type Event } from "../../core/event.ts";
import { iso } from "../../core/instant.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import type { Message, MessageItem } from "../../core/notice.ts";
import { pattern } from "../../core/lazy.ts";
import type { Report } from "../../core/report.ts";
import { safeLink, safePicture } from "../link.ts";
import { fitted, displayedLine, inert, type Dialect, styleAt, utc } from "../phrases.ts";
import { namedInText, plainMessage } from "../plain-message.ts";
import { plainReport } from "../reports/plain.ts";
import { bytesOf, shortened } from "../shortened.ts";
import type { Values } from "./fill.ts";

/** Limit on the characters of a message. Google Chat takes 4,096. */
const MAX_TEXT = 3900;

/** Limits on the characters of short texts. */
const LONGEST_NAME = 200;
const LONGEST_LABEL = 60;

/** Limit on the bytes of all events, and on the length of texts in each. */
const MAX_EVENT_BYTES = 8000;
const LONGEST_IN_EVENT = [500, 100, 25];

/** What the placeholders mean, in the order of the documentation. */
export const PLACEHOLDERS = {
  title: "The headline.",
  text: "Everything below the headline. Empty if there is nothing more to say.",
  message: "The headline and everything below it. Never empty.",
  url: "The address to open. Empty for several events.",
  label: "The words of a button for `url`: “Watch”.",
  picture: "The address of a picture.",
  name: "The name of the first creator, hashtag or product.",
  type: "The type of the first event; `digest` for a digest.",
  time: "When the first event happened, ISO 8601.",
  id: "The ID of the delivery, the same on every attempt.",
  events: "The events as a JSON list, as far as they fit in 8 kB. Empty for a digest.",
};

type Written = Record<keyof typeof PLACEHOLDERS, Json>;

/** Splits off the headline. `newline` separates lines. */
function texts(whole: string, newline: string): Pick<Written, "title" | "text" | "message"> {
  const [title = "", ...lines] = whole.split(/\n+/);
  return { title, text: lines.join(newline), message: [title, ...lines].join(newline) };
}

interface Telling {
  deliveryId: string;
  at: number;
  newline: string;
}

const LOOKALIKES: Record<string, string> = { "*": "∗", "~": "∼", "`": "ˋ", _: "ˍ", "|": "¦" };

const WORD = String.raw`[\p{L}\p{N}]`;

const marks = pattern(`[*~\`|]|(?<!${WORD})_|_(?!${WORD})`, "gu");

/**
 * The receiver may read plain text, Markdown or HTML. So text is written as none of them reads marks in it: mentions,
 * tags and links are broken by an invisible character, other marks are replaced by lookalikes.
 */
const escaped = (text: string): string =>
  inert(text)
    .replace(/[@<\]](?!\u200b)/g, "$&\u200b")
    .replace(/:(?=[\w+'-]+:)/g, ":\u200b")
    // A label is followed by a colon of ours.
    .replace(/(?<![a-z\d+'-]):(?=[\w+'-]+$)/gi, ":\u200b")
    .replace(/^([^\S\n]*)([#>+-]|\d+(?=[.)]))/gm, "$1\u200b$2")
    .replace(marks(), (mark) => LOOKALIKES[mark]!);

/** Plain text. URLs follow their labels. */
const dialectAt = (now: number): Dialect => ({
  text: escaped,
  label: escaped,
  strong: (text) => text,
  link: (label, url) => `${label} ${url}`,
  instant: (at, style) => utc(at, styleAt(now, at, style)),
});

/** The values for a message. As plain text, it has no picture, address and events. */
export function valuesOf(message: Message, plain: boolean, { deliveryId, at, newline }: Telling): Values {
  const dialect = dialectAt(at);
  const [first, ...rest] = message.items;
  if (first === undefined) throw new Error("a message has no items");
  const { event, notice } = first;
  const alone = rest.length === 0 && !plain;
  const [link = { label: "", url: notice.url ?? "" }] = notice.links;
  const url = alone ? safeLink(link.url) : null;
  return {
    ...texts(plainMessage(message, dialect, MAX_TEXT), newline),
    url: url ?? "",
    label: url === null ? "" : fitted(displayedLine(link.label), LONGEST_LABEL, dialect.text) || new URL(url).hostname,
    picture: (alone ? safePicture(notice.pictures?.cover) : null) ?? "",
    name: fitted(displayedLine(event.target?.name ?? notice.subject), LONGEST_NAME, dialect.text),
    type: event.type,
    time: iso(event.occurredAt),
    id: deliveryId,
    events: plain ? [] : eventsOf(message.items.map((item) => item.event)),
  } satisfies Written;
}

/** The values for a digest. */
export function reportValues(
  report: Report,
  data: JsonObject,
  { deliveryId, at, newline, writtenAt }: Telling & { writtenAt: number },
): Values {
  const dialect = dialectAt(at);
  const url = typeof data["url"] === "string" ? safeLink(data["url"]) : null;
  return {
    ...texts(plainReport(report, dialect, MAX_TEXT), newline),
    url: url ?? "",
    label: url === null ? "" : new URL(url).hostname,
    picture: "",
    name: fitted(displayedLine(report.title), LONGEST_NAME, dialect.text),
    type: "digest",
    time: iso(writtenAt),
    id: deliveryId,
    events: [],
  } satisfies Written;
}

/** The first events as the API shows them, with shortened texts, as far as they fit. */
function eventsOf(events: Event[]): Json[] {
  const fitting: Json[] = [];
  let left = MAX_EVENT_BYTES - 2;
  for (const event of events) {
    const forms = LONGEST_IN_EVENT.map((longest) => shortened(publicEvent(event), longest));
    const one = forms.find((form) => sizeOf(form) <= left);
    if (one === undefined) break;
    left -= sizeOf(one);
    fitting.push(one);
  }
  return fitting;
}

/** The bytes of a value in a list. */
const sizeOf = (value: Json): number => bytesOf(JSON.stringify(value)) + 1;

/** The items that fit into one message. */
export const templatePart = (message: Message, { at }: { at: number }): MessageItem[] =>
  message.items.length < 2 ? message.items : namedInText(message, dialectAt(at), MAX_TEXT, "");

/** The longest values that there can be: for a message or digest. */
export const longestValues = (newline: string): Values =>
  ({
    title: WIDE.repeat(300),
    text: `${WIDE}${newline}`.repeat(MAX_TEXT / 2),
    message: `${WIDE}${newline}`.repeat(MAX_TEXT / 2),
    url: "x".repeat(1000),
    label: WIDE.repeat(LONGEST_LABEL),
    picture: "x".repeat(2000),
    name: WIDE.repeat(LONGEST_NAME),
    type: "x".repeat(60),
    time: "x".repeat(24),
    id: "x".repeat(40),
    // As part of a text, quotes are escaped once more.
    events: ['"'.repeat(MAX_EVENT_BYTES / 2 - 2)],
  }) satisfies Written;

/** A character of three bytes, the most per UTF-16 unit. */
const WIDE = "あ";
