import type { Message } from "../core/notice.ts";
import { listingOfAll } from "./grouping.ts";
import { headline } from "./headline.ts";
import { fitted, shownLine, written, writtenLine, type Dialect } from "./phrases.ts";
import { channelWords } from "./words/words.ts";

/** A message as text alone, within `room` characters; `called` stands behind the headline, within the room too. */
export function plainMessage(message: Message, dialect: Dialect, room: number, called = ""): string {
  const { items, language } = message;
  const [first, ...others] = items;
  if (first === undefined) throw new Error("a message has no items");
  const title = [fitted(headline(message), 300, dialect.text), called].filter((part) => part !== "").join(" ");
  if (others.length > 0) {
    const left = room - title.length - 1;
    const blocks = listingOfAll(message, dialect, { block: left, total: left, size: ({ length }) => length });
    return [title, ...blocks].join("\n");
  }
  const { body, fields, links, footer } = first.notice;
  const parts = [
    title,
    written(body, dialect, Math.floor(room / 2)),
    ...links.slice(0, 5).map(({ label, url }) => writtenLine([{ link: label, url }], dialect, 400)),
    ...fields.map(({ label, value }) => writtenLine([label, channelWords[language].colon, ...value], dialect, 300)),
    fitted(shownLine(footer ?? ""), 300, dialect.text),
  ];
  const kept: string[] = [];
  let left = room;
  for (const part of parts) {
    if (part === "" || part.length + 1 > left) continue;
    kept.push(part);
    left -= part.length + 1;
  }
  return kept.join("\n");
}
