import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { drive } from "../../sim/testing/driver.ts";
import { platform, watch, type Platform } from "../support/platform.ts";

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 5, 12);
const TOKEN = "100000000:aSecretOfTelegram-1234567";
const API = "https://api.telegram.org";

let cloud: Platform;
const live = new Set<string>();
let now = START;
const logged: string[] = [];
const calls: { method: string; status: number; body: Record<string, unknown> }[] = [];
let migrated: "no" | "once" | "always" = "no";

beforeEach(async () => {
  vi.useFakeTimers({ now: START });
  const log = (...words: unknown[]) => void logged.push(words.map(String).join(" "));
  vi.spyOn(console, "log").mockImplementation(log);
  vi.spyOn(console, "error").mockImplementation(log);
  live.clear();
  calls.length = 0;
  migrated = "no";
  now = START;
  const simulator = drive();
  cloud = await platform();
  cloud.outside = async (url, body, method = "GET") => {
    if (!url.startsWith(API)) {
      const on = live.has(/user_id=(\d+)/.exec(url)?.[1] ?? "");
      return {
        status: 200,
        body: JSON.stringify({ code: 0, data: { data: [{ alive: on, room_id: on ? 7100 : 0 }] } }),
      };
    }
    const path = url.slice(API.length);
    expect(path.startsWith(`/bot${TOKEN}/`)).toBe(true);
    const parameters = { migrate_to_chat_id: -100777 };
    const moved = { ok: false, error_code: 400, description: `Bad Request: upgraded ${TOKEN}`, parameters };
    const isOld = (JSON.parse(body) as { chat_id?: unknown }).chat_id !== -100777;
    const { status, text } =
      migrated === "always" || (migrated === "once" && isOld)
        ? { status: 400, text: JSON.stringify(moved) }
        : await simulator.send(`/inbox/telegram-api${path}`, { method, body });
    calls.push({ method: path.split("/").at(-1)!, status, body: JSON.parse(body) });
    return { status, body: text };
  };
  await watch(cloud, ["7012", "7013"], { settings: { graceSeconds: 0, confirmOff: 1 } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function subscribed(onEnd: string): Promise<string> {
  const settings = { token: TOKEN, chatId: "-1001000000001", topicId: "42" };
  const { body, status } = await cloud.api("POST", "/v1/channels", { kind: "telegram", name: "Live", settings });
  expect([status, body.settings]).toEqual([201, { token: "…", chatId: "-1001000000001", topicId: "42" }]);
  const subscription = { name: "Live", events: ["live.*"], channelId: body.id, onEnd };
  expect((await cloud.api("POST", "/v1/subscriptions", subscription)).status).toBe(201);
  return body.id;
}

async function ticks(...of: string[][]): Promise<void> {
  for (const on of of) {
    live.clear();
    for (const one of on) live.add(one);
    now += MINUTE;
    expect(await cloud.tick(now)).toBe(true);
  }
}

test("a stream's end edits the message about its start", async () => {
  await subscribed("edit");
  await ticks([], ["7012"], []);
  expect(calls.map(({ method, status }) => [method, status])).toEqual([
    ["sendMessage", 200],
    ["editMessageText", 200],
  ]);
  const [sent, edited] = calls.map(({ body }) => body);
  expect(sent).toMatchObject({ chat_id: -1001000000001, message_thread_id: 42 });
  expect(sent!["text"]).toContain("is live");
  expect(edited).toMatchObject({ chat_id: -1001000000001, message_id: 1 });
  expect(edited!["text"]).toContain("was live");
});

test("the message about one who is deleted while live no longer says that she is live", async () => {
  await subscribed("edit");
  await ticks([], ["7012"]);
  const { items } = (await cloud.api("GET", "/v1/targets")).body;
  const { id } = items.find(({ params }: { params: { userId: string } }) => params.userId === "7012");
  expect((await cloud.api("DELETE", `/v1/targets/${id}`)).status).toBe(204);
  await ticks(["7012"], ["7012"]);
  expect(calls.map(({ method, status }) => [method, status])).toEqual([
    ["sendMessage", 200],
    ["editMessageText", 200],
  ]);
  expect(calls[1]!.body["text"]).toMatch(/was live[^]*no longer watched/);
  expect(calls[1]!.body["text"]).not.toContain("is live");
});

test("a stream's end deletes the message if configured", async () => {
  await subscribed("delete");
  await ticks([], ["7012"], []);
  expect(calls.map(({ method, status }) => [method, status])).toEqual([
    ["sendMessage", 200],
    ["deleteMessage", 200],
  ]);
  const { items } = (await cloud.api("GET", "/v1/deliveries")).body;
  expect(items.map(({ status }: { status: string }) => status)).toEqual(["sent", "sent"]);
});

test("a group that became a supergroup is followed at once, with an audit entry", async () => {
  const id = await subscribed("edit");
  await ticks([], ["7012"]);
  migrated = "once";
  await ticks(["7012", "7013"], ["7013"]);
  expect(calls.map(({ method, status, body }) => [method, status, body["chat_id"]])).toEqual([
    ["sendMessage", 200, -1001000000001],
    ["sendMessage", 400, -1001000000001],
    ["sendMessage", 200, -100777],
    // The message about the first start stayed in the old group.
    ["editMessageText", 400, -1001000000001],
    ["sendMessage", 200, -100777],
  ]);
  const channel = (await cloud.api("GET", `/v1/channels/${id}`)).body;
  expect(channel).toMatchObject({ settings: { chatId: "-100777", topicId: "42" }, failing: null, enabled: true });
  const [entry, ...rest] = (await cloud.api("GET", "/v1/audit")).body.items;
  expect(entry).toMatchObject({
    actor: { tokenId: null, name: "Tallylight" },
    operation: "followMove",
    subject: id,
    request: { chatId: "-100777" },
  });
  expect(rest.filter(({ operation }: { operation: string }) => operation === "followMove")).toEqual([]);
  const { items } = (await cloud.api("GET", "/v1/deliveries")).body;
  expect(items.map(({ status }: { status: string }) => status)).toEqual(["sent", "sent", "sent"]);
  expect((await cloud.api("POST", `/v1/channels/${id}/test`, {})).body).toMatchObject({ ok: true });
});

test("a test message to a group that became a supergroup arrives there", async () => {
  const id = await subscribed("edit");
  migrated = "once";
  expect((await cloud.api("POST", `/v1/channels/${id}/test`, {})).body).toMatchObject({ ok: true });
  expect(calls.map(({ body }) => body["chat_id"])).toEqual([-1001000000001, -100777]);
});

test("a group whose ID keeps changing is reported with its new ID, and the token appears nowhere", async () => {
  const id = await subscribed("edit");
  migrated = "always";
  await ticks([], ["7012"], ["7012", "7013"], ["7012", "7013"], ["7012", "7013"]);
  const channel = (await cloud.api("GET", `/v1/channels/${id}`)).body;
  expect(channel.failing.reason).toContain("-100777");
  const { items } = (await cloud.api("GET", "/v1/deliveries")).body;
  const delivery = (await cloud.api("GET", `/v1/deliveries/${items.at(-1).id}`)).body;
  expect(delivery.response.body).toContain("Bad Request: upgraded …");
  const audit = (await cloud.api("GET", "/v1/audit")).body;
  for (const displayed of [channel, items, delivery, audit, logged]) {
    expect(JSON.stringify(displayed)).not.toContain("aSecretOfTelegram");
  }
  migrated = "no";
  await cloud.api("PATCH", `/v1/channels/${id}`, { settings: { chatId: "-100777" } });
  await ticks(["7012", "7013"]);
  expect(calls.at(-1)).toMatchObject({ status: 200, body: { chat_id: -100777 } });
});
