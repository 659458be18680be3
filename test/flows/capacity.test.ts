import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { compose } from "../../src/wiring/compose.ts";
import type { Env } from "../../src/wiring/compose-environment.ts";
import { LIMITS } from "../../src/core/limits.ts";
import { onWakeUp } from "../../src/wiring/sweep.ts";
import { Jar } from "../support/jar.ts";
import { listen, platform, type Platform, watch } from "../support/platform.ts";
import { migratedSqlite } from "../support/sqlite-d1.ts";
import { type Telling, tellingOn } from "../support/delivery-world.ts";
import { setting, TOKEN } from "../support/setting.ts";
import type { WakeUp } from "../../src/engine/deliver/wake-ups.ts";

describe("capacity", () => {
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
});

describe("database quota", () => {
  // Cloudflare's free plan limits D1's daily rows. Beyond them everything fails until midnight UTC.

  const MINUTE = 60_000;
  const HOUR = 60 * MINUTE;
  const MIDNIGHT = Date.UTC(2026, 0, 6);
  const START = MIDNIGHT - 10 * HOUR;

  const usedUp = (what: "read" | "write") =>
    new Error(
      `D1_ERROR: Your account has exceeded D1's free tier daily row ${what} limit. Upgrade to a paid plan or wait until tomorrow (midnight UTC) to continue.`,
    );

  let cloud: Platform;
  let jar: Jar;
  beforeEach(async () => {
    vi.useFakeTimers({ now: START });
    vi.spyOn(console, "log").mockImplementation(() => undefined);
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    cloud = await platform({ LIMITS: "free", UPSTREAM_POLLS_PER_MINUTE: "40" });
    jar = new Jar((request) => cloud.send(request));
    await jar.send("/sign-in", { token: TOKEN, next: "/" });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  /** The response of the API. */
  const open = (path: string) =>
    cloud.send(new Request(`http://api.test${path}`, { headers: { authorization: `Bearer ${TOKEN}` } }));

  const counted = (name: "rowsRead" | "rowsWritten", rows: number) =>
    cloud.db.prepare(`UPDATE tally SET counters = json_set(counters, '$."d1|${name}"', ?1)`).bind(rows).run();

  test("a database without rows to read today is reported everywhere, and asked once each time", async () => {
    let requested = 0;
    cloud.database = () => {
      requested += 1;
      throw usedUp("read");
    };
    expect(await cloud.health(START)).toEqual({
      status: "degraded",
      lastTickAt: null,
      lastPollAt: null,
      reasons: ["database_quota"],
      version: "development",
    });
    expect(requested).toBe(1);
    const refused = await open("/v1/targets");
    // Fake time passes a little while the work is awaited.
    const tenHours = (answer: Response) => Math.abs(Number(answer.headers.get("retry-after")) - 36_000) < 600;
    expect([refused.status, tenHours(refused)]).toEqual([503, true]);
    expect(await refused.json()).toMatchObject({ type: "/problems/database-quota", status: 503 });
    requested = 0;
    const page = await jar.open("/creators");
    expect([page.status, tenHours(page), requested]).toEqual([503, true, 1]);
    expect(await page.text()).toMatch(/<h1>Daily limit reached<\/h1>.+midnight UTC.+paid plan/s);
    await cloud.tick(START + MINUTE);
    cloud.database = () => undefined;
    await watch(cloud, ["1"]);
    expect(await cloud.tick(MIDNIGHT)).toBe(true);
    expect(await cloud.health(MIDNIGHT)).toMatchObject({ status: "ok" });
  });

  test("a database without rows to write still shows what exists, and explains why nothing changes", async () => {
    await watch(cloud, ["1"]);
    await cloud.tick(START);
    cloud.database = (statements) => {
      if (statements.some(({ text }) => /^\s*(INSERT|UPDATE|DELETE)/i.test(text))) throw usedUp("write");
    };
    await cloud.tick(START + MINUTE);
    expect((await cloud.health(START + MINUTE)).reasons[0]).toBe("database_quota");
    expect((await open("/v1/targets")).status).toBe(200);
    const created = await cloud.api("POST", "/v1/watchlists", { name: "New" });
    expect([created.status, created.body.type]).toEqual([503, "/problems/database-quota"]);
    cloud.database = () => undefined;
    await cloud.tick(MIDNIGHT);
    expect(await cloud.health(MIDNIGHT)).toMatchObject({ status: "ok", reasons: [] });
  });

  test.each([
    ["rowsRead", 5_000_000],
    ["rowsWritten", 100_000],
  ] as const)(
    "from four fifths of %s on, work that can wait is postponed, and polls and alerts continue",
    async (name, aDay) => {
      await watch(cloud, ["1"]);
      const reported = await listen(cloud, ["live.*"]);
      const channelId = (await cloud.api("GET", "/v1/channels")).body.items[0].id;
      await cloud.tick(START);
      await cloud.tick(START + MINUTE);
      const used = Number(await cloud.db.prepare(`SELECT counters ->> '$."d1|${name}"' AS n FROM tally`).first("n"));
      const saving = async () => (await (await open("/healthz")).json()) as { reasons: string[] };
      await counted(name, used + 0.79 * aDay);
      await cloud.tick(START + 2 * MINUTE);
      expect((await saving()).reasons).toEqual([]);
      await counted(name, used + 0.8 * aDay + 1);
      await cloud.tick(START + 3 * MINUTE);
      expect((await saving()).reasons).toEqual(["database_quota"]);
      const { body } = await cloud.api("GET", "/v1/status");
      expect(body.reasons[0].detail).toMatch(/^80 % of the database rows .+ Until midnight UTC, .+ paid plan/);
      // A digest that is due, and a row that expired long ago.
      const due = new Date(START + 5 * MINUTE);
      const schedule = `${due.getUTCMinutes()} ${due.getUTCHours()} * * *`;
      const digest = await cloud.api("POST", "/v1/digests", { name: "Daily", channelId, schedule, timezone: "UTC" });
      expect(digest.status).toBe(201);
      await cloud.db
        .prepare("INSERT INTO audit (at, token_name, operation, request, status) VALUES (1, 'a', 'old', 'null', 200)")
        .run();
      const old = () => cloud.db.prepare("SELECT count(*) AS n FROM audit WHERE at = 1").first<number>("n");
      const editions = () => cloud.db.prepare("SELECT count(*) AS n FROM editions").first<number>("n");
      cloud.outside = (
        (own) => (url: string, text: string) =>
          url.startsWith("https://upstream.example")
            ? { status: 200, body: '{"code":0,"data":{"data":[{"alive":true,"room_id":7100}]}}' }
            : own(url, text)
      )(cloud.outside);
      const every = async () => /<html[^>]* data-every="(\d+)"/.exec(await (await jar.open("/creators")).text())![1];
      expect(await every()).toBe("60");
      for (let minute = 4; minute < 20; minute++) await cloud.tick(START + minute * MINUTE);
      expect(reported.filter((text) => text.includes("live"))).toHaveLength(1);
      expect([await editions(), await old()]).toEqual([0, 1]);
      for (let minute = 0; minute < 12; minute++) await cloud.tick(MIDNIGHT + minute * MINUTE);
      expect((await saving()).reasons).toEqual([]);
      expect([await editions(), await old(), await every()]).toEqual([1, 0, "10"]);
    },
  );
});
