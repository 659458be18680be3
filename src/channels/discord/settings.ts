import * as z from "zod";
import { snowflake } from "../dialects/discord/snowflake.ts";
import type { Addresses } from "../../core/public-url.ts";
import { urlSetting } from "../url-setting.ts";

export interface DiscordSettings {
  url: string;
  threadId?: string | undefined;
}

const refusal = (url: URL): string | null => {
  if (!/^((ptb|canary)\.)?discord(app)?\.com$/.test(url.hostname)) return "must be on discord.com";
  if (url.search !== "" || !/^\/api(\/v\d{1,2})?\/webhooks\/\d{1,20}\/[\w-]{1,200}$/.test(url.pathname))
    return "must be a webhook: /api/webhooks/{id}/{token}";
  return null;
};

export const discordSettings = (addresses: Addresses): z.ZodType<DiscordSettings> =>
  z.strictObject({
    url: urlSetting(addresses, refusal).describe("The webhook's address: goes in and is never shown again."),
    threadId: snowflake.optional().describe("The id of a thread of its channel, where messages go instead."),
  });
