import { type Context, Hono } from "hono";
import type { Inbox, InboxEntry } from "../../../sim/inbox/inbox.ts";
import { asObject, jsonObject, type JsonObject, objects, str } from "../../../sim/inbox/json.ts";
import type { Receiver } from "../../../sim/inbox/receiver.ts";
import { arrival } from "../../../sim/inbox/receive.ts";
import { telegramColumn } from "../dialects/telegram/sim/column.ts";

const DEMO_CHAT = -1001000000001;

/** The chats of the demo's bot: a person, a group and a channel. It was removed from another one. */
const CHATS = [
  { id: 100000001, type: "private", first_name: "Ana", username: "ana_moderates" },
  { id: DEMO_CHAT, type: "supergroup", title: "Live alerts", is_forum: true },
  { id: -1001000000002, type: "channel", title: "Announcements", username: "announcements" },
];
const LEFT = { id: -1001000000003, type: "supergroup", title: "Old group" };

/** The chat with this id, or an invented one. Positive ids belong to people. */
const chatAt = (id: number) =>
  CHATS.find((one) => one.id === id) ?? { id, type: id > 0 ? "private" : "supergroup", title: `Chat ${id}` };

function refused(status: 400 | 401 | 403 | 404 | 429, description: string, parameters?: object): Response {
  const body = { ok: false, error_code: status, description, ...(parameters === undefined ? {} : { parameters }) };
  return Response.json(body, { status });
}

/** The id of a message's chat, given as a number, as text, or as an @name. */
function chatIn({ chat_id: chat }: JsonObject): number | null {
  if (typeof chat === "string" && chat.startsWith("@"))
    return CHATS.find(({ username }) => `@${username ?? ""}` === chat)?.id ?? null;
  const id = Number(chat);
  return Number.isSafeInteger(id) && id !== 0 ? id : null;
}

function routes(inbox: Inbox, wallNow: () => number): Hono {
  const app = new Hono();
  const slowDown = telegramPace(wallNow);
  const sentAt = () => Math.floor(wallNow() / 1000);
  let count = 0;

  app.all("/inbox/telegram-api/*", async (context) => {
    const [, token = "", method = ""] = /\/bot([^/]*)\/(\w+)$/.exec(context.req.path) ?? [];
    if (method === "" || !/^\d+:/.test(token)) return refused(404, "Not Found");
    if (!/^\d{3,20}:[\w-]{1,200}$/.test(token)) return refused(401, "Unauthorized");
    const body = jsonObject((await context.req.text()) || "{}");
    if (!body) return refused(400, "Bad Request: can't parse the request");
    if (method === "getMe") return taken({ id: Number(token.split(":")[0]), is_bot: true, first_name: "Tallylight" });
    if (method === "getUpdates") return taken(updates());
    if (method === "sendMessage") return send(context, body);
    if (method === "editMessageText") return edit(context, body);
    if (method === "deleteMessage") return remove(context, body);
    return refused(404, "Not Found: method not found");
  });
  return app;

  function send(context: Context, body: JsonObject): Response {
    const chat = chatIn(body);
    if (chat === null) return refused(400, "Bad Request: chat not found");
    if (chat === LEFT.id) return refused(403, "Forbidden: bot was kicked from the supergroup chat");
    const refusal = telegramRefusal(body);
    if (refusal !== undefined) return refused(400, `Bad Request: ${refusal}`);
    const wait = slowDown(chat);
    if (wait !== null) return refused(429, `Too Many Requests: retry after ${wait}`, { retry_after: wait });
    const entry = inbox.add(arrived(context, body, `${chat}/${++count}`));
    return taken({ ...messageOf(entry, chat), date: sentAt() });
  }

  function edit(context: Context, body: JsonObject): Response {
    const before = find(body);
    if (!before) return refused(400, "Bad Request: message to edit not found");
    const refusal = telegramRefusal(body);
    if (refusal !== undefined) return refused(400, `Bad Request: ${refusal}`);
    const { message = asObject(before.body) ?? {} } = before;
    const { disable_notification: silent } = message;
    const changed = { ...body, ...(silent === undefined ? {} : { disable_notification: silent }) };
    if (seenOf(changed) === seenOf(message))
      return refused(400, "Bad Request: message is not modified: specified new message content is exactly the same");
    const entry = inbox.add({ ...arrived(context, body, before.id), editOf: before.id, message: changed });
    return taken({ ...messageOf(entry, chatIn(body)!), edit_date: sentAt() });
  }

  function remove(context: Context, body: JsonObject): Response {
    const before = find(body);
    if (!before) return refused(400, "Bad Request: message to delete not found");
    inbox.add({ ...arrived(context, body, before.id), text: "", deleted: true });
    return taken(true);
  }

  function find(body: JsonObject): InboxEntry | undefined {
    const entry = inbox.find("telegram", `${chatIn(body)}/${String(body["message_id"])}`);
    return entry?.deleted === true ? undefined : entry;
  }
}

