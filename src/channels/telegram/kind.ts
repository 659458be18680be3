import * as z from "zod";
import { isObject, type Json, type JsonObject } from "../../core/json.ts";
import { seen } from "../../core/text.ts";
import { bodyObject } from "../body-object.ts";
import type {
  ApiBases,
  ChannelKind,
  Choice,
  Listed,
  OutboundAnswer,
  OutboundRequest,
  Outcome,
  Removal,
  Reporting,
  Sending,
} from "../kind.ts";
import { fixed, link, type Mark, ping, quiet, strong } from "../preview/marks.ts";
import { listIn, objectIn, type Part, type Preview, textIn } from "../preview/preview.ts";
import { addressed, apiCall, botIdOf, chatAddress, chatOf, messageUrl } from "./api.ts";
import { telegramContent, telegramPart } from "./content.ts";
import { judge, reportedIn } from "./judge.ts";
import { telegramReport } from "./report.ts";
import { passing } from "../outcome.ts";

/** `chatId` is a chat's id, negative for groups and channels, or the @name of a public one. */
interface TelegramSettings {
  token: string;
  chatId: string;
  topicId?: string | undefined;
  silent?: boolean | undefined;
}

const telegramSettings = (): z.ZodType<TelegramSettings> =>
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

/** Descriptions of messages that can no longer be deleted. */
const NOT_DELETED = /message can't be deleted|message_delete_forbidden|message identifier|message_id_invalid/;

/** Deletes a message with `deleteMessage`. Telegram allows that for 48 hours. */
export const removal: Removal<TelegramSettings> = {
  request: ({ settings: { token }, ref, bases }) => apiCall("deleteMessage", token, bases, addressed(ref)),
  judge(answer): Outcome {
    const reported = answer.status === 400 ? reportedIn(bodyObject(answer.body)) : "";
    if (reported.includes("message to delete not found")) return { kind: "sent", ref: null, pauseSeconds: 0 };
    const outcome = judge(answer, { edit: null, plain: true });
    // A group that has moved leaves its messages behind.
    return NOT_DELETED.test(reported) || outcome.kind === "dead" || outcome.kind === "moved"
      ? { kind: "dead", reason: "Telegram does not delete the message (400)" }
      : outcome;
  },
};

const MAX_BYTES = 1_000_000;
const MAX_UPDATES = 100;

/** Parts of an update that contain a chat. */
const NAMES_CHAT = ["message", "edited_message", "channel_post", "edited_channel_post", "my_chat_member"];

const OUT: Json[] = ["left", "kicked"];

/**
 * The chats that wrote to a bot, or that it was added to, within a day. `getUpdates` does not consume them for other
 * readers. Telegram has no list of a bot's chats.
 */
function* telegramChats(token: string, bases: ApiBases): Generator<OutboundRequest, Listed, OutboundAnswer> {
  const request = apiCall("getUpdates", token, bases, { limit: MAX_UPDATES, timeout: 0 });
  const answer = yield { ...request, mostBytes: MAX_BYTES };
  const body = bodyObject(answer.body);
  if (answer.status !== 200 || body?.["ok"] !== true) return { refused: refusalOf(answer) };
  const updates = Array.isArray(body["result"]) ? body["result"].filter(isObject) : [];
  const chats = new Map<string, Choice>();
  for (const update of updates) {
    for (const about of NAMES_CHAT.map((name) => update[name]).filter((one) => isObject(one))) {
      const choice = choiceOf(about);
      if (choice === null) continue;
      if (isLeft(about)) chats.delete(choice.id);
      else chats.set(choice.id, choice);
    }
  }
  return { choices: [...chats.values()], more: updates.length === MAX_UPDATES };
}

function choiceOf({ chat }: JsonObject): Choice | null {
  if (!isObject(chat) || typeof chat["id"] !== "number" || !Number.isSafeInteger(chat["id"])) return null;
  const textAt = (name: string): string => (typeof chat[name] === "string" ? chat[name] : "");
  const id = String(chat["id"]);
  const person = `${textAt("first_name")} ${textAt("last_name")}`.trim();
  return { id, name: textAt("title") || person || textAt("username") || id };
}

