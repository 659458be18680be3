import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { fakeDiscord, type FakeDiscord } from "../support/fake-discord.ts";
import { goingLive, START } from "../support/creators.ts";
import type { Platform } from "../support/platform.ts";

const SILENT = 4096;
const EVERYONE = ["7012", "7013", "7014"];

let cloud: Platform;
let discord: FakeDiscord;
let ticks: Awaited<ReturnType<typeof goingLive>>["ticks"];
let statuses: Awaited<ReturnType<typeof goingLive>>["statuses"];

beforeEach(async () => {
  vi.useFakeTimers({ now: START });
  discord = fakeDiscord({ forum: true });
  // The others are not live: if half of all start at once, that is suspicious.
  const world = await goingLive([...EVERYONE, "1", "2", "3", "4", "5"], (url, body, method) =>
    url.startsWith("https://discord.com") ? discord.answer(url, body, method) : null,
  );
  ({ cloud, ticks, statuses } = world);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const webhook = { kind: "discord", settings: { url: "https://discord.com/api/webhooks/1001/token" } };
const bot = { kind: "discord-bot", settings: { token: "MTIz.abc.def", channelId: "55" } };

async function subscribed(channel: { settings: object }, settings: object, more: object = {}): Promise<string> {
  const whole = { name: "forum", ...channel, settings: { ...channel.settings, ...settings } };
  const { body, status } = await cloud.api("POST", "/v1/channels", whole);
  expect(status, JSON.stringify(body)).toBe(201);
  const subscription = { name: "all", events: ["live.*"], channelId: body.id, ...more };
  expect((await cloud.api("POST", "/v1/subscriptions", subscription)).status).toBe(201);
  return body.id;
}

const posts = () => [...discord.threads.values()].toSorted();
const standing = () => [...discord.messages.values()].map((one) => ({ post: discord.threads.get(one.in), ...one }));
describe.each([webhook, bot])("a forum channel of $kind", (channel) => {
  test("has a post per creator, which gets all later messages", async () => {
    await subscribed(channel, { threadName: "{{name}} live" });
    await ticks([], EVERYONE);
    expect(posts()).toEqual(["user 7012 live", "user 7013 live", "user 7014 live"]);
    await ticks(["7013"]);
    expect(standing().map(({ post, edits }) => [post, edits])).toEqual([
      ["user 7012 live", 1],
      ["user 7013 live", 0],
      ["user 7014 live", 1],
    ]);
    await ticks(["7013", "7012"]);
    expect(posts()).toHaveLength(3);
    expect(standing().map(({ post }) => post)).toEqual([
      "user 7012 live",
      "user 7013 live",
      "user 7014 live",
      "user 7012 live",
    ]);
    expect(new Set(await statuses())).toEqual(new Set(["sent"]));
    for (const { post, body } of standing()) expect(JSON.stringify(body)).toContain(/\d+/.exec(post!)![0]);
  });

  test("gets a new post if a moderator deleted the previous one", async () => {
    await subscribed(channel, { threadName: "{{name}}" });
    await ticks([], ["7012"], []);
    discord.deleteThread([...discord.threads.keys()][0]!);
    await ticks(["7012"]);
    expect(posts()).toEqual(["user 7012"]);
    await ticks([]);
    expect(standing()).toMatchObject([{ post: "user 7012", edits: 1 }]);
    // The end of a stream whose post was deleted is sent in a new one.
    await ticks(["7012"]);
    discord.deleteThread([...discord.threads.keys()][0]!);
    await ticks([]);
    expect(standing()).toMatchObject([{ post: "user 7012", edits: 0 }]);
    expect(new Set(await statuses())).toEqual(new Set(["sent"]));
  });

  test("accepts a test message, and deletes ends in their post", async () => {
    const id = await subscribed(channel, { threadName: "{{name}}" }, { onEnd: "delete" });
    expect((await cloud.api("POST", `/v1/channels/${id}/test`)).body).toMatchObject({ ok: true });
    expect(discord.threads.size).toBe(1);
    await ticks([], ["7012"], []);
    expect(standing().filter(({ post }) => post === "user 7012")).toEqual([]);
    expect(await statuses()).toEqual(["sent", "sent"]);
  });

  test("without a name for posts says what is missing", async () => {
    const id = await subscribed(channel, {});
    expect((await cloud.api("POST", `/v1/channels/${id}/test`)).body).toMatchObject({ ok: false });
    expect(discord.threads.size).toBe(0);
  });

  test("rejects a name that it cannot fill, and two ways of threading", async () => {
    const tried = async (settings: object) =>
      (
        await cloud.api("POST", "/v1/channels", {
          name: "x",
          ...channel,
          settings: { ...channel.settings, ...settings },
        })
      ).body.errors;
    expect(await tried({ threadName: "{{name}} {{time}}" })).toMatchObject([{ pointer: "/settings/threadName" }]);
    expect(await tried({ threadName: " " })).toMatchObject([{ pointer: "/settings/threadName" }]);
    expect(await tried({ threadName: "{{name}}", threadId: "42" })).toMatchObject([
      { pointer: "/settings/threadName" },
    ]);
  });

  test("sends without a notification if it is silent, and edits do not mention that", async () => {
    await subscribed(channel, { threadName: "{{name}}", silent: true });
    await ticks([], ["7012"]);
    expect(standing()).toMatchObject([{ body: { flags: SILENT } }]);
  });
});

describe("a text channel", () => {
  beforeEach(() => {
    discord = fakeDiscord();
  });

  test("of a bot publishes new messages, whatever the result", async () => {
    const id = await subscribed(bot, { publish: true, silent: true });
    await ticks([], ["7012"], []);
    const [message] = standing();
    expect(message).toMatchObject({ edits: 1, body: { flags: SILENT } });
    expect(discord.published).toEqual([message!.id]);
    const { answer } = discord;
    discord.answer = (url, body, method) =>
      url.endsWith("/crosspost") ? { status: 429, body: '{"retry_after":3000}' } : answer(url, body, method);
    await ticks(["7013"]);
    expect(standing()).toHaveLength(2);
    expect(new Set(await statuses())).toEqual(new Set(["sent"]));
    expect((await cloud.api("GET", `/v1/channels/${id}`)).body).toMatchObject({
      failing: null,
      settings: { publish: true, silent: true },
    });
  });

  test("of a webhook cannot publish", async () => {
    const settings = { ...webhook.settings, publish: true };
    const { status, body } = await cloud.api("POST", "/v1/channels", { ...webhook, name: "x", settings });
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ pointer: "/settings/publish" }]);
  });

  test("is silent after a change, and no longer after another", async () => {
    const id = await subscribed(webhook, {});
    expect((await cloud.api("PATCH", `/v1/channels/${id}`, { settings: { silent: true } })).status).toBe(200);
    await ticks([], ["7012"]);
    expect((await cloud.api("PATCH", `/v1/channels/${id}`, { settings: { silent: null } })).status).toBe(200);
    await ticks(["7012", "7013"]);
    expect(standing().map(({ body }) => body.flags)).toEqual([SILENT, undefined]);
  });
});
