import { isObject, type Json, type JsonObject } from "../../core/json.ts";
import { bodyObject } from "../body-object.ts";
import type { ApiBases, OutboundAnswer, OutboundRequest } from "../kind.ts";
import type { Choice, Listed } from "../listing.ts";
import { passing } from "../outcomes.ts";
import { apiCall } from "./api.ts";

const MAX_BYTES = 1_000_000;
const MAX_UPDATES = 100;

/** Parts of an update that contain a chat. */
const NAMES_CHAT = ["message", "edited_message", "channel_post", "edited_channel_post", "my_chat_member"];

const OUT: Json[] = ["left", "kicked"];

/**
 * The chats that wrote to a bot, or that it was added to, within a day. `getUpdates` does not consume them for other
 * readers. Telegram has no list of a bot's chats.
 */
export function* telegramChats(token: string, bases: ApiBases): Generator<OutboundRequest, Listed, OutboundAnswer> {
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
