import type { ChannelKind, OutboundRequest, Reporting, Sending } from "../kind.ts";
import { addressed, apiCall, chatOf } from "./api.ts";
import { telegramChats } from "./chats.ts";
import { telegramContent, telegramPart } from "./content.ts";
import { judge } from "./judge.ts";
import { telegramPreview } from "./preview.ts";
import { removal } from "./removal.ts";
import { telegramReport } from "./report.ts";
import { telegramSettings, type TelegramSettings } from "./settings.ts";

/** The destination of a new message, and how it arrives. */
const placed = ({ chatId, topicId, silent }: TelegramSettings): object => ({
  chat_id: chatOf(chatId),
  ...(topicId === undefined ? {} : { message_thread_id: Number(topicId) }),
  ...(silent === true ? { disable_notification: true } : {}),
});

function render(sending: Sending<TelegramSettings>): OutboundRequest {
  const { settings, edit, bases } = sending;
  const content = telegramContent(sending);
  if (edit !== null) return apiCall("editMessageText", settings.token, bases, { ...addressed(edit), ...content });
  return apiCall("sendMessage", settings.token, bases, { ...placed(settings), ...content });
}

/** The request for a digest. */
const report = ({ settings, report: digest, plain, at, bases }: Reporting<TelegramSettings>): OutboundRequest =>
  apiCall("sendMessage", settings.token, bases, { ...placed(settings), ...telegramReport(digest, plain, at) });

/** A Telegram bot. It posts to a person, group, topic or channel, and edits and deletes its messages. */
export const telegram: ChannelKind<TelegramSettings> = {
  kind: "telegram",
  title: "Telegram",
  where: "In Telegram: @BotFather > /newbot. Then send your bot a message, or add it to your group or channel",
  labels: { token: "Bot token", chatId: "Chat", topicId: "Topic ID", silent: "Send silently" },
  listing: {
    chooses: "chatId",
    by: "token",
    list: telegramChats,
    none: "No chat found. In Telegram, send the bot a message or add it to your group, then try again. Or enter the chat's ID.",
  },
  example: {
    settings: {
      token: "123456789:AAE-ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8",
      chatId: "-1001234567890",
      topicId: "42",
    },
    secrets: ["123456789:AAE-ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8", "AAE-ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8"],
    took: {
      status: 200,
      body: '{"ok":true,"result":{"message_id":9,"chat":{"id":-1001234567890,"type":"supergroup"}}}',
    },
    ref: "n1001234567890:57",
  },
  base: {
    variable: "TELEGRAM_API_BASE_URL",
    address: "https://api.telegram.org",
    description: "Base URL of the Telegram Bot API.",
    demo: "{simulator}/inbox/telegram-api",
  },
  // The token is part of every URL.
  secret: /\d{3,20}(?::|%3A)[\w-]{20,}/,
  preview: telegramPreview,
  settings: telegramSettings,
  destination: ({ chatId, topicId }) => JSON.stringify([chatId, topicId]),
  mask: ({ chatId, topicId, silent }) => ({
    token: "…",
    chatId,
    ...(topicId === undefined ? {} : { topicId }),
    ...(silent === undefined ? {} : { silent }),
  }),
  edits: true,
  removal,
  groups: true,
  part: telegramPart,
  pictures: "url",
  render,
  report,
  judge,
};
