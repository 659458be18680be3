import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readMigrations } from "../../host/runtime/migrations.ts";
import { SCHEMA } from "../../src/db/latest-migration.ts";
import { runApi, type RunningApi } from "./running-api.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await runApi();
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

const version = "development";
const health = async () => (await (await api.fetch("/healthz", {}, null)).json()) as { reasons: string[] };
const tickedAt = (at: number, spacing = 60_000) =>
  api.db.prepare("UPDATE ticker SET last_tick_at = ?1, spacing_ms = ?2").bind(at, spacing).run();

test("health is ok before the first tick and while ticks come", async () => {
  expect(await health()).toEqual({ status: "ok", lastTickAt: null, lastPollAt: null, reasons: [], version });
  const now = Date.now();
  await tickedAt(now - 170_000);
  const lastTickAt = new Date(now - 170_000).toISOString();
  expect(await health()).toEqual({ status: "ok", lastTickAt, lastPollAt: null, reasons: [], version });
  await tickedAt(now - 700_000, 300_000);
  expect(await health()).toMatchObject({ status: "ok" });
});

test("health is degraded when no tick came for three intervals, counted from the start where none ever came", async () => {
  await tickedAt(Date.now() - 190_000, 5000);
  expect(await health()).toMatchObject({ status: "degraded", reasons: ["no_ticks"] });
  await tickedAt(0, 0);
  await api.db
    .prepare("UPDATE ticker SET made_at = ?1")
    .bind(Date.now() - 190_000)
    .run();
  expect(await health()).toMatchObject({ status: "degraded", lastTickAt: null, reasons: ["no_ticks"] });
});

test("health is degraded while the last tick is ahead of the clock", async () => {
  await tickedAt(Date.now() + 500_000);
  expect(await health()).toMatchObject({ status: "ok" });
  await tickedAt(Date.now() + 86_400_000);
  expect(await health()).toMatchObject({ status: "degraded", reasons: ["tick_ahead"] });
});

test("health names what else keeps it from watching, and the status says what to do", async () => {
  await tickedAt(Date.now());
  const reasons = async (sql: string, ...values: (string | number)[]) => {
    await api.db
      .prepare(sql)
      .bind(...values)
      .run();
    const notified = (await api.call("GET", "/v1/status")).body.reasons as { reason: string; detail: string }[];
    const named = (await health()).reasons;
    expect(notified.map(({ reason }) => reason)).toEqual(named);
    for (const { detail } of notified) expect(detail).toMatch(/^[A-Z0-9].{20,}\.$/);
    return named;
  };
  const breaker = { reason: "throttled", status: 429, since: 1, until: Date.now() + 60_000, strikes: 1, reopenedAt: 0 };
  expect(await reasons("UPDATE ticker SET gate = ?1", JSON.stringify(breaker))).toEqual(["upstream_throttled"]);
  expect(await reasons("UPDATE ticker SET gate = ?1", JSON.stringify({ ...breaker, reopenedAt: 9 }))).toEqual([]);
  const operations = (name: string) => JSON.stringify({ [name]: { ...breaker, over: [] } });
  expect(await reasons("UPDATE ticker SET gate = NULL, breakers = ?1", operations("user.videos"))).toEqual([
    "upstream_refused",
  ]);
  expect(await reasons("UPDATE ticker SET breakers = ?1", operations("live.check"))).toEqual(["upstream_throttled"]);
  expect(await reasons("UPDATE ticker SET breakers = '{}'")).toEqual([]);
  const load = { due: 7, asked: 306, waitingSince: Date.now() - 400_000 };
  expect(await reasons("UPDATE ticker SET load = ?1", JSON.stringify(load))).toEqual(["no_polls", "budget_exceeded"]);
  expect(await reasons("UPDATE tally SET last_poll_at = ?1", Date.now())).toEqual(["budget_exceeded"]);
  const late = { behindSince: Date.now() - 60_000, p95GapSeconds: 136 };
  expect(await reasons("UPDATE ticker SET load = ?1", JSON.stringify(late))).toEqual(["behind"]);
  expect((await api.call("GET", "/v1/plan")).body.achieved).toEqual({ p95GapSeconds: 136, behind: true });
  expect(await reasons("UPDATE ticker SET load = ?1", JSON.stringify({ lapsed: 3 }))).toEqual(["batches_lost"]);
  const findings = { queueRefusedAt: 5, failedStep: "poll", lostKeys: 1 };
  expect(await reasons("UPDATE ticker SET load = '{}', health = ?1", JSON.stringify({ findings }))).toEqual([
    "tick_failed",
    "queue_refused",
    "channel_key_lost",
  ]);
  await api.db.prepare("UPDATE ticker SET health = '{}'").run();
  expect(await reasons("UPDATE tally SET failed_polls = 3, failing_since = 9")).toEqual(["upstream_failing"]);
});

