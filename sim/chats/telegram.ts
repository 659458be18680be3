import { Hono } from "hono";
import { jsonObject, type JsonObject, objects, str, asObject } from "../inbox/json.ts";
import { type ChatParts, type ChatService, delivered, shown } from "./service.ts";
import type { Person } from "./people.ts";

const KIND = "telegram";
const CHAT = { id: -1_001_000_000_001, type: "supergroup", title: "Live alerts", is_forum: true };

/** The bot of the demo's channel. */
const BOT = "100000000";

let updates = 0;

/** Telegram waits longer than others: an update that it sends again is answered only once, the first time. */
const PATIENCE_MS = 60_000;

/** How often an update is sent until the webhook takes it. */
const MAX_TRIES = 4;

/** Sends an update to the bot's webhook, and carries out the call that its response has. Returns what failed, or null. */
async function told(update: JsonObject, parts: ChatParts): Promise<string | null> {
  const { inbox, origin, own } = parts;
  const hook = inbox.hooks.get(BOT);
  if (hook === undefined) return "The bot has no webhook: nobody receives this";
  const headers = { "content-type": "application/json", "x-telegram-bot-api-secret-token": hook.secret };
  // Telegram's own way to the instance. Here both are on one machine.
  const { pathname } = new URL(hook.url);
  const body = JSON.stringify({ update_id: ++updates, ...update });
  // Telegram sends an update again until it is taken; what it asks for is done once, by its number.
  let answer: string | null = null;
  for (let tries = 0; answer === null && tries < MAX_TRIES; tries++)
    answer = await delivered(parts, pathname, headers, body, PATIENCE_MS);
  if (answer === null) return "The bot did not answer";
  const { method, ...call } = jsonObject(answer) ?? {};
  if (typeof method !== "string") return null;
  const response = await own(
    new Request(`${origin}/inbox/telegram-api/bot${BOT}:answer/${method}`, {
      method: "POST",
      body: JSON.stringify(call),
    }),
  );
  return response.ok ? null : `Telegram refuses: ${str(jsonObject(await response.text())?.["description"])}`;
}

const fromOf = (who: Person) => ({ id: who.telegram, is_bot: false, first_name: who.name, language_code: "en" });

/** Telegram: updates to a webhook with its secret. A response may carry one call; everybody sees messages in a group. */
export const telegramChat: ChatService = {
  async command(who, text, parts) {
    const said = { by: who.name, asked: text, alone: false };
    const { id } = shown(parts, KIND, said);
    const message = { message_id: Number(id.split("-").at(-1)), date: Math.floor(parts.now() / 1000), chat: CHAT };
    const failed = await told({ message: { ...message, from: fromOf(who), text } }, parts);
    if (failed !== null) shown(parts, KIND, { by: who.name, asked: "", alone: false, failed });
  },

  async press(who, { entry, message, button }, parts) {
    const { inline_keyboard: rows } = asObject(message["reply_markup"]) ?? {};
    const found = (Array.isArray(rows) ? rows : []).flatMap(objects).find((one) => one["callback_data"] === button);
    if (found === undefined) return;
    const id = `${who.key}-${crypto.randomUUID()}`;
    const below = { message_id: Number(entry.id.split("/")[1]), date: Math.floor(parts.now() / 1000), chat: CHAT };
    const failed = await told({ callback_query: { id, from: fromOf(who), message: below, data: button } }, parts);
    if (failed !== null) shown(parts, KIND, { by: who.name, asked: "", alone: true, failed });
  },

  routes: () => new Hono(),
};
