import type { Message, MessageItem, Notice } from "../../../core/notice.ts";
import { cut } from "../../../core/text.ts";
import { listing, listingOfAll, type Room } from "../../grouping.ts";
import { headline } from "../../headline.ts";
import type { Sending } from "../../kind.ts";
import { safeLink, safePicture } from "../../link.ts";
import { displayedLine, fitted, inert, written, writtenLine } from "../../phrases.ts";
import { namedInText, plainMessage } from "../../plain-message.ts";
import { toneColors } from "../../tone-colors.ts";
import { markdown, plainMarkdown } from "./markdown.ts";
import { mentioned } from "./mentions.ts";

/** Limit on the characters of a message's content. */
const MAX_TEXT = 1999;

/**
 * A message for Discord: its headline as content, the rest as embeds. An edit mentions nobody and clears the parts that
 * it does not contain.
 */
export function discordContent({ message, edit, plain }: Pick<Sending<unknown>, "message" | "edit" | "plain">) {
  const mentions = mentioned(edit === null ? message.mentions : []);
  const { content, embeds, components } = plain ? plainParts(message, mentions.text) : parts(message, mentions.text);
  return {
    content,
    ...(edit === null && embeds.length === 0 ? {} : { embeds }),
    ...(edit === null && components.length === 0 ? {} : { components }),
    allowed_mentions: mentions.allowed,
  };
}

const MAX_TOTAL = 6000;

/** Space that a new message leaves free, for text that an edit may add. */
const RESERVED = 200;

/**
 * A notice without its headline as an embed of up to 6000 characters, dropping fields before text. Empty if nothing is
 * left.
 */
export function embedsOf(notice: Notice) {
  const url = notice.url === null ? null : safeLink(notice.url);
  const title = url === null ? "" : fitted(displayedLine(notice.subject), 256, markdown.text);
  const description = written(notice.body, markdown, 4096);
  const footer = fitted(displayedLine(notice.footer ?? ""), 300, inert);
  const fields = fieldsOf(notice, MAX_TOTAL - title.length - description.length - footer.length);
  const [image, thumbnail] = [safePicture(notice.pictures?.cover), safePicture(notice.pictures?.avatar)];
  const pictures = {
    ...(image === null ? {} : { image: { url: image } }),
    ...(thumbnail === null ? {} : { thumbnail: { url: thumbnail } }),
  };
  if (
    title === "" &&
    description === "" &&
    footer === "" &&
    fields.length === 0 &&
    image === null &&
    thumbnail === null
  )
    return [];
  return [
    {
      ...(title === "" || url === null ? {} : { title, url }),
      ...(description === "" ? {} : { description }),
      color: toneColors[notice.tone],
      ...(fields.length === 0 ? {} : { fields }),
      ...(footer === "" ? {} : { footer: { text: footer } }),
      ...pictures,
    },
  ];
}

const room = (total: number): Room => ({ block: 4096, total, size: ({ length }) => length });

/** A list of notices in as few embeds as possible. */
function listEmbeds(message: Message) {
  const [first, ...rest] = message.items.map(({ notice }) => notice.tone);
  const tone = first !== undefined && rest.every((other) => other === first) ? first : "news";
  return listingOfAll(message, markdown, room(MAX_TOTAL)).map((description) => ({
    description,
    color: toneColors[tone],
  }));
}

/** The items that fit into one message. */
const namedInEmbeds = (message: Message): MessageItem[] =>
  listing(message, markdown, room(MAX_TOTAL - RESERVED)).listed;

function fieldsOf(notice: Notice, room: number) {
  const fields: { name: string; value: string; inline: boolean }[] = [];
  for (const { label, value } of notice.fields.slice(0, 25)) {
    const name = fitted(displayedLine(label) || "–", 256, markdown.text);
    const field = { name, value: writtenLine(value, markdown, 1024) || "–", inline: true };
    room -= field.name.length + field.value.length;
    if (room < 0) break;
    fields.push(field);
  }
  return fields;
}

/** Link buttons, which webhooks can send too. */
export function buttonsOf({ links }: Notice) {
  const buttons = links.slice(0, 5).flatMap(({ label, url }) => {
    const safe = safeLink(url);
    return safe === null || safe.length > 512
      ? []
      : [{ type: 2, style: 5, label: cut(displayedLine(label) || "–", 80), url: safe }];
  });
  return buttons.length === 0 ? [] : [{ type: 1, components: buttons }];
}

function parts(message: Message, who: string) {
  const { items } = message;
  const [first, ...rest] = items;
  if (first === undefined) throw new Error("a message has no items");
  const title = fitted(headline(message), 300, markdown.text);
  const content = who === "" ? title : `${title} ${who}`;
  if (rest.length > 0) return { content, embeds: listEmbeds(message), components: [] };
  const { push, body } = first.notice;
  const below = { ...first.notice, body: push?.body ?? body };
  return { content, embeds: embedsOf(below), components: buttonsOf(first.notice) };
}

const plainParts = (message: Message, who: string) => ({
  content: plainMessage(message, plainMarkdown, MAX_TEXT, who),
  embeds: [],
  components: [],
});

/** The items that fit into one message. */
export function discordPart(message: Message, { plain }: Pick<Sending<unknown>, "plain">): MessageItem[] {
  if (message.items.length < 2) return message.items;
  if (!plain) return namedInEmbeds(message);
  return namedInText(message, plainMarkdown, MAX_TEXT, mentioned(message.mentions).text);
}
