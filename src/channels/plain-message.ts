import type { Message, MessageItem } from "../core/notice.ts";
import { listing, listingOfAll } from "./grouping.ts";
import { headline } from "./headline.ts";
import { type Dialect, displayedLine, fitted, written, writtenLine } from "./phrases.ts";
import { channelWords } from "./words/words.ts";

/** Space that a message leaves free if it may be edited, for text that an edit may add. */
const RESERVED = 300;

/** The items that fit into a text of `room` characters. `size` measures a list. */
export function namedInText(
  message: Message,
  dialect: Dialect,
  room: number,
  pings: string,
  size = ({ length }: string): number => length,
): MessageItem[] {
  const left = room - RESERVED - titleOf(message, dialect, pings).length - 1;
  return listing(message, dialect, { block: left, total: left, size }).listed;
}

const titleOf = (message: Message, dialect: Dialect, pings: string): string =>
  [fitted(headline(message), 300, dialect.text), pings].filter((part) => part !== "").join(" ");

/** A message as plain text within `room` characters, mentions after the headline (`pings`) included. */
export function plainMessage(message: Message, dialect: Dialect, room: number, pings = ""): string {
  const { items, language } = message;
  const [first, ...rest] = items;
  if (first === undefined) throw new Error("a message has no items");
  const title = titleOf(message, dialect, pings);
  if (rest.length > 0) {
    const left = room - title.length - 1;
    const blocks = listingOfAll(message, dialect, { block: left, total: left, size: ({ length }) => length });
    return [title, ...blocks].join("\n");
  }
  const { push, body, fields, links, footer } = first.notice;
  const parts = [
    title,
    written(push?.body ?? body, dialect, Math.floor(room / 2)),
    ...links.slice(0, 5).map(({ label, url }) => writtenLine([{ link: label, url }], dialect, 400)),
    ...fields.map(({ label, value }) => writtenLine([label, channelWords[language].colon, ...value], dialect, 300)),
    fitted(displayedLine(footer ?? ""), 300, dialect.text),
  ];
  const lines: string[] = [];
  let left = room;
  for (const part of parts) {
    if (part === "" || part.length + 1 > left) continue;
    lines.push(part);
    left -= part.length + 1;
  }
  return lines.join("\n");
}
