import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runApi, type RunningApi } from "./running-api.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await runApi();
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

const health = async () => (await api.fetch("/healthz", {}, null)).json();
const tickedAt = (at: number, spacing = 60_000) =>
  api.db.prepare("UPDATE ticker SET last_tick_at = ?1, spacing_ms = ?2").bind(at, spacing).run();

test("health is ok before the first tick, while ticks come, and in a replay of the future", async () => {
  expect(await health()).toEqual({ status: "ok", lastTickAt: null });
  const now = Date.now();
  await tickedAt(now - 170_000);
  expect(await health()).toEqual({ status: "ok", lastTickAt: new Date(now - 170_000).toISOString() });
  await tickedAt(now + 86_400_000);
  expect(await health()).toMatchObject({ status: "ok" });
  await tickedAt(now - 700_000, 300_000);
  expect(await health()).toMatchObject({ status: "ok" });
});

test("health is degraded when ticks are silent for three intervals, or the gate is closed", async () => {
  await tickedAt(Date.now() - 190_000, 5000);
  expect(await health()).toMatchObject({ status: "degraded" });
  await tickedAt(Date.now());
  const gate = { reason: "throttled", status: 429, since: 1, until: Date.now() + 60_000, strikes: 1, reopenedAt: 0 };
  await api.db.prepare("UPDATE ticker SET gate = ?1").bind(JSON.stringify(gate)).run();
  expect(await health()).toMatchObject({ status: "degraded" });
  await api.db
    .prepare("UPDATE ticker SET gate = ?1")
    .bind(JSON.stringify({ ...gate, reopenedAt: 9 }))
    .run();
  expect(await health()).toMatchObject({ status: "ok" });
});

test("health is down without the schema", async () => {
  const empty = await runApi();
  await empty.db.prepare("DROP TABLE ticker").run();
  const response = await empty.fetch("/healthz", {}, null);
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ status: "down", lastTickAt: null });
  await empty.stop();
});

test("pending counts what is claimed and not yet done; what the last tick left out for the budget is lag, not pending", async () => {
  const polls = async () => (await api.call("GET", "/v1/status")).body.pending.polls;
  const NOW = 1_000_000;
  await tickedAt(NOW);
  const entries = {
    claimed: [NOW + 60_000, 0, NOW, 0, 60, 1, 1],
    done: [NOW + 60_000, 0, NOW, 1, 60, 1, 1],
    lost: [NOW + 60_000, 0, NOW - 120_000, 2, 60, 1, 1],
    late: [NOW - 1000, 0, 0, 0, 60, 1, 1],
    later: [NOW + 1000, 0, 0, 0, 60, 1, 1],
    removed: [NOW - 1000, 0, 0, 0, 60, 1, 1],
    sooner: [NOW - 1000, 0, 0, 0, 60, 1, 1],
  };
  const edits = { removed: { gone: true }, sooner: { due: NOW }, fresh: { due: 0, last: 0, intervalSeconds: 60 } };
  await api.db
    .prepare("INSERT INTO sheets (id, entries, edits, size) VALUES (1, ?1, ?2, 7)")
    .bind(JSON.stringify(entries), JSON.stringify(edits))
    .run();
  await api.db.prepare("INSERT INTO tally (slot, done) VALUES (1, ?1)").bind(`[${NOW}]`).run();
  expect(await polls()).toBe(1);
  await api.db.prepare("INSERT INTO tally (slot, done) VALUES (0, ?1)").bind(`[${NOW}]`).run();
  expect(await polls()).toBe(0);
});

test("pending counts the deliveries that are due, not those that wait", async () => {
  const pending = async () => (await api.call("GET", "/v1/status")).body.pending.deliveries;
  await tickedAt(1000);
  const settings = { url: "http://127.0.0.1:9/hook" };
  const { body: channel } = await api.call("POST", "/v1/channels", { kind: "webhook", name: "hook", settings });
  const insert = (id: string, status: string, madeAt: number, nextAt: number | null) =>
    api.db
      .prepare(
        `INSERT INTO deliveries (id, channel_id, status, items, made_at, open_until, next_attempt_at)
         VALUES (?1, ?2, ?3, '[]', ?4, 0, ?5)`,
      )
      .bind(id, channel.id, status, madeAt, nextAt);
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
