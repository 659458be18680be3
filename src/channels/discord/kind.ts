import { discordPreview } from "../dialects/discord/preview.ts";
import { flagsOf, placeOf, displayedThread, threadNamed } from "../dialects/discord/thread.ts";
import { postedAt } from "../dialects/discord/snowflake.ts";
import { removed } from "../dialects/discord/removed.ts";
import type { ChannelKind, OutboundRequest, Removal, Reporting, Sending } from "../kind.ts";
import { maskedUrl } from "../url-setting.ts";
import { judge } from "./judge.ts";
import { discordSettings, type DiscordSettings } from "./settings.ts";
import { discordContent, discordPart } from "../dialects/discord/content.ts";
import { discordReport } from "../dialects/discord/report.ts";
import { jsonHeaders } from "../headers.ts";

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
  where: "Server Settings > Integrations > Webhooks > Copy Webhook URL",
  labels: { url: "Webhook URL", threadId: "Thread ID", threadName: "Post per creator", silent: "Send silently" },
  example: {
    settings: { url: "https://discord.com/api/webhooks/123456789/ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8l", threadId: "42" },
    secrets: ["ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8l", "123456789"],
    took: { status: 200, body: '{"id":"9"}' },
    ref: "1234",
  },
  recognizes: ({ hostname, pathname }, local) =>
    local ? /\/api\/webhooks\//.test(pathname) : /(^|\.)discord(app)?\.com$/.test(hostname),
  secret: /(?<=webhooks\\?\/\d{1,20}\\?\/)[\w-]+/,
  preview: discordPreview,
  settings: discordSettings,
  destination: ({ url, threadId }) => JSON.stringify([url, threadId]),
  mask: ({ url, ...others }) => ({ url: maskedUrl(url), ...displayedThread(others) }),
  threadName: ({ threadName = null }) => threadName,
  inThread: ({ threadId }) => threadId !== undefined,
  edits: true,
  postedAt,
  removal,
  groups: true,
  part: discordPart,
  pictures: "file",
  render,
  report,
  judge,
};
