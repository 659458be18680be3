import type { Message, MessageItem } from "../../../core/notice.ts";
import { headline } from "../../headline.ts";
import type { Sending } from "../../kind.ts";
import { fitted } from "../../phrases.ts";
import { namedInText, plainMessage } from "../../plain-message.ts";
import { buttonsOf, embedsOf, listEmbeds, namedInEmbeds } from "./embed.ts";
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
