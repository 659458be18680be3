import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Answered } from "../support/chat-requests.ts";
import { addCreators } from "../support/creators.ts";
import { startSystem, type System } from "../support/system.ts";

// Buttons on the alerts of a Telegram bot, and a group that becomes a supergroup.

const MINUTE = 60_000;
const TOKEN = "123456:abcdefghijklmnopqrstuvwxyz_ABCDEF";

/** A group, whose bot is asked. */
const GROUP = -1001;
const SUPERGROUP = -1_009_876_543_210;

interface Call {
  method: string;
  body: Answered;
}

let telegram: Server;
let system: System;
let channelId: string;
const calls: Call[] = [];
let now = Math.ceil(Date.now() / MINUTE) * MINUTE;
/** The chat that exists. Telegram refuses messages to the one before. */
let current = GROUP;
const admins = new Set<number>([7, 8]);

function answered(method: string, body: Answered): { status: number; body: object } {
  const ok = (result: unknown) => ({ status: 200, body: { ok: true, result } });
  if (method === "getChatMember") return ok({ status: admins.has(body.user_id) ? "administrator" : "member" });
  if (body.chat_id === GROUP && current !== GROUP) {
    const description = "Bad Request: group chat was upgraded to a supergroup chat";
    const parameters = { migrate_to_chat_id: current };
    return { status: 400, body: { ok: false, error_code: 400, description, parameters } };
  }
  // A group would have us wait three seconds after each message.
  return ok({ message_id: 77, chat: { id: body.chat_id, type: "private" } });
}

beforeAll(async () => {
  telegram = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const call = { method: request.url!.split("/").at(-1)!, body: JSON.parse(text === "" ? "{}" : text) };
    calls.push(call);
    const answer = answered(call.method, call.body);
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => telegram.listen(0, "127.0.0.1", resolve));
  const { port } = telegram.address() as AddressInfo;
  system = await startSystem({
    TELEGRAM_API_BASE_URL: `http://127.0.0.1:${port}`,
    PUBLIC_URL: "https://tally.example",
  });
  await addCreators(system, ["1000"], { settings: { confirmOff: 1, graceSeconds: 0 } });
  const settings = { token: TOKEN, chatId: String(GROUP) };
  channelId = (await system.api("POST", "/v1/channels", { kind: "telegram", name: "t", settings })).body.id;
  await system.api("POST", "/v1/subscriptions", { name: "s", events: ["live.*"], channelId });
  await system.tick(now);
});
beforeEach(() => {
  calls.length = 0;
});
afterAll(async () => {
  await system.stop();
  telegram.close();
});

let update = 1;
let secret = "";
const LENA = { id: 7, first_name: "Lena" };
const TOM = { id: 8, first_name: "Tom" };
const STRANGER = { id: 9, first_name: "Zoe" };

async function told(content: object): Promise<Answered> {
  const response = await fetch(`${system.base}/chat/telegram/123456`, {
    method: "POST",
    headers: { "x-telegram-bot-api-secret-token": secret },
    body: JSON.stringify({ update_id: update++, ...content }),
  });
  expect(response.status).toBe(200);
  const text = await response.text();
  return text === "" ? null : JSON.parse(text);
}

const chat = () => ({ id: current, type: "supergroup", title: "Mods" });

const say = (text: string, from = LENA) => told({ message: { message_id: 5, chat: chat(), from, text } });

/** Presses a button. A message of last month is inaccessible: Telegram says its chat and ID alone. */
const press = (data: string, from = LENA) =>
  told({ callback_query: { id: "q1", from, message: { message_id: 77, date: 0, chat: chat() }, data } });

const called = (method: string): Answered[] => calls.filter((one) => one.method === method).map(({ body }) => body);

interface Button {
  text: string;
  callback_data?: string;
}

const buttonsOf = ({ reply_markup: markup }: Answered): Button[] => (markup?.inline_keyboard ?? []).flat();

