import * as z from "zod";
import type { Addresses } from "../../core/public-url.ts";
import { discordJudge, gone } from "../dialects/discord/answers.ts";
import { codeOf } from "../dialects/discord/codes.ts";
import { discordPreview } from "../dialects/discord/preview.ts";
import {
  displayedThread,
  flagsOf,
  ONE_THREAD,
  placeOf,
  threadedSettings,
  threadNamed,
} from "../dialects/discord/thread.ts";
import { postedAt, snowflake } from "../dialects/discord/mentions.ts";
import type { ChannelKind, OutboundRequest, Removal, Reporting, Sending } from "../kind.ts";
import { maskedUrl, urlSetting } from "../url-setting.ts";
import { discordContent, discordPart, removed } from "../dialects/discord/content.ts";
import { discordReport } from "../dialects/discord/report.ts";
import { jsonHeaders } from "../outbound.ts";

interface DiscordSettings {
  url: string;
  threadId?: string | undefined;
  threadName?: string | undefined;
  silent?: boolean | undefined;
  publish?: false | undefined;
}

const WEBHOOK = /^\/api(\/v\d{1,2})?\/webhooks\/\d{1,20}\/[\w-]{1,200}\/?$/;

/** Query parameters that an address may contain. They are removed or become settings. */
const REQUESTED = ["wait", "thread_id", "with_components"];

function refusal(url: URL): string | null {
  if (!/^((ptb|canary)\.)?discord(app)?\.com$/.test(url.hostname)) return "must be on discord.com";
  if (!WEBHOOK.test(url.pathname)) return "must be a webhook: /api/webhooks/{id}/{token}";
  const unknown = [...url.searchParams.keys()].find((name) => !REQUESTED.includes(name));
  if (unknown !== undefined) return "must ask for nothing but a thread_id";
  const thread = url.searchParams.get("thread_id");
  return thread === null || snowflake().safeParse(thread).success ? null : "must have digits as its thread_id";
}

const HINT = "copy it in Discord: Server Settings > Integrations > Webhooks > Copy Webhook URL";

/** Normalizes a webhook's address. A thread in it becomes a setting, unless one is set. */
function taken({ url: text, threadId, ...others }: DiscordSettings): DiscordSettings {
  const url = new URL(text);
  const thread = threadId ?? url.searchParams.get("thread_id") ?? undefined;
  const requested = REQUESTED.filter((name) => url.searchParams.has(name));
  for (const name of requested) url.searchParams.delete(name);
  const slashed = WEBHOOK.test(url.pathname) && url.pathname.endsWith("/");
  if (slashed) url.pathname = url.pathname.slice(0, -1);
  const own = requested.length > 0 || slashed ? url.href : text;
  return { url: own, ...(thread === undefined ? {} : { threadId: thread }), ...others };
}

export const discordSettings = (addresses: Addresses): z.ZodType<DiscordSettings> =>
  z
    .strictObject({
      url: urlSetting(addresses, { refusal, hint: HINT }).describe(
        "The webhook's address. Write-only. A `thread_id` in it becomes `threadId`.",
      ),
      threadId: snowflake().optional().describe("The ID of a thread in the channel to send to instead."),
      ...threadedSettings(),
      publish: z
        .literal(false, "can't be done by a webhook: only a bot can publish messages (discord-bot)")
        .optional()
        .describe("Only a bot can publish messages."),
    })
    .transform(taken)
    .refine(...ONE_THREAD);

/** The request for a webhook message. */
function render(sending: Sending<DiscordSettings>): OutboundRequest {
  const { settings, edit, thread } = sending;
  const content = discordContent(sending);
  const url = addressed(settings, edit, content.components !== undefined, thread?.id ?? null);
  const named = thread !== undefined && thread.id === null ? { thread_name: threadNamed(thread.name) } : {};
  const body = JSON.stringify(
    edit === null ? { username: "Tallylight", ...named, ...flagsOf(settings), ...content } : content,
  );
  return { method: edit === null ? "POST" : "PATCH", url, headers: { ...jsonHeaders }, body };
}

