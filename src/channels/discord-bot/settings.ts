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
    token: tokenSetting().describe("The bot's token. Write-only."),
    channelId: snowflake().describe("The channel's ID, digits."),
    threadId: snowflake().optional().describe("ID of a thread in the channel to send to instead."),
  });
