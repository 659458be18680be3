import type { Message, MessageItem } from "../../core/notice.ts";
import { headline } from "../headline.ts";
import { safePicture } from "../link.ts";
import { displayedLine } from "../phrases.ts";
import { namedInText, plainMessage } from "../plain-message.ts";
import { htmlAt, textAt } from "./dialect.ts";
import { framed, paragraph, picture, STYLES, subjectOf, textEnd } from "./frame.ts";
import type { Mail } from "./services.ts";
import { channelWords } from "../words/words.ts";

/** Limits on the characters of the two parts. Gmail cuts HTML off after 102 KB. */
const TEXT_ROOM = 16_000;
const HTML_ROOM = 48_000;

/** What an email says, without its sender and recipients. */
export type Content = Pick<Mail, "subject" | "text" | "html" | "files">;

interface Form {
  at: number;
  plain: boolean;
  unsubscribe: string | null;
}

/** The content of an email about events. As plain text it has no HTML part. */
export function messageContent(message: Message, { at, plain, unsubscribe }: Form): Content {
  const { language } = message;
  const subject = subjectOf(headline(message), channelWords[language].update);
  const text = plainMessage(message, textAt(at), TEXT_ROOM) + textEnd(language, unsubscribe);
  if (plain) return { subject, text, html: null, files: [] };
  const [title = "", ...lines] = plainMessage(message, htmlAt(at), HTML_ROOM).split("\n");
  const parts = [
    `<h1 dir="auto" style="${STYLES.title}">${title}</h1>`,
    paragraph(lines.join("<br>\n")),
    cover(message),
  ];
  return { subject, text, html: framed(parts, { language, unsubscribe }), files: [] };
}

/** The cover of a message about one event; "" without one. */
function cover({ items: [first, ...rest], language }: Message): string {
  const url = rest.length > 0 ? null : safePicture(first?.notice.pictures?.cover);
  return url === null ? "" : picture(url, channelWords[language].coverOf(displayedLine(first!.notice.subject)));
}

/** The items that fit into both parts of one email. */
export function emailPart(message: Message, { at, plain }: Pick<Form, "at" | "plain">): MessageItem[] {
  if (message.items.length < 2) return message.items;
  const inText = namedInText(message, textAt(at), TEXT_ROOM, "");
  if (plain) return inText;
  const inHtml = namedInText(message, htmlAt(at), HTML_ROOM, "");
  return inHtml.length < inText.length ? inHtml : inText;
}
