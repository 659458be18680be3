import * as z from "zod";

/** `chatId` is a chat's id, negative for groups and channels, or the @name of a public one. */
export interface TelegramSettings {
  token: string;
  chatId: string;
  topicId?: string | undefined;
  silent?: boolean | undefined;
}

export const telegramSettings = (): z.ZodType<TelegramSettings> =>
  z.strictObject({
    token: z
      .string()
      .regex(/^\d{3,20}:[\w-]{1,200}$/, "must be the token alone, as BotFather shows it: digits, a colon, letters")
      .describe("The bot's token, from @BotFather (`123456789:…`). Write-only."),
    chatId: z
      .string()
      .regex(/^(-?\d{1,15}|@\w{4,32})$/, "must be the chat's ID, digits, or the @name of a public group or channel")
      .describe("The chat's ID (`-100…` for most groups and channels), or the `@name` of a public one."),
    topicId: z
      .string()
      .regex(/^\d{1,15}$/, "must be the topic's ID, digits")
      .optional()
      .describe("ID of a topic of the group to send to."),
    silent: z.boolean().optional().describe("Whether messages arrive without a sound. Default: false."),
  });
