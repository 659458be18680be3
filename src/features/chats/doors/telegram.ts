import { apiCall } from "../../../channels/telegram/api.ts";
import { telegramContent } from "../../../channels/telegram/content.ts";
import type { OutboundRequest } from "../../../channels/kind.ts";
import { isObject, type Json, type JsonObject, objectIn, scalarIn, textIn } from "../../../core/json.ts";
import { cut } from "../../../core/text.ts";
import type { Press } from "../../../core/notice.ts";
import type { Answer } from "../answers.ts";
import { CHANGING, type Command, SUBCOMMANDS, typedOptions } from "../command.ts";
import { type Door, messageOf } from "./door.ts";
import { languageOf } from "./discord.ts";

/** Reads an update for a bot; null if it asks for nothing. */
export function telegramCommand(update: JsonObject, botId: string): Command | null {
  const press = isObject(update["callback_query"]) ? update["callback_query"] : null;
  const message = objectIn(press === null ? update["message"] : press["message"]);
  const [chat, from] = [objectIn(message["chat"]), objectIn(press === null ? message["from"] : press["from"])];
  if (!Number.isSafeInteger(chat["id"]) || !Number.isSafeInteger(from["id"]) || from["is_bot"] === true) return null;
  const asked = press === null ? askedIn(textIn(message["text"])) : { button: textIn(press["data"]) };
  if (asked === null) return null;
  return {
    kind: "telegram",
    address: `telegram:${botId}:${scalarIn(chat["id"])}`,
    title: textIn(chat["title"]) || textIn(chat["username"]) || textIn(chat["first_name"]) || null,
    person: {
      id: scalarIn(from["id"]),
      name: [from["first_name"], from["last_name"]].map(textIn).filter(Boolean).join(" ") || textIn(from["username"]),
      roles: [],
      manages: chat["type"] === "private",
    },
    language: languageOf(from["language_code"]),
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

/** Whether it must be known if the person is an admin of the group. */
export const needsAdmin = ({ asked, person }: Command): boolean =>
  !person.manages && ("button" in asked ? !/^(?:live|list):/.test(asked.button) : CHANGING.includes(asked.name));

/** Asks whether a person is an admin of a group. */
export const memberCall = (
  { reply, person }: Command,
  token: string,
  bases: Readonly<Record<string, string>>,
): OutboundRequest =>
  apiCall("getChatMember", token, bases, { chat_id: Number(reply["chat"]), user_id: Number(person.id) });

export function isAdmin(body: string): boolean {
  try {
    const { result } = objectIn(JSON.parse(body) as Json);
    return ["creator", "administrator"].includes(textIn(objectIn(result)["status"]));
  } catch {
    return false;
  }
}

const BUTTONS_A_ROW = 2;

function keyboardOf(buttons: Press[]): JsonObject {
  const keys = buttons.map(({ label, id }) => ({ text: cut(label, 60), callback_data: id }));
  const rows = Array.from({ length: Math.ceil(keys.length / BUTTONS_A_ROW) }, (_, row) =>
    keys.slice(row * BUTTONS_A_ROW, (row + 1) * BUTTONS_A_ROW),
  );
  return keys.length === 0 ? {} : { reply_markup: { inline_keyboard: rows } };
}

/** The message with an answer: a reply to the command, or in place of the answer whose button was pressed. */
function messageTo(answer: Answer, { reply, asked }: Command, at: number): JsonObject {
  const content = telegramContent({ message: messageOf(answer, at), edit: null, plain: false, at });
  const body = { chat_id: Number(reply["chat"]), ...content, ...keyboardOf(answer.buttons) } as unknown as JsonObject;
  if ("button" in asked && /^(?:live|list):/.test(asked.button))
    return { ...body, message_id: Number(reply["message"]) };
  const parameters = { message_id: Number(reply["message"]), allow_sending_without_reply: true };
  return { ...body, disable_notification: true, reply_parameters: parameters };
}

const methodOf = (body: JsonObject): string => (body["message_id"] === undefined ? "sendMessage" : "editMessageText");

/** Answers of Telegram. A late one is sent by the bot. */
export const telegramDoor = (token: string): Door => ({
  now(answer, command, at) {
    const body = messageTo(answer, command, at);
    return { method: methodOf(body), ...body };
  },
  later: () => null,
  send(answer, command, at, bases) {
    const body = messageTo(answer, command, at);
    return apiCall(methodOf(body), token, bases, body);
  },
});

/** Ends the waiting sign on a pressed button. */
export const acknowledged = (press: string, token: string, bases: Readonly<Record<string, string>>): OutboundRequest =>
  apiCall("answerCallbackQuery", token, bases, { callback_query_id: press });
