import { discordContent } from "../dialects/discord/content.ts";
import { discordReport } from "../dialects/discord/report.ts";
import { jsonHeaders } from "../headers.ts";
import type { ApiBases, OutboundRequest, Removal, Reporting, Sending } from "../kind.ts";
import type { DiscordBotSettings } from "./settings.ts";

/** For some minutes Discord answers a message of the same nonce with the one that is there, and makes no second. */
const once = (deliveryId: string) => ({ nonce: deliveryId.slice(-25), enforce_nonce: true });

/** The request for a bot's message. */
export function render(sending: Sending<DiscordBotSettings>): OutboundRequest {
  const { settings, edit, deliveryId, bases } = sending;
  const messages = messagesAt(settings, bases);
  return {
    method: edit === null ? "POST" : "PATCH",
    url: edit === null ? messages : `${messages}/${encodeURIComponent(edit)}`,
    headers: headersOf(settings),
    body: JSON.stringify({ ...discordContent(sending), ...(edit === null ? once(deliveryId) : {}) }),
  };
}

/** The request that deletes one of its messages. */
export const removing = ({
  settings,
  ref,
  bases,
}: Parameters<Removal<DiscordBotSettings>["request"]>[0]): OutboundRequest => ({
  method: "DELETE",
  url: `${messagesAt(settings, bases)}/${encodeURIComponent(ref)}`,
  headers: { authorization: headersOf(settings).authorization },
  body: "",
});

/** The request for a digest. */
export function report({
  settings,
  deliveryId,
  report: digest,
  plain,
  bases,
}: Reporting<DiscordBotSettings>): OutboundRequest {
  const { content, ...files } = discordReport(digest, plain);
  const url = messagesAt(settings, bases);
  return {
    method: "POST",
    url,
    headers: headersOf(settings),
    body: JSON.stringify({ ...content, ...once(deliveryId) }),
    ...files,
  };
}

const messagesAt = ({ channelId, threadId }: DiscordBotSettings, bases: ApiBases): string =>
  `${apiRoot(bases)}/channels/${threadId ?? channelId}/messages`;

/** Where the API is, its version included. */
export const apiRoot = (bases: ApiBases): string =>
  `${bases["discord-bot"]!.replace(/(\/api(\/v\d+)?)?\/*$/, "")}/api/v10`;

const headersOf = ({ token }: DiscordBotSettings) => ({ ...jsonHeaders, authorization: `Bot ${token}` });
