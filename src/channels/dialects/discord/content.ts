import type { Message, MessageItem } from "../../../core/notice.ts";
import { headline } from "../../headline.ts";
import type { Sending } from "../../kind.ts";
import { fitted } from "../../phrases.ts";
import { plainMessage } from "../../plain-message.ts";
import { buttonsOf, embedsOf, listEmbeds, namedInEmbeds } from "./embed.ts";
import { markdown, plainMarkdown } from "./markdown.ts";
import { called } from "./mentions.ts";

/**
 * What a message says to Discord: the headline as its content, all else in embeds. An edit names nobody and pings nobody,
 * and clears what it does not bring.
 */
export function discordContent({ message, edit, plain }: Pick<Sending<unknown>, "message" | "edit" | "plain">) {
  const mentions = called(edit === null ? message.mentions : []);
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
  const [first, ...others] = items;
  if (first === undefined) throw new Error("a message has no items");
  const title = fitted(headline(message), 300, markdown.text);
  const content = who === "" ? title : `${title} ${who}`;
  if (others.length > 0) return { content, embeds: listEmbeds(message), components: [] };
  return { content, embeds: embedsOf(first.notice), components: buttonsOf(first.notice) };
}

const plainParts = (message: Message, who: string) => ({
  content: plainMessage(message, plainMarkdown, 1999, who),
  embeds: [],
  components: [],
});

/** The items that one message names; those beyond want another. */
export const discordPart = (message: Message): MessageItem[] =>
  message.items.length < 2 ? message.items : namedInEmbeds(message);
