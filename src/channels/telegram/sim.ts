import { type Context, Hono } from "hono";
import type { Inbox, InboxEntry } from "../../../sim/inbox/inbox.ts";
import { asObject, jsonObject, type JsonObject, objects, str } from "../../../sim/inbox/json.ts";
import { people } from "../../../sim/chats/people.ts";
import type { Receiver, Column } from "../../../sim/inbox/receiver.ts";
import { arrival } from "../../../sim/inbox/receive.ts";

/** Browser code: draws a message like Telegram. */
const drawing = String.raw`
const telegramMarks = {
  bold: (inside) => el("b", "", inside), italic: (inside) => el("i", "", inside), underline: (inside) => el("u", "", inside),
  strikethrough: (inside) => el("s", "", inside), spoiler: (inside) => el("span", "t-spoiler", inside), code: (inside) => el("code", "t-code", inside),
  pre: (inside) => el("pre", "t-pre", inside), text_mention: (inside) => el("span", "t-call", inside), blockquote: (inside) => el("span", "t-quote", inside),
};

function telegramText(text, entities, from, to) {
  const nodes = [];
  let at = from;
  entities.forEach((entity, place) => {
    const end = entity.offset + entity.length;
    if (!(entity.offset >= at && end <= to && entity.length > 0)) return;
    nodes.push(text.slice(at, entity.offset));
    const inside = telegramText(text, entities.slice(place + 1), entity.offset, end);
    nodes.push(entity.type === "text_link" ? link(entity.url, "t-link", inside) : (telegramMarks[entity.type] ?? telegramMarks.bold)(inside));
    at = end;
  });
  return [...nodes, text.slice(at, to)];
}

function drawTelegram(entry, message, edited) {
  const stamp = el("time", "t-stamp", (edited ? "edited " : "") + clock(entry.at));
  stamp.title = longDate(entry.at);
  const text = str(message.text);
  const preview = message.link_preview_options ?? {};
  const rows = Array.isArray(message.reply_markup?.inline_keyboard) ? message.reply_markup.inline_keyboard : [];
  return el("article", "t-message",
    el("div", "t-bubble",
      preview.is_disabled ? null : image(preview.url, "t-image", ""),
      el("div", "t-text", telegramText(text, list(message.entities), 0, text.length)),
      el("div", "t-foot", message.disable_notification ? el("span", "t-silent", "silent") : null, stamp)),
    rows.map((row) => el("div", "t-row", list(row).map(({ text: label, url, callback_data: data }) =>
      url === undefined ? pressable("t-button", data, str(label)) : link(url, "t-button", str(label))))));
}
`;

const style = `
.telegram { background: #d3e2c8; color: #000; font-family: "Noto Sans", "Helvetica Neue", Helvetica, Arial, sans-serif; }
.telegram h2 { background: #fff; color: #222; border-bottom: 1px solid #dfe1e5; }
.t-message { padding: 4px 12px; max-width: 480px; font-size: 14.5px; line-height: 1.4; }
.t-bubble { background: #fff; border-radius: 12px 12px 12px 4px; padding: 7px 11px 5px; box-shadow: 0 1px 1px #0002; }
.t-text { white-space: pre-wrap; overflow-wrap: anywhere; }
.telegram .t-link { color: #168acd; text-decoration: none; }
.telegram .t-link:hover { text-decoration: underline; }
.t-call { background: #dcf0fd; border-radius: 4px; padding: 0 3px; }
.t-code, .t-pre { font: 12.5px/1.45 Menlo, Consolas, "Liberation Mono", monospace; }
.t-pre { background: #f1f5f8; border-left: 3px solid #168acd; border-radius: 6px; margin: 3px 0; padding: 6px 8px; white-space: pre-wrap; }
.t-spoiler { background: #999; color: transparent; } .t-spoiler:hover { color: inherit; background: #eee; }
.t-quote { border-left: 3px solid #168acd; padding-left: 8px; }
.t-image { display: block; width: 100%; max-height: 320px; object-fit: cover; border-radius: 8px; margin-bottom: 5px; }
.t-foot { display: flex; justify-content: flex-end; gap: 6px; font-size: 11.5px; color: #8d969e; }
.telegram .t-button:is(button):hover { background: #688a5d; }
.t-row { display: flex; gap: 4px; margin-top: 4px; }
.telegram .t-button { flex: 1; text-align: center; background: #7a9a6f; color: #fff; border-radius: 8px; padding: 6px 10px; font-size: 13.5px; text-decoration: none; }
`;

