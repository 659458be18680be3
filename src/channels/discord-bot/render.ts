import { discordContent } from "../dialects/discord/content.ts";
import { jsonHeaders } from "../headers.ts";
import type { OutboundRequest, Sending } from "../kind.ts";
import type { DiscordBotSettings } from "./settings.ts";

/** The request for a bot's message. */
export function render(sending: Sending<DiscordBotSettings>): OutboundRequest {
  const { settings, edit, bases } = sending;
  const root = bases.discord.replace(/(\/api(\/v\d+)?)?\/*$/, "");
  const messages = `${root}/api/v10/channels/${settings.threadId ?? settings.channelId}/messages`;
  return {
    method: edit === null ? "POST" : "PATCH",
    url: edit === null ? messages : `${messages}/${encodeURIComponent(edit)}`,
    headers: { ...jsonHeaders, authorization: `Bot ${settings.token}` },
    body: JSON.stringify(discordContent(sending)),
  };
}
