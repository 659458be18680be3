import * as z from "zod";
import { snowflake } from "../dialects/discord/snowflake.ts";
import { tokenSetting } from "../token-setting.ts";

/** A thread is a channel of its own: with one, messages go there. */
export interface DiscordBotSettings {
  token: string;
  channelId: string;
  threadId?: string | undefined;
}

export const discordBotSettings = (): z.ZodType<DiscordBotSettings> =>
  z.strictObject({
    token: tokenSetting().describe("The bot's token: goes in and is never shown again."),
    channelId: snowflake().describe("The id of the channel, digits."),
    threadId: snowflake().optional().describe("The id of a thread in it, where messages go instead."),
  });
