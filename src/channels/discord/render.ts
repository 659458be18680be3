import type { Message } from "../../core/notice.ts";
import { summary } from "../grouping.ts";
import { jsonHeaders } from "../headers.ts";
import type { OutboundRequest, Sending } from "../kind.ts";
import { plainMessage } from "../plain-message.ts";
import { plainMarkdown } from "./dialect.ts";
import { buttonsOf, embedOf, listEmbed, titleOf } from "./embed.ts";
import { called } from "./mentions.ts";
import type { DiscordSettings } from "./settings.ts";

/** The request for a Discord webhook. An edit names nobody and pings nobody, and clears what it does not bring. */
export function render({ settings, message, edit, plain }: Sending<DiscordSettings>): OutboundRequest {
  const mentions = called(edit === null ? message.mentions : []);
  const { title, embeds, components } = plain ? plainParts(message, 1999 - mentions.text.length) : parts(message);
  const content = mentions.text === "" ? title : `${mentions.text} ${title}`;
  const body = JSON.stringify({
    ...(edit === null ? { username: "Tallylight" } : {}),
    content,
    ...(edit === null && plain ? {} : { embeds }),
    ...(edit === null && components.length === 0 ? {} : { components }),
    allowed_mentions: mentions.allowed,
  });
  const url = addressed(settings, edit, edit !== null || components.length > 0);
  return { method: edit === null ? "POST" : "PATCH", url, headers: { ...jsonHeaders }, body };
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

/** Without `with_components` Discord ignores buttons, and an edit that takes them away. */
function addressed({ url: text, threadId }: DiscordSettings, edit: string | null, withComponents: boolean): string {
  const url = new URL(text);
  if (edit === null) url.searchParams.set("wait", "true");
  else url.pathname = `${url.pathname.replace(/\/$/, "")}/messages/${encodeURIComponent(edit)}`;
  if (withComponents) url.searchParams.set("with_components", "true");
  if (threadId !== undefined) url.searchParams.set("thread_id", threadId);
  return url.href;
}
