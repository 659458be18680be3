import * as z from "zod";
import { pattern } from "../../core/pattern.ts";
import { tokenSetting } from "../token-setting.ts";

const channelName = pattern(String.raw`^#?[\p{L}\p{M}\p{N}._-]{1,80}$`, "u");

/** `channel` is an id, or the name of a public channel. */
export interface SlackBotSettings {
  token: string;
  channel: string;
}

export const slackBotSettings = (): z.ZodType<SlackBotSettings> =>
  z.strictObject({
    token: tokenSetting().describe("The bot's token (`xoxb-…`). Write-only."),
    channel: z
      .string()
      .regex(channelName(), "must be a channel's id (C…) or its name, without spaces")
      .describe("The channel's ID (`C…`), or the name of a public channel."),
  });
