import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeDiscord, type FakeDiscord } from "../support/fake-discord.ts";
import { goingLive, START } from "../support/creators.ts";

/** Creators who start in one tick. */
const STARTING = 300;
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
  "300 starts in one tick in a rate-limited forum of $kind: a post each, with exactly its creator's role, none dead",
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