const taken = (result: unknown): Response => Response.json({ ok: true, result });

/** The visible content of a message, for comparison. */
const seenOf = ({ text, entities = [], reply_markup: markup = null, link_preview_options: preview }: JsonObject) =>
  JSON.stringify([text, entities, markup, preview]);

/** The recorded request, without the token in its path. */
function arrived(context: Context, body: JsonObject, id: string) {
  const noted = arrival(context, "telegram", body, telegramText(body), id);
  return { ...noted, path: noted.path.replace(/\/bot[^/]+/, "/bot…") };
}

const messageOf = (entry: InboxEntry, chat: number): JsonObject => ({
  message_id: Number(entry.id.split("/")[1]),
  chat: chatAt(chat),
  text: (asObject(entry.body) ?? {})["text"],
});

/** `getUpdates`: each chat wrote to the bot, and it was removed from one. */
const updates = () => [
  ...[...CHATS, LEFT].map((chat, index) =>
    chat.type === "channel"
      ? { update_id: index + 1, channel_post: { message_id: 1, chat, text: "hello" } }
      : { update_id: index + 1, message: { message_id: 1, chat, text: "/start" } },
  ),
  { update_id: 9, my_chat_member: { chat: LEFT, new_chat_member: { status: "kicked" } } },
];

const DESCRIPTIONS: Partial<Record<number, string>> = {
  400: "Bad Request: message text is empty",
  401: "Unauthorized",
  403: "Forbidden: bot was kicked from the supergroup chat",
  404: "Not Found",
  429: "Too Many Requests",
};

export const receiver: Receiver = {
  path: "telegram-api",
  fault: "inbox.telegram",
  routes,
  words: (status, retryAfter) =>
    JSON.stringify({
      ok: false,
      error_code: status,
      description: DESCRIPTIONS[status] ?? "Internal Server Error",
      ...(retryAfter === undefined ? {} : { parameters: { retry_after: retryAfter } }),
    }),
  settings: () => ({ token: "100000000:demo-token-of-the-simulator", chatId: String(DEMO_CHAT) }),
  column: telegramColumn,
};

const MAX_TEXT = 4096;

/** The error with which Telegram would refuse a message's format; undefined if it would accept it. */
function telegramRefusal(body: JsonObject): string | undefined {
  const text = str(body["text"]);
  if (text.trim() === "") return "message text is empty";
  if (text.length > MAX_TEXT) return "message is too long";
  const inside = objects(body["entities"]).every(
    ({ type, offset, length }) =>
      typeof type === "string" &&
      Number.isInteger(offset) &&
      Number.isInteger(length) &&
      Number(offset) >= 0 &&
      Number(length) > 0 &&
      Number(offset) + Number(length) <= text.length,
  );
  if (!inside) return "can't parse entities: an entity is outside of the text";
  const { inline_keyboard: rows } = (body["reply_markup"] ?? {}) as JsonObject;
  const buttons = (Array.isArray(rows) ? rows : []).flatMap(objects);
  const asks = ({ callback_data: data }: JsonObject) => data !== undefined;
  if (buttons.some((one) => asks(one) && !isData(str(one["callback_data"])))) return "BUTTON_DATA_INVALID";
  if (buttons.some((one) => str(one["text"]) === "" || (!asks(one) && !URL.canParse(str(one["url"])))))
    return "BUTTON_URL_INVALID";
  return undefined;
}

/** Whether a button sends 1 to 64 bytes. */
const isData = (text: string): boolean => text !== "" && new TextEncoder().encode(text).length <= 64;

/** The visible text of a message: its text and buttons. */
function telegramText(body: JsonObject): string {
  const { inline_keyboard: rows } = (body["reply_markup"] ?? {}) as JsonObject;
  const buttons = (Array.isArray(rows) ? rows : []).flatMap(objects).map(({ text }) => str(text));
  return [str(body["text"]), ...buttons].join("\n");
}

const MINUTE = 60_000;
const SECOND = 1000;

/**
 * Returns a limiter of messages: twenty a minute for a group, thirty a second in total. It returns the seconds to wait,
 * or null.
 */
function telegramPace(wallNow: () => number): (chat: number) => number | null {
  let sent: { chat: number; at: number }[] = [];
  return (chat) => {
    const now = wallNow();
    sent = sent.filter(({ at }) => now - at < MINUTE);
    const there = sent.filter((one) => one.chat === chat);
    if (chat < 0 && there.length >= 20) return Math.ceil((there[0]!.at + MINUTE - now) / SECOND);
    if (sent.filter(({ at }) => now - at < SECOND).length >= 30) return 1;
    sent.push({ chat, at: now });
    return null;
  };
}
