import type { Message } from "../../../core/notice.ts";
import { summary } from "../../grouping.ts";
import type { Sending } from "../../kind.ts";
import { plainMessage } from "../../plain-message.ts";
import { buttonsOf, embedOf, listEmbed, titleOf } from "./embed.ts";
import { plainMarkdown } from "./markdown.ts";
import { called } from "./mentions.ts";

/** What a message says to Discord. An edit names nobody and pings nobody, and clears what it does not bring. */
export function discordContent({ message, edit, plain }: Pick<Sending<unknown>, "message" | "edit" | "plain">) {
  const mentions = called(edit === null ? message.mentions : []);
  const { title, embeds, components } = plain ? plainParts(message, 1999 - mentions.text.length) : parts(message);
  return {
    content: mentions.text === "" ? title : `${mentions.text} ${title}`,
    ...(edit === null && plain ? {} : { embeds }),
    ...(edit === null && components.length === 0 ? {} : { components }),
    allowed_mentions: mentions.allowed,
  };
}

function parts({ items }: Message) {
  const [first, ...others] = items;
  if (first === undefined) throw new Error("a message has no items");
  if (others.length > 0) return { title: summary(items), embeds: [listEmbed(items)], components: [] };
  return { title: titleOf(first.notice), embeds: [embedOf(first.notice)], components: buttonsOf(first.notice) };
}

const plainParts = (message: Message, room: number) => ({
  title: plainMessage(message, plainMarkdown, room),
  embeds: [],
  components: [],
});