const labels = (body: Answered): string[] =>
  buttonsOf(body)
    .filter(({ callback_data: data }) => data !== undefined)
    .map(({ text }) => text);

let room = 7_457_312_345_678_900_000n;
const started = async () => {
  system.upstream.live.set("1000", String((room += 1n)));
  await system.tick((now += MINUTE));
};
const ended = async () => {
  system.upstream.live.delete("1000");
  await system.tick((now += MINUTE));
};
const latest = async (): Promise<string> =>
  (await system.api("GET", "/v1/events?type=live.started&limit=1")).body.items[0].id;

test("alerts have no such buttons where nobody could press them", async () => {
  await started();
  expect(labels(called("sendMessage")[0])).toEqual([]);
  await ended();
});

test("one person takes an alert, a second one sees who, takes over, and the end removes the buttons", async () => {
  const { body } = await system.api("POST", "/v1/chats", { kind: "telegram", scopes: "write" });
  secret = called("setWebhook")[0].secret_token;
  expect((await say(`/link ${body.code}`)).text).toContain("connected");
  await started();
  const [sent] = called("sendMessage");
  expect(labels(sent)).toEqual(["Snooze 1 h", "Snooze until it ends", "I've got this"]);
  for (const { callback_data: data = "" } of buttonsOf(sent)) expect(Buffer.byteLength(data)).toBeLessThanOrEqual(64);
  const id = await latest();

  expect(await press(`claim:${id}`)).toBeNull();
  expect(called("answerCallbackQuery")).toEqual([{ callback_query_id: "q1", text: "Lena has got this" }]);
  await system.settled();
  const [edited] = called("editMessageText");
  expect(edited).toMatchObject({ chat_id: GROUP, message_id: 77 });
  expect(edited.text).toContain("Lena has had this since");
  expect(labels(edited)).toContain("Lena has got this");

  const offered = await press(`claim:${id}`, TOM);
  expect(called("answerCallbackQuery")[1].text).toMatch(/^Lena has got this\nsince /);
  expect(offered).toMatchObject({ method: "sendMessage", chat_id: GROUP, reply_parameters: { message_id: 77 } });
  expect(buttonsOf(offered)).toEqual([{ text: "Take over", callback_data: `take:${id}` }]);
  await system.settled();
  expect(called("editMessageText")).toHaveLength(1);
  const taken = await press(`take:${id}`, TOM);
  expect(taken).toMatchObject({ method: "editMessageText", message_id: 77 });
  expect(taken.text).toContain("Tom has got this");
  await system.settled();
  expect(labels(called("editMessageText").at(-1))).toContain("Tom has got this");

  const snoozed = await press(`end:${id}`);
  expect(snoozed.text).toContain("Until the stream ends");
  expect(labels(snoozed)).toEqual(["Undo"]);
  expect((await system.api("GET", "/v1/silences")).body.items).toMatchObject([{ untilEnd: true, reason: "Lena" }]);
  await ended();
  expect(labels(called("editMessageText").at(-1))).toEqual([]);
});

test("who may not is told alone, and nothing changes", async () => {
  await started();
  const id = await latest();
  const before = calls.length;
  expect(await press(`claim:${id}`, STRANGER)).toBeNull();
  expect(calls.slice(before).map(({ method }) => method)).toEqual(["getChatMember", "answerCallbackQuery"]);
  const [said] = called("answerCallbackQuery");
  expect(said).toMatchObject({ show_alert: true, text: expect.stringContaining("You can't change anything here") });
  expect((await system.api("GET", `/v1/events/${id}`)).body.claim).toBeUndefined();
  await ended();
});

