import { discordContent } from "../dialects/discord/content.ts";
import { jsonHeaders } from "../headers.ts";
import type { OutboundRequest, Sending } from "../kind.ts";
import type { DiscordSettings } from "./settings.ts";

/** The request for a Discord webhook. */
export function render(sending: Sending<DiscordSettings>): OutboundRequest {
  const { settings, edit } = sending;
  const content = discordContent(sending);
  const url = addressed(settings, edit, content.components !== undefined);
  const body = JSON.stringify(edit === null ? { username: "Tallylight", ...content } : content);
  return { method: edit === null ? "POST" : "PATCH", url, headers: { ...jsonHeaders }, body };
}

/** Without `with_components` Discord ignores buttons, and an edit that takes them away. */
function addressed({ url: text, threadId }: DiscordSettings, edit: string | null, withComponents: boolean): string {
  const url = new URL(text);
  if (edit === null) url.searchParams.set("wait", "true");
  else url.pathname = `${url.pathname.replace(/\/$/, "")}/messages/${encodeURIComponent(edit)}`;
  if (withComponents) url.searchParams.set("with_components", "true");
  if (threadId !== undefined) url.searchParams.set("thread_id", threadId);
  return url.href;
}
