import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { fakeDiscord, type FakeDiscord } from "../support/fake-discord.ts";
import { goingLive, START } from "../support/creators.ts";
import type { Platform } from "../support/platform.ts";

describe("forum posts", () => {
  describe("forum posts", () => {
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
  });

  describe("forum fan out", () => {
    /** Creators who start in one tick. */
    const STARTING = process.env["LONG"] ? 300 : 100;
    /** As many posts as Discord lets a webhook send in a minute. */
    const PER_MINUTE = 30;

    const starting = Array.from({ length: STARTING }, (_, n) => String(10_000 + n));
    /** If half of those in a batch start at once, that is suspicious. */
    const rest = Array.from({ length: 3 * STARTING }, (_, n) => String(20_000 + n));
    const roleOf = (userId: string) => String(900_000_000_000_000_000n + BigInt(userId));

    let discord: FakeDiscord;
    let world: Awaited<ReturnType<typeof goingLive>>;

    beforeEach(async () => {
      vi.useFakeTimers({ now: START });
      discord = fakeDiscord({ forum: true, perMinute: PER_MINUTE });
      world = await goingLive([...starting, ...rest], (url, body, method) =>
        url.startsWith("https://discord.com") ? discord.answer(url, body, method) : null,
      );
    });
    afterEach(() => {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    });

    const webhook = { kind: "discord", settings: { url: "https://discord.com/api/webhooks/1001/token" } };
    const bot = { kind: "discord-bot", settings: { token: "MTIz.abc.def", channelId: "55" } };

    test.each([webhook, bot])(
      "hundreds of starts in one tick in a rate-limited forum of $kind: a post each, with exactly its creator's role, none dead",
      async ({ kind, settings }) => {
        const { cloud, ticks } = world;
        for (let after: string | null = ""; after !== null;) {
          const { body } = await cloud.api("GET", `/v1/targets?limit=200${after}`);
          for (const { id, params } of body.items as { id: string; params: { userId: string } }[])
            if (starting.includes(params.userId)) {
              const mention = `role:${roleOf(params.userId)}`;
              const patched = await cloud.api("PATCH", `/v1/targets/${id}`, { mention });
              expect(patched.status, JSON.stringify(patched.body)).toBe(200);
            }
          after = body.nextCursor === null ? null : `&cursor=${body.nextCursor}`;
        }
        const channel = { name: "forum", kind, settings: { ...settings, threadName: "{{name}} live" } };
        const { id: channelId } = (await cloud.api("POST", "/v1/channels", channel)).body;
        const alert = { name: "all", events: ["live.started"], channelId };
        expect((await cloud.api("POST", "/v1/subscriptions", alert)).status).toBe(201);
        await ticks([], starting);
        let waited = 0;
        while (discord.messages.size < STARTING && waited++ < 2 * (STARTING / PER_MINUTE)) await ticks(starting);
        expect([...discord.threads.values()].toSorted()).toEqual(starting.map((id) => `user ${id} live`));
        const roles = [...discord.messages.values()].map(({ in: thread, body }) => ({
          post: discord.threads.get(thread),
          allowed: body.allowed_mentions,
          named: [...(body.content ?? "").matchAll(/<@&(\d+)>/g)].map(([, role]) => role),
        }));
        expect(roles.toSorted((a, b) => a.post!.localeCompare(b.post!))).toEqual(
          starting.map((id) => ({
            post: `user ${id} live`,
            allowed: expect.objectContaining({ roles: [roleOf(id)], parse: [] }),
            named: [roleOf(id)],
          })),
        );
        for (const name of discord.threads.values()) expect(name.length).toBeLessThanOrEqual(100);
        for (const { body } of discord.messages.values()) {
          expect(body.content!.length).toBeLessThanOrEqual(2000);
          expect(body.embeds!.length).toBeLessThanOrEqual(10);
        }
        const refused = discord.calls.filter(({ status }) => status >= 400);
        expect(refused.filter(({ status }) => status !== 429)).toEqual([]);
        // A refusal ends the minute's calls but for those that are on their way.
        expect(refused.length).toBeGreaterThanOrEqual(STARTING / PER_MINUTE - 1);
        expect(refused.length).toBeLessThan(STARTING / 3);
        const dead = (await cloud.api("GET", "/v1/deliveries?status=dead")).body.items;
        expect(dead).toEqual([]);
      },
    );
  });
});

describe("ends deleted", () => {
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
});
