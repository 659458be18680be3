import {
  MAX_PINGED,
  type Mention,
  type Message,
  type MessageItem,
  type Notice,
  type Press,
} from "../../core/notice.ts";
import { cut } from "../../core/text.ts";
import { listingOfAll } from "../grouping.ts";
import { headline } from "../headline.ts";
import type { Sending } from "../kind.ts";
import { safeLink, safePicture } from "../link.ts";
import { displayedLine, fitted, written, writtenLine } from "../phrases.ts";
import { namedInText, plainMessage } from "../plain-message.ts";
import { type Formatted, plainDialectAt, type Writer, writerAt } from "./dialect.ts";
import { channelWords } from "../words/words.ts";

/** Limit on a text, in UTF-16 units. */
export const MAX_TEXT = 4096;

const MAX_BUTTONS = 5;
const BUTTONS_A_ROW = 2;

type Button = { text: string; url: string } | { text: string; callback_data: string };

/** The content of a message, without its destination. */
export interface Content extends Partial<Formatted> {
  text: string;
  link_preview_options: object;
  reply_markup?: { inline_keyboard: Button[][] };
}

type Telling = Pick<Sending<unknown>, "message" | "edit" | "plain" | "at">;

/** Mentions of users by id, the only ones that Telegram supports. */
function callsIn(mentions: Mention[], { call }: Writer): string {
  const ids = mentions.flatMap((one) => (one.kind === "user" && /^[1-9]\d{0,14}$/.test(one.id) ? [one.id] : []));
  return [...new Set(ids)].slice(0, MAX_PINGED).map(call).join(" ");
}

/** Turns off previews of links, because the message is complete. */
const CALM = { is_disabled: true };

/** Shows a picture above the text, which Telegram fetches; nothing without one. */
export const displayedAbove = (picture: string | null): object =>
  picture === null ? CALM : { url: picture, prefer_large_media: true, show_above_text: true };

/** The content of a message for Telegram. An edit mentions nobody, and removes what it does not contain. */
export function telegramContent({ message, edit, plain, at }: Telling): Content {
  if (plain) return { text: plainMessage(message, plainDialectAt(at), MAX_TEXT), link_preview_options: CALM };
  const writer = writerAt(at);
  const calls = callsIn(edit === null ? message.mentions : [], writer);
  const [first, ...rest] = message.items;
  if (first === undefined) throw new Error("a message has no items");
  if (rest.length > 0) return { ...writer.read(listText(message, writer, calls)), link_preview_options: CALM };
  const { notice } = first;
  const keyboard = keyboardOf(notice, message.presses);
  return {
    ...writer.read(noticeText(message, notice, writer, calls)),
    link_preview_options: displayedAbove(safePicture(notice.pictures?.cover)),
    ...(keyboard.length === 0 ? {} : { reply_markup: { inline_keyboard: keyboard } }),
  };
}

/** The items that fit into one message. */
export function telegramPart(message: Message, { plain, at }: Pick<Telling, "plain" | "at">): MessageItem[] {
  if (message.items.length < 2) return message.items;
  if (plain) return namedInText(message, plainDialectAt(at), MAX_TEXT, "");
  const writer = writerAt(at);
  return namedInText(message, writer.dialect, MAX_TEXT, callsIn(message.mentions, writer));
}

const spaced = (...parts: string[]): string => parts.filter((part) => part !== "").join(" ");

const titleOf = (message: Message, { dialect }: Writer): string => fitted(headline(message), 300, dialect.text);

function listText(message: Message, writer: Writer, calls: string): string {
  const { dialect } = writer;
  const title = spaced(dialect.strong(titleOf(message, writer)), calls);
  const left = MAX_TEXT - title.length - 1;
  const room = { block: left, total: left, size: ({ length }: string) => length };
  return [title, ...listingOfAll(message, dialect, room)].join("\n");
}

function noticeText(message: Message, notice: Notice, writer: Writer, calls: string): string {
  const { dialect } = writer;
  const { push, body, fields, footer } = notice;
  const url = notice.url === null ? null : safeLink(notice.url);
  const title = titleOf(message, writer);
  const small = fitted(displayedLine(footer ?? ""), 300, dialect.text);
  const parts = [
    spaced(dialect.strong(url === null ? title : dialect.link(title, url)), calls),
    written(push?.body ?? body, dialect, MAX_TEXT / 2),
    ...fields.slice(0, 10).map(({ label, value }) => {
      const name = displayedLine(label);
      const named = name === "" ? [] : [{ strong: name }, channelWords[message.language].colon];
      return writtenLine([...named, ...value], dialect, 300);
    }),
    small === "" ? "" : dialect.quiet(small),
  ];
  const lines: string[] = [];
  let left = MAX_TEXT;
  for (const part of parts) {
    if (part === "" || part.length + 1 > left) continue;
    lines.push(part);
    left -= part.length + 1;
  }
  return lines.join("\n");
}

const inRows = (buttons: Button[]): Button[][] =>
  Array.from({ length: Math.ceil(buttons.length / BUTTONS_A_ROW) }, (_, row) =>
    buttons.slice(row * BUTTONS_A_ROW, (row + 1) * BUTTONS_A_ROW),
  );

/** Buttons that lead somewhere, and below them those that ask us something. */
function keyboardOf({ links }: Notice, presses: Press[] = []): Button[][] {
  const asking = presses
    .slice(0, MAX_BUTTONS)
    .map(({ label, id }) => ({ text: cut(displayedLine(label), 60) || "–", callback_data: id }));
  const leading = links.slice(0, MAX_BUTTONS - asking.length).flatMap(({ label, url }) => {
    const address = safeLink(url);
    return address === null ? [] : [{ text: cut(displayedLine(label), 60) || "–", url: address }];
  });
  return [...inRows(leading), ...inRows(asking)];
}