test("buttons work after the creator was renamed, and say so after a deletion", async () => {
  await started();
  const id = await latest();
  const { targetId } = (await system.api("GET", `/v1/events/${id}`)).body;
  await system.api("PATCH", `/v1/targets/${targetId}`, { name: "Mariah" });
  expect((await press(`hour:${id}`)).text).toContain("Mariah snoozed");
  await system.api("DELETE", `/v1/targets/${targetId}?cascade=true`);
  expect(await press(`hour:${id}`)).toBeNull();
  expect(called("answerCallbackQuery").at(-1).text).toContain("no longer does anything");
  expect(await press(`claim:${id}`)).toBeNull();
  expect(called("answerCallbackQuery").at(-1).text).toContain("Lena has got this");
  await addCreators(system, ["1000"], { settings: { confirmOff: 1, graceSeconds: 0 } });
  system.upstream.live.delete("1000");
  await system.tick((now += MINUTE));
});

const moves = async () =>
  (await system.api("GET", "/v1/audit?limit=200")).body.items
    .filter(({ operation }: Answered) => operation === "followMove")
    .map(({ subject, request, actor }: Answered) => [subject.split("_")[0], request, actor.name]);

test("an update about a group that became a supergroup moves its channel and its linked chat, once", async () => {
  current = SUPERGROUP;
  const old = { id: GROUP, type: "group", title: "Mods" };
  for (const message of [
    { message_id: 90, chat: old, from: LENA, migrate_to_chat_id: SUPERGROUP },
    { message_id: 1, chat: chat(), from: LENA, migrate_from_chat_id: GROUP },
    { message_id: 90, chat: old, from: LENA, migrate_to_chat_id: SUPERGROUP },
  ])
    expect(await told({ message })).toBeNull();
  const { settings } = (await system.api("GET", `/v1/channels/${channelId}`)).body;
  expect(settings).toMatchObject({ token: "…", chatId: String(SUPERGROUP) });
  expect(await moves()).toEqual([
    ["cht", { address: `telegram:123456:${SUPERGROUP}` }, "Tallylight"],
    ["ch", { chatId: String(SUPERGROUP) }, "Tallylight"],
  ]);
  expect((await say("/list")).text).toContain("Watching");
  await started();
  expect(called("sendMessage").map(({ chat_id: id }) => id)).toEqual([SUPERGROUP]);
  expect(labels(called("sendMessage")[0])).toContain("I've got this");
  await ended();
});

test("a message that is refused because the group has moved moves both, and arrives with its buttons", async () => {
  // Both are in the old group again, as if no update had come.
  await system.api("PATCH", `/v1/channels/${channelId}`, { settings: { chatId: String(GROUP) } });
  await system.db.prepare("UPDATE chats SET address = ?1").bind(`telegram:123456:${GROUP}`).run();
  const before = (await moves()).length;
  await started();
  expect(called("sendMessage").map(({ chat_id: id }) => id)).toEqual([GROUP, SUPERGROUP]);
  expect(labels(called("sendMessage")[1])).toContain("I've got this");
  expect((await moves()).length).toBe(before + 2);
  expect((await say("/live")).text).not.toContain("isn't connected");
  const { items } = (await system.api("GET", "/v1/deliveries?limit=200")).body;
  expect(items.filter(({ status }: Answered) => status !== "sent" && status !== "suppressed")).toEqual([]);
});

test("a chat that was linked again in the supergroup stays, and the old link changes nothing", async () => {
  await system.db.prepare("UPDATE chats SET address = ?1").bind(`telegram:123456:${GROUP}`).run();
  const { body } = await system.api("POST", "/v1/chats", { kind: "telegram", scopes: "read" });
  await say(`/link ${body.code}`);
  const before = (await moves()).length;
  await told({ message: { message_id: 1, chat: chat(), migrate_from_chat_id: GROUP } });
  expect((await moves()).length).toBe(before);
  const linked = await system.db
    .prepare("SELECT id FROM chats WHERE address = ?1")
    .bind(`telegram:123456:${SUPERGROUP}`);
  expect(await linked.first()).toEqual({ id: body.id });
});
