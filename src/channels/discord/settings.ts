import * as z from "zod";
import { snowflake } from "../dialects/discord/snowflake.ts";
import type { Addresses } from "../../core/public-url.ts";
import { ONE_THREAD, threadedSettings } from "../dialects/discord/thread.ts";
import { urlSetting } from "../url-setting.ts";

export interface DiscordSettings {
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
