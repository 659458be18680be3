import { bodyObject } from "../../../channels/body-object.ts";
import type { ApiBases, OutboundAnswer, OutboundRequest } from "../../../channels/kind.ts";
import { plainMessage } from "../../../channels/plain-message.ts";
import { apiCall, chatAddress } from "../../../channels/telegram/api.ts";
import { telegramContent } from "../../../channels/telegram/content.ts";
import { plainDialectAt } from "../../../channels/telegram/dialect.ts";
import { isObject, type JsonObject, objectIn, scalarIn, textIn } from "../../../core/json.ts";
import { cut } from "../../../core/text.ts";
import type { Answer } from "../answers.ts";
import { type Command, SUBCOMMANDS, typedOptions } from "../command.ts";
import { type Door, messageOf } from "./door.ts";
import { languageOf } from "./discord.ts";

/** Reads an update for a bot, which came at `at` (wall clock, epoch ms); null if it asks for nothing. */
export function telegramCommand(update: JsonObject, botId: string, at: number): Command | null {
  const press = isObject(update["callback_query"]) ? update["callback_query"] : null;
  const message = objectIn(press === null ? update["message"] : press["message"]);
  const [chat, from] = [objectIn(message["chat"]), objectIn(press === null ? message["from"] : press["from"])];
  if (!Number.isSafeInteger(chat["id"]) || !Number.isSafeInteger(from["id"]) || from["is_bot"] === true) return null;
  const asked = press === null ? askedIn(textIn(message["text"])) : { button: textIn(press["data"]) };
  if (asked === null) return null;
  return {
    kind: "telegram",
    address: chatAddress(botId, scalarIn(chat["id"])),
    title: textIn(chat["title"]) || textIn(chat["username"]) || textIn(chat["first_name"]) || null,
    person: {
      id: scalarIn(from["id"]),
      name: [from["first_name"], from["last_name"]].map(textIn).filter(Boolean).join(" ") || textIn(from["username"]),
      roles: [],
      manages: chat["type"] === "private",
    },
    language: languageOf(from["language_code"]),
    at,
    key: `telegram-${botId}-${scalarIn(update["update_id"])}`,
    asked,
    reply: {
      bot: botId,
      chat: scalarIn(chat["id"]),
      message: scalarIn(message["message_id"]),
      ...(press === null ? {} : { press: textIn(press["id"]) }),
    },
  };
}

/** A command of ours in a text: "/watch@our_bot maria"; null if it is none. */
function askedIn(text: string): { name: string; options: Record<string, string> } | null {
  const [, name = "", rest = ""] =
    /^\/([a-z]{1,20})(?:@\w{1,64})?(?:\s+([\s\S]*))?$/i.exec(text.slice(0, 400).trim()) ?? [];
  const known = name.toLowerCase() === "start" ? "help" : name.toLowerCase();
  if (!(SUBCOMMANDS as readonly string[]).includes(known)) return null;
  return { name: known, options: typedOptions(known, rest.split(/\s+/).filter(Boolean)) };
}

/** The old and the new ID of a group that became a supergroup, as either of the two says; null for another update. */
export function migrationIn(update: JsonObject): { from: string; to: string } | null {
  const message = objectIn(update["message"]);
  const own = objectIn(message["chat"])["id"];
  const [to = own, from = own] = [message["migrate_to_chat_id"], message["migrate_from_chat_id"]];
  const isMove = Number.isSafeInteger(from) && Number.isSafeInteger(to) && from !== to;
  return isMove ? { from: scalarIn(from), to: scalarIn(to) } : null;
}

/** Asks whether a person is an admin of a group. */
export const memberCall = ({ reply, person }: Command, token: string, bases: ApiBases): OutboundRequest =>
  apiCall("getChatMember", token, bases, { chat_id: Number(reply["chat"]), user_id: Number(person.id) });

/** Whether a person is an admin of a group; null if Telegram does not say. */
export function isAdmin({ status, body }: OutboundAnswer): boolean | null {
  const member = status === 200 ? textIn(objectIn(bodyObject(body)?.["result"])["status"]) : "";
  return member === "" ? null : ["creator", "administrator"].includes(member);
}

/** Buttons of alerts. The others are below answers. */
const OF_ALERTS = /^(?:hour|end|claim):/;

/** Whether a pressed button is below an answer, which then changes. */
const isBelowAnswer = ({ asked }: Command): boolean => "button" in asked && !OF_ALERTS.test(asked.button);

/** The message with an answer: a reply to the command or alert, or in place of the answer whose button was pressed. */
function messageTo(answer: Answer, command: Command, at: number): JsonObject {
  const { reply } = command;
  const content = telegramContent({ message: messageOf(answer, at), edit: null, plain: false, at });
  const body = { chat_id: Number(reply["chat"]), ...content } as unknown as JsonObject;
  if (isBelowAnswer(command)) return { ...body, message_id: Number(reply["message"]) };
  const parameters = { message_id: Number(reply["message"]), allow_sending_without_reply: true };
  return { ...body, disable_notification: true, reply_parameters: parameters };
}

const methodOf = (body: JsonObject): string => (body["message_id"] === undefined ? "sendMessage" : "editMessageText");

/** The most characters of a text for the one who pressed a button alone. */
const MAX_ALONE = 200;

/**
 * Ends the waiting sign on a pressed button. A refusal, and what an alert's button did, is said to the one who pressed:
 * a refusal until it is closed.
 */
function acknowledged(press: string, answer: Answer, command: Command, at: number): JsonObject {
  const base = { method: "answerCallbackQuery", callback_query_id: press };
  const isRefusal = answer.notice.tone === "warning";
  if (!isRefusal && isBelowAnswer(command)) return base;
  const text = cut(plainMessage(messageOf(answer, at), plainDialectAt(at), MAX_ALONE), MAX_ALONE);
  return { ...base, text, ...(isRefusal ? { show_alert: true } : {}) };
}

/** Answers of Telegram: what the bot calls, in order. A late answer is a message that the bot sends. */
export const telegramDoor = (token: string): Door => ({
  now(answer, command, at) {
    const { press } = command.reply;
    const body = messageTo(answer, command, at);
    const message: JsonObject = { method: methodOf(body), ...body };
    if (press === undefined) return { calls: [message] };
    const isSaid = answer.buttons.length === 0 && (answer.notice.tone === "warning" || !isBelowAnswer(command));
    return { calls: [acknowledged(press, answer, command, at), ...(isSaid ? [] : [message])] };
  },
  later: ({ reply: { press } }) =>
    press === undefined ? null : { calls: [{ method: "answerCallbackQuery", callback_query_id: press }] },
  send(answer, command, at, bases) {
    const body = messageTo(answer, command, at);
    return apiCall(methodOf(body), token, bases, body);
  },
});
