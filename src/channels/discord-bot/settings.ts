import * as z from "zod";
import { snowflake } from "../dialects/discord/mentions.ts";
import { ONE_THREAD, threadedSettings } from "../dialects/discord/thread.ts";
import { tokenSetting } from "../url-setting.ts";

/** Settings of a bot. A thread is a channel of its own: if set, messages go there. */
export interface DiscordBotSettings {
  token: string;
  channelId: string;
  threadId?: string | undefined;
  threadName?: string | undefined;
  silent?: boolean | undefined;
  publish?: boolean | undefined;
}

export const discordBotSettings = (): z.ZodType<DiscordBotSettings> =>
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
