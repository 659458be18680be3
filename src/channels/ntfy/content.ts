import type { Message, MessageItem, Tone } from "../../core/notice.ts";
import { listingOfAll } from "../grouping.ts";
import { headline } from "../headline.ts";
import type { Sending } from "../kind.ts";
import { safeLink, safePicture } from "../link.ts";
import { fitted, inert, type Dialect } from "../phrases.ts";
import { namedInText, plainMessage } from "../plain-message.ts";
import { bytesOf } from "../shortened.ts";
import { styleAt, utc } from "../utc.ts";

/** Limit on the bytes of a message. A longer one would arrive as a file. */
const MAX_BYTES = 4096;

/** Characters, of one to three bytes each. */
const ROOMS = [4000, 2600, 1300];

/** Short codes of the emoji that ntfy shows before a title. */
const TAGS: Record<Tone, string> = {
  live: "red_circle",
  over: "black_circle",
  up: "chart_with_upwards_trend",
  down: "chart_with_downwards_trend",
  news: "mega",
  warning: "warning",
};

/** Plain text. URLs follow their labels. */
export const dialectAt = (now: number): Dialect => ({
  text: inert,
  label: inert,
  strong: (text) => text,
  link: (label, url) => `${label} ${url}`,
  instant: (at, style) => utc(at, styleAt(now, at, style)),
});

interface Titled {
  title?: string;
  message: string;
}

/** Splits off the first line as title. A text of one line is the message, which must not be empty. */
function titled(text: string): Titled {
  const [title = "", ...lines] = text.split("\n");
  const message = lines.join("\n").trim();
  return message === "" ? { message: title } : { title, message };
}

/** The longest of these texts whose message is short enough. */
export function shortEnough(textWithin: (room: number) => string): Titled {
  for (const room of ROOMS) {
    const content = titled(textWithin(room));
    if (bytesOf(content.message) <= MAX_BYTES) return content;
  }
  throw new Error("an ntfy message does not fit its smallest form");
}

/** The content of a message for ntfy. */
export function ntfyContent({ message, plain, at }: Pick<Sending<unknown>, "message" | "plain" | "at">): object {
  const { items } = message;
  const [first, ...rest] = items;
  if (first === undefined) throw new Error("a message has no items");
  const { notice } = first;
  const tags = plain ? {} : { tags: [TAGS[notice.tone]] };
  if (rest.length > 0) return { ...titled(listText(message, at)), ...tags };
  const click = notice.url === null ? null : safeLink(notice.url);
  const attach = safePicture(notice.pictures?.cover);
  return {
    ...shortEnough((room) => plainMessage(message, dialectAt(at), room)),
    ...tags,
    ...(plain || click === null ? {} : { click }),
    ...(plain || attach === null ? {} : { attach }),
  };
}

function listText(message: Message, at: number): string {
  const dialect = dialectAt(at);
  const title = fitted(headline(message), 300, dialect.text);
  const left = ROOMS[0]! - title.length - 1;
  return [title, ...listingOfAll(message, dialect, { block: left, total: left, size: bytesOf })].join("\n");
}

/** The items that fit into one message. */
export const ntfyPart = (message: Message, { at }: Pick<Sending<unknown>, "at">): MessageItem[] =>
  message.items.length < 2 ? message.items : namedInText(message, dialectAt(at), ROOMS[0]!, "", bytesOf);
