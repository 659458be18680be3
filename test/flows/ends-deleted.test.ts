import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { fakeDiscord, type FakeDiscord } from "../support/fake-discord.ts";
import { goingLive, START } from "../support/creators.ts";
import type { Platform } from "../support/platform.ts";

const BOTH = ["7012", "7013"];

let cloud: Platform;
let discord: FakeDiscord;
let ticks: Awaited<ReturnType<typeof goingLive>>["ticks"];
let statuses: Awaited<ReturnType<typeof goingLive>>["statuses"];

beforeEach(async () => {
  vi.useFakeTimers({ now: START });
  discord = fakeDiscord();
  const world = await goingLive(BOTH, (url, body, method) => {
    if (url.startsWith("https://discord.com")) return discord.answer(url, body, method);
    return url.startsWith("https://hooks.slack.com") ? { status: 200, body: "ok" } : null;
  });
  ({ cloud, ticks, statuses } = world);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function subscribed(channel: object, onEnd: string): Promise<void> {
  const { body, status } = await cloud.api("POST", "/v1/channels", { name: onEnd, ...channel });
  expect(status, JSON.stringify(body)).toBe(201);
  const subscription = { name: onEnd, events: ["live.*"], channelId: body.id, onEnd };
  expect((await cloud.api("POST", "/v1/subscriptions", subscription)).status).toBe(201);
}

const webhook = { kind: "discord", settings: { url: "https://discord.com/api/webhooks/1001/token" } };
const bot = { kind: "discord-bot", settings: { token: "MTIz.abc.def", channelId: "55" } };

describe.each([webhook, bot])("a stream's end on $kind", (channel) => {
  test("deletes the message about its start, and counts as sent once that is gone", async () => {
    await subscribed(channel, "delete");
    await ticks([], ["7012"]);
    expect([...discord.messages.values()]).toHaveLength(1);
    await ticks([]);
    expect(discord.messages.size).toBe(0);
    expect(discord.calls.map(({ method, status }) => [method, status])).toEqual([
      ["POST", 200],
      ["DELETE", 204],
    ]);
    expect(await statuses()).toEqual(["sent", "sent"]);
  });

  test("removes one of two lines of a message, and deletes the message with the other", async () => {
    await subscribed(channel, "delete");
    await ticks([], BOTH, ["7013"]);
    const [message] = discord.messages.values();
    expect(message).toMatchObject({ edits: 1 });
    const reported = JSON.stringify(message!.body);
    expect(reported).toContain("7013");
    expect(reported).not.toContain("7012");
    await ticks([]);
    expect(discord.messages.size).toBe(0);
    expect(await statuses()).toEqual(["sent", "sent", "sent"]);
  });

  test("counts as sent if a moderator has deleted the message", async () => {
    await subscribed(channel, "delete");
    await ticks([], ["7012"]);
    discord.messages.clear();
    await ticks([]);
    expect(discord.calls.at(-1)).toMatchObject({ method: "DELETE", status: 404 });
    expect(await statuses()).toEqual(["sent", "sent"]);
    await ticks(["7012"]);
    expect(discord.messages.size).toBe(1);
  });
});

test("a refused deletion is no success", async () => {
  await subscribed(webhook, "delete");
  await ticks([], ["7012"]);
  const { answer } = discord;
  discord.answer = (url, body, method) =>
    method === "DELETE" ? { status: 403, body: '{"code":50005}' } : answer(url, body, method);
  await ticks([]);
  expect(await statuses()).toEqual(["dead", "sent"]);
});

test("a channel that cannot delete gets a message about the end", async () => {
  await subscribed({ kind: "slack", settings: { url: "https://hooks.slack.com/services/T0/B0/x" } }, "delete");
  await ticks([], ["7012"], []);
  expect(cloud.calls.filter((url) => url.startsWith("https://hooks.slack.com"))).toHaveLength(2);
  expect(await statuses()).toEqual(["sent", "sent"]);
});
