import * as z from "zod";
import { isObject, type Json, type JsonObject } from "../../core/json.ts";
import { discordJudge, walled } from "../dialects/discord/answers.ts";
import { discordPreview } from "../dialects/discord/preview.ts";
import { discordReport } from "../dialects/discord/report.ts";
import type {
  ApiBases,
  ChannelKind,
  Choice,
  Listed,
  OutboundAnswer,
  OutboundRequest,
  Removal,
  Reporting,
  Sending,
} from "../kind.ts";
import {
  displayedThread,
  flagsOf,
  ONE_THREAD,
  placeOf,
  threadedSettings,
  threadNamed,
} from "../dialects/discord/thread.ts";
import { postedAt, snowflake } from "../dialects/discord/mentions.ts";
import { discordContent, discordPart, removed } from "../dialects/discord/content.ts";
import { tokenSetting } from "../url-setting.ts";
import { jsonHeaders } from "../outbound.ts";
import { passing, untilFixed } from "../outcome.ts";

/** Judges Discord's answer to a bot. */
export const judge = discordJudge({
  sender: (status, body, text) =>
    status === 401 && !walled(text, body)
      ? untilFixed("token", "Discord says that the bot's token is not valid (401)")
      : null,
  blocked: "Discord blocks the address that we send from (429)",
  alwaysStatesTime: false,
  // A bot has a limit for each thread.
  userLimit: "thread",
});

const MAX_SERVERS = 10;
const MAX_BYTES = 1_000_000;

/** Text and announcement channels. Others accept no messages, or only in threads. */
const TAKES_MESSAGES: Json[] = [0, 5];

const VIEW_AND_SEND = (1n << 10n) | (1n << 11n);
const ADMINISTRATOR = 1n << 3n;

type RowsRequest = Generator<OutboundRequest, { rows: JsonObject[] } | { refused: string }, OutboundAnswer>;

/** For some minutes, Discord answers a repeated nonce with the existing message instead of creating another. */
const once = (deliveryId: string) => ({ nonce: deliveryId.slice(-25), enforce_nonce: true });

/** Settings of a bot. A thread is a channel of its own: if set, messages go there. */
interface DiscordBotSettings {
  token: string;
  channelId: string;
  threadId?: string | undefined;
  threadName?: string | undefined;
  silent?: boolean | undefined;
  publish?: boolean | undefined;
}

const discordBotSettings = (): z.ZodType<DiscordBotSettings> =>
  z
    .strictObject({
      token: tokenSetting().describe("The bot's token. Write-only."),
      channelId: snowflake().describe("The channel's ID, digits."),
      threadId: snowflake().optional().describe("ID of a thread in the channel to send to instead."),
      ...threadedSettings(),
      publish: z
        .boolean()
        .optional()
        .describe(
          "For an announcement channel: whether messages are published to the channels that follow it. Discord allows about ten an hour. Default: false.",
        ),
    })
    .refine(...ONE_THREAD);

