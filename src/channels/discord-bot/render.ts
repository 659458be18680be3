import { discordContent } from "../dialects/discord/content.ts";
import { discordReport } from "../dialects/discord/report.ts";
import { flagsOf, placeOf, threadNamed } from "../dialects/discord/thread.ts";
import { jsonHeaders } from "../headers.ts";
import type { ApiBases, ChannelKind, OutboundRequest, Removal, Reporting, Sending } from "../kind.ts";
import type { DiscordBotSettings } from "./settings.ts";

/** For some minutes, Discord answers a repeated nonce with the existing message instead of creating another. */
const once = (deliveryId: string) => ({ nonce: deliveryId.slice(-25), enforce_nonce: true });

/** The request for a bot's message. */
export function render(sending: Sending<DiscordBotSettings>): OutboundRequest {
  const { settings, edit, deliveryId, thread, bases } = sending;
  const headers = headersOf(settings);
  const content = discordContent(sending);
  if (edit !== null)
    return { method: "PATCH", url: messageAt(settings, edit, bases), headers, body: JSON.stringify(content) };
  const message = { ...content, ...flagsOf(settings) };
  if (thread !== undefined && thread.id === null) return beginning(settings, thread.name, message, bases);
  const url = messagesAt(settings, bases, thread?.id ?? null);
  return { method: "POST", url, headers, body: JSON.stringify({ ...message, ...once(deliveryId) }) };
}

/** The request that creates a post in a forum. Discord does not support nonces here. */
const beginning = (settings: DiscordBotSettings, name: string, message: object, bases: ApiBases): OutboundRequest => ({
  method: "POST",
  url: `${apiRoot(bases)}/channels/${settings.channelId}/threads`,
  headers: headersOf(settings),
  body: JSON.stringify({ name: threadNamed(name), message }),
});

/** The request that publishes a message in an announcement channel; null if that is turned off. */
export const publishing = ({
  settings,
  ref,
  bases,
}: Parameters<NonNullable<ChannelKind<DiscordBotSettings>["afterwards"]>>[0]): OutboundRequest | null =>
  settings.publish === true
    ? { method: "POST", url: `${messageAt(settings, ref, bases)}/crosspost`, headers: headersOf(settings), body: "{}" }
    : null;

/** The request that deletes a message of the bot. */
export const removing = ({
  settings,
  ref,
  bases,
}: Parameters<Removal<DiscordBotSettings>["request"]>[0]): OutboundRequest => ({
  method: "DELETE",
  url: messageAt(settings, ref, bases),
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
  const message = { ...content, ...flagsOf(settings) };
  if (settings.threadName !== undefined) return { ...beginning(settings, digest.title, message, bases), ...files };
  const body = JSON.stringify({ ...message, ...once(deliveryId) });
  return { method: "POST", url: messagesAt(settings, bases), headers: headersOf(settings), body, ...files };
}

const messagesAt = (
  { channelId, threadId }: DiscordBotSettings,
  bases: ApiBases,
  thread: string | null = null,
): string => `${apiRoot(bases)}/channels/${thread ?? threadId ?? channelId}/messages`;

function messageAt(settings: DiscordBotSettings, ref: string, bases: ApiBases): string {
  const { thread, message } = placeOf(ref);
  return `${messagesAt(settings, bases, thread)}/${encodeURIComponent(message)}`;
}

/** The root of the API, with its version. */
export const apiRoot = (bases: ApiBases): string =>
  `${bases["discord-bot"]!.replace(/(\/api(\/v\d+)?)?\/*$/, "")}/api/v10`;

const headersOf = ({ token }: DiscordBotSettings) => ({ ...jsonHeaders, authorization: `Bot ${token}` });