test("health is down without the tables that this version needs", async () => {
  const empty = await runApi();
  const answer = async () => {
    const response = await empty.fetch("/healthz", {}, null);
    return [response.status, await response.json()];
  };
  const down = { status: "down", lastTickAt: null, lastPollAt: null, reasons: ["schema"], version };
  expect((await answer())[0]).toBe(200);
  await empty.db.prepare("DELETE FROM d1_migrations WHERE id = (SELECT max(id) FROM d1_migrations)").run();
  expect(await answer()).toEqual([503, down]);
  await empty.db.prepare("DROP TABLE ticker").run();
  expect(await answer()).toEqual([503, down]);
  await empty.stop();
});

test("the last migration is the one that health asks for", async () => {
  expect((await readMigrations()).at(-1)!.name).toBe(SCHEMA);
});

test("pending counts what was dealt within the lease and is not in, lag the longest that anyone waits", async () => {
  const status = async () => {
    const { pending, lagSeconds } = (await api.call("GET", "/v1/status")).body;
    return [pending.polls, lagSeconds];
  };
  const NOW = 1_000_000;
  await tickedAt(NOW);
  const assigned = {
    [NOW]: [
      [3, NOW - 5000],
      [2, NOW - 90_000],
    ],
    [NOW - 60_000]: [[7, NOW - 61_000]],
    [NOW - 120_000]: [[9, NOW - 300_000]],
  };
  await api.db
    .prepare("UPDATE ticker SET dealt = ?1, load = ?2")
    .bind(JSON.stringify(assigned), '{"lagSeconds":4}')
    .run();
  expect(await status()).toEqual([12, 90]);
  await api.db.prepare("UPDATE tally SET done = json_object(?1, ',1,')").bind(String(NOW)).run();
  expect(await status()).toEqual([10, 61]);
  await api.db
    .prepare("UPDATE tally SET freed = json_object(?1, ',0,')")
    .bind(String(NOW - 60_000))
    .run();
  expect(await status()).toEqual([3, 5]);
  await api.db.prepare("UPDATE tally SET done = json_object(?1, ',1,0,')").bind(String(NOW)).run();
  expect(await status()).toEqual([0, 4]);
});

test("pending counts the deliveries that are due, not those that wait", async () => {
  const pending = async () => (await api.call("GET", "/v1/status")).body.pending.deliveries;
  await tickedAt(1000);
  const settings = { url: "http://127.0.0.1:9/hook" };
  const { body: channel } = await api.call("POST", "/v1/channels", { kind: "webhook", name: "hook", settings });
  const insert = (id: string, status: string, createdAt: number, nextAt: number | null) =>
    api.db
      .prepare(
        `INSERT INTO deliveries (id, channel_id, status, items, made_at, open_until, next_attempt_at)
         VALUES (?1, ?2, ?3, '[]', ?4, 0, ?5)`,
      )
      .bind(id, channel.id, status, createdAt, nextAt);
  await api.db.batch([
    insert("due", "pending", 500, 900),
    insert("retried_later", "pending", 500, 6000),
    insert("made_by_a_call", "pending", 9000, 9000),
    insert("sent", "sent", 500, null),
  ]);
  expect(await pending()).toBe(2);
  await api.db.prepare("UPDATE channels SET paused_until = 5000").run();
  expect(await pending()).toBe(1);
});

test("the status counts what there is", async () => {
  await api.call("POST", "/v1/targets", { kind: "live", name: "a", params: { userId: "1" } });
  await api.db.prepare("UPDATE ticker SET tokens = 12.7, filled_at = 5, load = '{\"lagSeconds\":3.5}'").run();
  const { body } = await api.call("GET", "/v1/status");
  expect(body).toMatchObject({
    upstream: { status: "ok", since: null, until: null, detail: null },
    budget: { perMinute: 60, used: 48, left: 12 },
    lagSeconds: 3.5,
    counts: { targets: { live: 1 }, channels: 0, subscriptions: 0, events: 0 },
    liveNow: [],
    pending: { polls: 0, deliveries: 0 },
    lastTickAt: null,
  });
});