/** The column of Telegram messages. */
const telegramColumn: Column = {
  id: "telegram",
  title: "Telegram",
  heading: ["✈", "Live alerts", "Telegram"],
  empty: [
    "Nothing here yet",
    "Alerts to the group appear here, and what people write to the bot. Add channels with any token like 123456789:letters.",
  ],
  drawing: { name: "drawTelegram", script: drawing },
  style,
};

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

function refused(status: 400 | 401 | 403 | 404 | 409 | 429, description: string, parameters?: object): Response {
  return Response.json({ ok: false, error_code: status, description, ...(parameters && { parameters }) }, { status });
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
    const bot = token.split(":")[0]!;
    if (method === "getUpdates") return inbox.hooks.has(bot) ? refused(409, CONFLICT) : taken(updates());
    if (method === "setWebhook") return hook(bot, body);
    if (method === "setMyCommands") return taken(true);
    if (method === "getChatMember") return taken(memberOf(Number(body["user_id"])));
    if (method === "answerCallbackQuery") return acknowledge(context, body);
    if (method === "sendMessage") return send(context, body);
    if (method === "editMessageText") return edit(context, body);
    if (method === "deleteMessage") return remove(context, body);
    return refused(404, "Not Found: method not found");
  });
  return app;
  function hook(bot: string, body: JsonObject): Response {
    const [url, secret] = [str(body["url"]), str(body["secret_token"])];
    if (url !== "" && !URL.canParse(url)) return refused(400, "Bad Request: bad webhook: invalid URL");
    if (!/^[\w-]{0,256}$/.test(secret)) return refused(400, "Bad Request: secret token contains unallowed characters");
    if (url === "") inbox.hooks.delete(bot);
    else inbox.hooks.set(bot, { url, secret });
    return taken(true);
  }

  /** Shows the one who pressed a button a text above the chat. */
  function acknowledge(context: Context, body: JsonObject): Response {
    const [text, who] = [str(body["text"]), str(body["callback_query_id"]).split("-")[0]];
    if (text.length > 200) return refused(400, "Bad Request: MESSAGE_TOO_LONG");
    const said = { by: people.find(({ key }) => key === who)?.name ?? "", asked: "", alone: true, toast: text };
    if (text !== "") inbox.add({ ...arrived(context, {}, `toast-${++count}`), text, said });
    return taken(true);
  }

  function send(context: Context, body: JsonObject): Response {
    const chat = chatIn(body);
    if (chat === null) return refused(400, "Bad Request: chat not found");
    if (chat === LEFT.id) return refused(403, KICKED);
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
    return inbox.present("telegram", `${chatIn(body)}/${String(body["message_id"])}`);
  }
}

const KICKED = "Forbidden: bot was kicked from the supergroup chat";
const CONFLICT =
  "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first";

/** Whether somebody manages the group. */
const memberOf = (id: number) =>
  people.some(({ telegram, manages }) => telegram === id && manages)
    ? { status: "administrator" }
    : { status: "member" };

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
  403: KICKED,
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
  demo: { name: "Telegram group", mention: null, digest: false },
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

const isData = (text: string): boolean => text !== "" && new TextEncoder().encode(text).length <= 64;

/** The visible text of a message: its text and buttons. */
function telegramText(body: JsonObject): string {
  const { inline_keyboard: rows } = (body["reply_markup"] ?? {}) as JsonObject;
  const buttons = (Array.isArray(rows) ? rows : []).flatMap(objects).map(({ text }) => str(text));
  return [str(body["text"]), ...buttons].join("\n");
}

const [MINUTE, SECOND] = [60_000, 1000];

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