/** The request for a bot's message. */
function render(sending: Sending<DiscordBotSettings>): OutboundRequest {
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
const publishing = ({
  settings,
  ref,
  bases,
}: Parameters<NonNullable<ChannelKind<DiscordBotSettings>["afterwards"]>>[0]): OutboundRequest | null =>
  settings.publish === true
    ? { method: "POST", url: `${messageAt(settings, ref, bases)}/crosspost`, headers: headersOf(settings), body: "{}" }
    : null;

/** The request that deletes a message of the bot. */
const removing = ({
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
function report({
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
const apiRoot = (bases: ApiBases): string => `${bases["discord-bot"]!.replace(/(\/api(\/v\d+)?)?\/*$/, "")}/api/v10`;

const headersOf = ({ token }: DiscordBotSettings) => ({ ...jsonHeaders, authorization: `Bot ${token}` });

/** The channels of a bot's servers, except those that it cannot access. */
function* discordChannels(token: string, bases: ApiBases): Generator<OutboundRequest, Listed, OutboundAnswer> {
  const ask = (path: string) => requested(`${apiRoot(bases)}${path}`, token);
  const servers = yield* ask("/users/@me/guilds");
  if ("refused" in servers) return servers;
  const choices: Choice[] = [];
  for (const { id, name, permissions } of servers.rows.slice(0, MAX_SERVERS)) {
    if (typeof id !== "string" || !/^\d{1,25}$/.test(id)) continue;
    const server = typeof name === "string" ? name : id;
    const channels = yield* ask(`/guilds/${id}/channels`);
    if ("refused" in channels) return channels;
    const may = maySend(permissions);
    const its = channels.rows.filter((one) => TAKES_MESSAGES.includes(one["type"]!) && isOpen(one, id, may));
    for (const { id: channel, name: displayName } of its)
      if (typeof channel === "string" && typeof displayName === "string")
        choices.push({
          id: channel,
          name: servers.rows.length === 1 ? `#${displayName}` : `#${displayName} (${server})`,
        });
  }
  return { choices, more: servers.rows.length > MAX_SERVERS };
}

function* requested(url: string, token: string): RowsRequest {
  const headers = { ...jsonHeaders, authorization: `Bot ${token}` };
  const answer = yield { method: "GET", url, headers, body: "", mostBytes: MAX_BYTES };
  if (answer.status === 401) return { refused: "Discord doesn't recognize this token" };
  if (answer.status !== 200) return { refused: `Discord did not list the channels: ${passing(answer).reason}` };
  const rows = listOf(answer.body);
  return rows === null ? { refused: "Discord did not list the channels: its answer is not a list" } : { rows };
}

function listOf(text: string): JsonObject[] | null {
  try {
    const value = JSON.parse(text) as Json;
    return Array.isArray(value) ? value.filter(isObject) : null;
  } catch {
    return null;
  }
}

const bits = (text: Json | undefined): bigint =>
  typeof text === "string" && /^\d{1,25}$/.test(text) ? BigInt(text) : 0n;

/** Whether a server's permissions let a bot send, before the rules of channels apply. */
function maySend(permissions: Json | undefined): boolean {
  const may = bits(permissions);
  return (may & ADMINISTRATOR) !== 0n || (may & VIEW_AND_SEND) === VIEW_AND_SEND;
}

/**
 * Whether a bot may be able to send to a channel: it is open to all who may send, or opened to someone, perhaps the
 * bot.
 */
function isOpen({ permission_overwrites: rules }: JsonObject, server: string, may: boolean): boolean {
  const all = Array.isArray(rules) ? rules.filter(isObject) : [];
  const denied = bits(all.find(({ id }) => id === server)?.["deny"]) & VIEW_AND_SEND;
  return (may && denied === 0n) || all.some(({ allow }) => (bits(allow) & VIEW_AND_SEND) !== 0n);
}

/** A Discord bot. It can edit its messages, and has its own rate limit, whatever its address. */
export const discordBot: ChannelKind<DiscordBotSettings> = {
  kind: "discord-bot",
  title: "Discord bot",
  page: {
    about: "Many channels, and commands",
    where: "discord.com/developers/applications > your application > Bot > Reset Token",
    labels: {
      token: "Bot token",
      channelId: "Channel",
      threadId: "Thread ID",
      threadName: "Post per creator",
      silent: "Send silently",
      publish: "Publish messages",
    },
    fields: {
      token: { hint: "Never shown again." },
      channelId: { hint: "Press “Choose a channel”, or right-click it in Discord > Copy Channel ID." },
      threadId: { hint: "Only to post in a thread: right-click it in Discord > Copy Thread ID." },
      threadName: { hint: "For forum channels: each creator gets a post of this name, such as {{name}}." },
      silent: { hint: "Sends without a sound." },
      publish: {
        hint: "For announcement channels: also posts to channels that follow it. Discord allows about ten an hour.",
      },
    },
  },
  listing: { chooses: "channelId", by: "token", list: discordChannels },
  example: {
    settings: { token: "MTIzNDU2Nzg5.Gabcde.ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8l", channelId: "55", threadId: "42" },
    secrets: ["ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8l", "MTIzNDU2Nzg5", "Gabcde"],
    took: { status: 200, body: '{"id":"9"}' },
    ref: "1234",
  },
  base: {
    variable: "DISCORD_API_BASE_URL",
    address: "https://discord.com",
    description: "Base URL of the Discord API for bots.",
    demo: "{simulator}/inbox/discord-api",
  },
  preview: discordPreview,
  settings: discordBotSettings,
  destination: ({ channelId, threadId }) => JSON.stringify([channelId, threadId]),
  mask: ({ channelId, ...others }) => ({ token: "…", channelId, ...displayedThread(others) }),
  threads: { name: ({ threadName = null }) => threadName, isOne: ({ threadId }) => threadId !== undefined },
  afterwards: publishing,
  editing: {
    postedAt,
    removal: {
      request: removing,
      judge: (answer) => removed(answer, judge),
    },
  },
  groups: true,
  part: discordPart,
  pictures: "file",
  render,
  report,
  judge,
  recall: "repeat",
};