test("the status and the metrics read at most 300 rows each, however many targets, creators on air and deliveries there are", async () => {
  const state = JSON.stringify({
    verdict: "on",
    since: 1,
    session: { id: "s", room: "7", startedAt: 1, startedAfter: null, lastOnAt: null },
  });
  await api.db
    .prepare(
      `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2999)
       INSERT INTO targets (id, watchlist_id, kind, name, params, identity, interval_seconds, priority, enabled,
         announce_initial, settings, sheet_id, state, on_air, created_at, updated_at)
       SELECT 'tgt_' || i, 'wl_default', 'live', 'n' || i, '{}', i, 60, 1, 1, 0, '{}', 1, ?1, i % 5 = 0, 1, 1 FROM n`,
    )
    .bind(state)
    .run();
  await api.db
    .prepare(
      `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2999)
       INSERT INTO deliveries (id, channel_id, status, items, made_at, open_until, next_attempt_at)
       SELECT 'dlv_' || i, 'ch_gone', iif(i % 2, 'pending', 'sent'), '[]', i, 0, i FROM n`,
    )
    .run();
  await api.db
    .prepare(
      `INSERT INTO channels (id, kind, name, enabled, masked, sealed, created_at, updated_at)
       VALUES ('ch_gone', 'discord', 'one', 1, '{}', '', 1, 1)`,
    )
    .run();
  await tickedAt(Date.now());
  const rowsOf = async (path: string): Promise<number> => {
    const read = async () => {
      const { counters } = (await api.db.prepare("SELECT counters FROM tally").first<{ counters: string }>())!;
      return (JSON.parse(counters) as Record<string, number>)["d1|rowsRead"] ?? 0;
    };
    // What a request read is carried to the next commit, such as one of news.
    const carried = async () => {
      const hook = { kind: "webhook", name: "x", settings: { url: "http://127.0.0.1:9/a" } };
      const { body } = await api.call("POST", "/v1/channels", hook);
      await api.call("PATCH", `/v1/channels/${body.id}`, { settings: { url: "http://127.0.0.1:9/b" } });
      await api.call("DELETE", `/v1/channels/${body.id}`);
      return read();
    };
    await carried();
    const before = await carried();
    const quiet = (await carried()) - before;
    const from = await read();
    for (let n = 0; n < 10; n++) expect((await api.fetch(path)).status).toBe(200);
    return ((await carried()) - from - quiet) / 10;
  };
  const [status, metrics] = [await rowsOf("/v1/status"), await rowsOf("/metrics")];
  // Of these, up to a hundred are pending deliveries that are counted: a counter would be written twice for each message.
  console.log(`rows read with 3,000 targets, 600 on air, 3,000 deliveries: status ${status}, metrics ${metrics}`);
  expect(status).toBeGreaterThan(100);
  expect(status).toBeLessThanOrEqual(300);
  expect(metrics).toBeGreaterThan(0);
  expect(metrics).toBeLessThanOrEqual(20);
  const { body } = await api.call("GET", "/v1/status");
  expect(body.counts).toMatchObject({ targets: { live: 3000 }, deliveries: { pending: 100 } });
  expect(body.liveNow).toHaveLength(100);
  const { body: list } = await api.call("POST", "/v1/watchlists", { name: "Few" });
  await api.db.prepare("UPDATE targets SET watchlist_id = ?1 WHERE id IN ('tgt_5', 'tgt_6')").bind(list.id).run();
  const hook = { kind: "webhook", name: "hook", settings: { url: "http://127.0.0.1:9/hook" } };
  const { id: channelId } = (await api.call("POST", "/v1/channels", hook)).body;
  const takes = (scope: object) =>
    api.call("POST", "/v1/subscriptions", { name: "x", events: ["*"], channelId, ...scope });
  await Promise.all([{}, { watchlistId: list.id }, { targetId: "tgt_6" }, { targetId: "tgt_7" }].map(takes));
  const few = (await api.call("GET", `/v1/status?watchlistId=${list.id}`)).body;
  expect(few.counts).toMatchObject({ targets: { live: 2 }, subscriptions: 3, channels: 1, events: 0 });
  expect(few.liveNow.map(({ targetId }: { targetId: string }) => targetId)).toEqual(["tgt_5"]);
  expect((await api.call("GET", "/v1/status?watchlistId=wl_none")).status).toBe(400);
  expect(body.pending.deliveries).toBe(100);
});

test("a plan says how soon starts are seen and what it takes, now and after a change; what cannot be is named", async () => {
  const load = { calls: 300, asked: 300, habitual: 300, habitualAsked: 300, shortestMs: 60_000 };
  await api.db.prepare("UPDATE ticker SET load = ?1").bind(JSON.stringify(load)).run();
  const { body } = await api.call("GET", "/v1/plan?addLive=100&pollsPerMinute=50");
  expect(body.achieved).toEqual({ p95GapSeconds: null, behind: false });
  const { body: huge } = await api.call("GET", "/v1/plan?addLive=200000&pollsPerMinute=200000");
  expect([body.after.beyondLimit, huge.now.beyondLimit, huge.after.beyondLimit]).toEqual([false, false, true]);
  expect(body.now).toMatchObject({ way: "in_turn", budget: { perMinute: 60, asked: 300, enough: false } });
  expect(body.now.expectedDelay).toEqual({ meanSeconds: 150, p95Seconds: 285 });
  expect([body.now.databaseMegabytes, body.after.databaseMegabytes]).toEqual([41, 55]);
  expect(body.after).toMatchObject({ targets: { calls: 400, live: 400 }, budget: { perMinute: 50, asked: 400 } });
  expect(body.after.expectedDelay.meanSeconds).toBe(240);
  const all = await api.call("GET", "/v1/plan?pollsPerMinute=300");
  expect(all.body.after).toMatchObject({ way: "on_time", free: { fits: false, endsFirst: "queueOperations" } });
  const none = await api.call("GET", "/v1/plan");
  expect(none.body.after).toEqual(none.body.now);
  for (const [query, field] of [
    ["addLive=-1", "addLive"],
    ["addLive=many", "addLive"],
    ["pollsPerMinute=0", "pollsPerMinute"],
  ] as const) {
    const { status, body: refused } = await api.call("GET", `/v1/plan?${query}`);
    expect([status, JSON.stringify(refused)]).toEqual([400, expect.stringContaining(field)]);
  }
});