/** The request for a digest. */
function report({ settings, report: digest, plain }: Reporting<DiscordSettings>): OutboundRequest {
  const { content, ...files } = discordReport(digest, plain);
  const named = settings.threadName === undefined ? {} : { thread_name: threadNamed(digest.title) };
  const body = JSON.stringify({ username: "Tallylight", ...named, ...flagsOf(settings), ...content });
  return { method: "POST", url: addressed(settings, null, false), headers: { ...jsonHeaders }, body, ...files };
}

/** The address of a request. Without `with_components` Discord ignores buttons, and edits that remove them. */
function addressed(
  { url: text, threadId }: DiscordSettings,
  edit: string | null,
  withComponents: boolean,
  own: string | null = null,
): string {
  const url = new URL(text);
  const { thread, message } = edit === null ? { thread: own, message: null } : placeOf(edit);
  if (message === null) url.searchParams.set("wait", "true");
  else url.pathname = `${url.pathname.replace(/\/$/, "")}/messages/${encodeURIComponent(message)}`;
  if (withComponents) url.searchParams.set("with_components", "true");
  const at = thread ?? threadId;
  if (at !== undefined) url.searchParams.set("thread_id", at);
  return url.href;
}

const UNKNOWN_WEBHOOK = 10015;
const INVALID_TOKEN = 50027;

/** Judges Discord's answer to a webhook. */
export const judge = discordJudge({
  sender(status, body) {
    const code = codeOf(body);
    if (status === 404 && code === UNKNOWN_WEBHOOK) return gone("the webhook no longer exists (10015)");
    if ((status === 401 || status === 403) && code === INVALID_TOKEN)
      return gone("the webhook's token is not valid (50027)");
    return null;
  },
  blocked: "Discord blocks the address that we send from (429): a discord-bot channel has its own limit",
  alwaysStatesTime: true,
  // All threads of a webhook share its limit.
  userLimit: "route",
});

/** Deletes a message of the webhook. */
const removal: Removal<DiscordSettings> = {
  request: ({ settings, ref }) => ({
    method: "DELETE",
    url: addressed(settings, ref, false),
    headers: {},
    body: "",
  }),
  judge: (answer) => removed(answer, judge),
};

/** A Discord webhook. It can edit its messages. */
export const discord: ChannelKind<DiscordSettings> = {
  kind: "discord",
  title: "Discord",
  page: {
    about: "One channel, no bot needed",
    where: "Server Settings > Integrations > Webhooks > Copy Webhook URL",
    labels: { url: "Webhook URL", threadId: "Thread ID", threadName: "Post per creator", silent: "Send silently" },
    fields: {
      url: { hint: "Starts with https://discord.com/api/webhooks/. Never shown again." },
      threadId: { hint: "Only to post in a thread: right-click it in Discord > Copy Thread ID." },
      threadName: { hint: "For forum channels: each creator gets a post of this name, such as {{name}}." },
      silent: { hint: "Sends without a sound." },
    },
  },
  example: {
    settings: { url: "https://discord.com/api/webhooks/123456789/ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8l", threadId: "42" },
    secrets: ["ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8l", "123456789"],
    took: { status: 200, body: '{"id":"9"}' },
    ref: "1234",
  },
  pasted: {
    recognizes: ({ hostname, pathname }, local) =>
      local ? /\/api\/webhooks\//.test(pathname) : /(^|\.)discord(app)?\.com$/.test(hostname),
  },
  secret: /(?<=webhooks\\?\/\d{1,20}\\?\/)[\w-]+/,
  preview: discordPreview,
  settings: discordSettings,
  destination: ({ url, threadId }) => JSON.stringify([url, threadId]),
  mask: ({ url, ...others }) => ({ url: maskedUrl(url), ...displayedThread(others) }),
  threads: { name: ({ threadName = null }) => threadName, isOne: ({ threadId }) => threadId !== undefined },
  editing: {
    postedAt,
    removal,
  },
  groups: true,
  part: discordPart,
  pictures: "file",
  render,
  report,
  judge,
};