/** Whether the bot was removed, or the group has a new id. */
function isLeft(about: JsonObject): boolean {
  const member = isObject(about["new_chat_member"]) ? about["new_chat_member"]["status"] : null;
  return OUT.includes(member!) || about["migrate_to_chat_id"] !== undefined;
}

function refusalOf(answer: OutboundAnswer): string {
  const { status } = answer;
  if (status === 401 || status === 404) return "Telegram does not know this token";
  if (status === 409) return "Another program already reads what this bot is sent";
  return `Telegram did not list the chats: ${status === 200 ? "its answer was not ok" : passing(answer).reason}`;
}

/** How Telegram shows a message. */
export const telegramPreview: Preview = {
  chat: "Telegram",
  theme: "light",
  push: (body) => [textIn(body, "text").split("\n")[0]!],
  marksCalls: false,
  parts(body) {
    const picture = textIn(objectIn(body, "link_preview_options"), "url");
    const rows = objectIn(body, "reply_markup")["inline_keyboard"];
    const buttons = Array.isArray(rows) ? rows.flatMap((row) => listIn({ row }, "row")) : [];
    return [
      ...(picture === "" ? [] : [{ is: "picture", address: picture } satisfies Part]),
      { is: "words", marks: marksOf(body) },
      ...buttons.map((button): Part => ({ is: "button", label: textIn(button, "text") })),
    ];
  },
};

interface Span {
  type: string;
  from: number;
  to: number;
}

/** A text with its entities. Overlapping ones, and those outside of it, are skipped. */
function marksOf(body: JsonObject): Mark[] {
  // Offsets include invisible characters.
  const text = typeof body["text"] === "string" ? body["text"] : "";
  const spans = listIn(body, "entities").map(({ type, offset, length }): Span => {
    const from = Number(offset);
    return { type: typeof type === "string" ? type : "", from, to: from + Number(length) };
  });
  return within(text, 0, text.length, spans);
}

function within(text: string, from: number, to: number, spans: Span[]): Mark[] {
  const marks: Mark[] = [];
  let at = from;
  for (const [index, span] of spans.entries()) {
    if (!(span.from >= at && span.to <= to && span.to > span.from)) continue;
    if (span.from > at) marks.push(seen(text.slice(at, span.from)));
    marks.push(markOf(span, text, spans.slice(index + 1)));
    at = span.to;
  }
  return at < to ? [...marks, seen(text.slice(at, to))] : marks;
}

function markOf({ type, from, to }: Span, text: string, inner: Span[]): Mark {
  const words = seen(text.slice(from, to));
  if (type === "pre") return fixed(words);
  if (type === "text_mention") return ping(words);
  const inside = within(text, from, to, inner);
  if (type === "text_link") return link(inside);
  return type === "italic" ? quiet(inside) : strong(inside);
}

/** A Telegram bot. It posts to a person, group, topic or channel, and edits and deletes its messages. */
export const telegram: ChannelKind<TelegramSettings> = {
  kind: "telegram",
  title: "Telegram",
  page: {
    about: "A chat, group or channel",
    where: "In Telegram: @BotFather > /newbot. Then send your bot a message, or add it to your group or channel",
    labels: { token: "Bot token", chatId: "Chat", topicId: "Topic ID", silent: "Send silently" },
    fields: {
      token: { hint: "BotFather sends it: digits, a colon, letters. Never shown again." },
      chatId: { hint: "Press “Choose a channel”, or enter the @name of a public group or channel." },
      topicId: { hint: "Only for groups with topics: the number at the end of the topic’s link." },
      silent: { hint: "Sends without a sound." },
    },
  },
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
  editing: {
    messageUrl,
    removal,
  },
  // The @name of a chat does not tell its id.
  chatAddress: ({ token, chatId }) => (chatId.startsWith("@") ? null : chatAddress(botIdOf(token), chatId)),
  groups: true,
  part: telegramPart,
  pictures: "url",
  render,
  report,
  judge,
};
