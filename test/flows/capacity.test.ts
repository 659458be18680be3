import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { compose } from "../../src/wiring/compose.ts";
import type { Env } from "../../src/wiring/compose-environment.ts";
import { LIMITS } from "../../src/core/limits.ts";
import { onWakeUp, type WakeUp } from "../../src/wiring/sweep.ts";
import { migratedSqlite } from "../support/sqlite-d1.ts";
import { tellingOn, type Telling } from "../support/delivery-world.ts";
import { setting } from "../support/setting.ts";

const T = Date.UTC(2026, 0, 5, 12);
const CHANNELS = 30;

let telling: Telling;
let calls: number;
let statements: number;
let nudges: WakeUp[];
let logged: string[];

/** The same database, counted like the platform does. */
const counting = (db: D1Database): D1Database =>
  ({
    prepare: (text: string) => {
      const counted = (inner: D1PreparedStatement): unknown =>
        new Proxy(inner, {
          get(target, name) {
            if (name === "bind") return (...values: unknown[]) => counted(target.bind(...values));
            if (["all", "run", "first", "raw"].includes(String(name))) statements += 1;
            return Reflect.get(target, name) as unknown;
          },
        });
      return counted(db.prepare(text));
    },
    batch: (all: D1PreparedStatement[]) => {
      statements += all.length;
      return db.batch(all);
    },
  }) as unknown as D1Database;

beforeEach(async () => {
  telling = tellingOn(await migratedSqlite());
  nudges = [];
  logged = [];
  vi.spyOn(console, "error").mockImplementation((line: unknown) => void logged.push(String(line)));
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** One invocation on the free plan. */
async function invoked(env: Env, wakeUp: WakeUp): Promise<void> {
  calls = statements = 0;
  await onWakeUp(wakeUp, compose(env).sweep);
  expect(calls).toBeLessThanOrEqual(LIMITS.free.fetches);
  expect(statements).toBeLessThanOrEqual(LIMITS.free.statements);
}

test("the most expensive deliveries stay within the free plan, and a channel that is gone is reported", async () => {
  for (let n = 0; n < CHANNELS; n++) {
    await telling.channel(`ch_${n}`, { kind: "discord" }, { url: `https://discord.com/api/webhooks/${n + 1}/x` });
    await telling.tell(T, { id: `start${n}`, channelId: `ch_${n}` });
  }
  await telling.run("UPDATE deliveries SET status = 'sent', message_ref = '77', next_attempt_at = NULL");
  await telling.channel(
    "ch_ops",
    { kind: "webhook" },
    { url: "https://hooks.example.com/x", secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" },
  );
  // The second reads recent messages, which takes another statement.
  for (const cooldownSeconds of [0, 1]) {
    await telling.insert("subscriptions", {
      id: `sub_${cooldownSeconds}`,
      name: "ops",
      channel_id: "ch_ops",
      events: '["channel.disabled"]',
      enabled: 1,
      cooldown_seconds: cooldownSeconds,
      created_at: cooldownSeconds,
      updated_at: 0,
    });
  }
  for (let n = 0; n < CHANNELS; n++)
    await telling.tell(T + 1000, { id: `end${n}`, channelId: `ch_${n}`, edits: `start${n}` });
  vi.stubGlobal("fetch", async (url: string, { method, body }: { method: string; body: string }) => {
    calls += 1;
    const channel = Number(/webhooks\/(\d+)/.exec(url)?.[1] ?? 0);
    if (channel === 0) return new Response(null, { status: 204 });
    const paced = { "x-ratelimit-remaining": "0", "x-ratelimit-reset-after": "1" };
    if (channel % 3 === 0) return new Response('{"id":"77"}', { headers: paced });
    if (method === "PATCH") return new Response('{"code":10008}', { status: 404 });
    if (body.includes("embeds")) return new Response("{}", { status: 400 });
    return channel % 3 === 1
      ? new Response('{"code":10015}', { status: 404 })
      : new Response('{"id":"88"}', { headers: paced });
  });
  const env = {
    DB: counting(telling.db),
    DELIVERIES: { send: async (wakeUp: WakeUp) => void nudges.push(wakeUp) },
    ...setting("https://service.example.com"),
    LIMITS: "free",
  } as unknown as Env;
  nudges.push({ at: T + 1000, complete: null });
  let invocations = 0;
  for (let wakeUp = nudges.shift(); wakeUp !== undefined && invocations < 100; wakeUp = nudges.shift(), invocations++)
    await invoked(env, wakeUp);
  expect(logged).toEqual([]);
  expect(await telling.ids("enabled = 0", "channels")).toHaveLength(10);
  expect(await telling.ids("type = 'channel.disabled'", "events")).toHaveLength(10);
  expect(await telling.ids("status = 'sent' AND channel_id = 'ch_ops'")).toHaveLength(10);
  expect(await telling.ids("status = 'pending'")).toEqual([]);
  // Three runs of ten, and some for the news: every invocation was used.
  expect(invocations).toBeLessThanOrEqual(12);
});
