import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fixedBudget } from "../../src/core/budget.ts";
import type { Proof } from "../../src/core/proof.ts";
import { selfStore } from "../../src/engine/self-monitor/health-store.ts";
import { proofAt } from "../../src/engine/self-monitor/watch-channels.ts";
import { fakeReceiver, type FakeReceiver, fakeUpstream, type FakeUpstream } from "../support/fake-upstream.ts";
import { OFF, polledJustNow, reportWorld, stream } from "../support/report-world.ts";
import { connecting, type Connecting } from "./connecting.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import type { Visitor } from "./visitor.ts";

describe("observation", () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await runSqliteApi();
  });
  beforeEach(async () => {
    await api.clear();
    await polledJustNow(api.db);
  });
  afterAll(() => api.stop());

  const HOUR = 3_600_000;

  const row = (id: string) =>
    api.db
      .prepare("SELECT gaps, paused_at, created_at, updated_at FROM targets WHERE id = ?1")
      .bind(id)
      .first<{ gaps: string | null; paused_at: number | null; created_at: number; updated_at: number }>();

  const patch = async (id: string, body: object) => {
    const { status, body: changed } = await api.call("PATCH", `/v1/targets/${id}`, body);
    expect([status, changed.errors]).toEqual([200, undefined]);
  };

  const maria = (more: object = {}) =>
    reportWorld(api)
      .creator("Maria", "7001", "wl_default", [stream("2026-03-05T10:00Z", "2026-03-05T12:00Z")])
      .then(async (id) => {
        if (Object.keys(more).length > 0) await patch(id, more);
        return id;
      });

  const march = async () => (await api.call("GET", "/v1/reports/airtime?period=2026-03")).body.items;

  test("a pause is a gap from then until it is over, and while it lasts", async () => {
    const id = await maria();
    const from = Date.now();
    await patch(id, { enabled: false });
    const paused = await row(id);
    expect(paused!.gaps).toBe("[]");
    expect(paused!.paused_at!).toBeGreaterThanOrEqual(from);
    // Paused once more, it is the same pause.
    await patch(id, { enabled: false, name: "Maria B" });
    expect((await row(id))!.paused_at).toBe(paused!.paused_at);
    // March was over.
    expect(await march()).toMatchObject([{ seconds: 7200, coverage: 1 }]);
    await patch(id, { enabled: true });
    const resumed = await row(id);
    expect([resumed!.gaps, resumed!.paused_at]).toEqual([
      JSON.stringify([[paused!.paused_at, resumed!.updated_at]]),
      null,
    ]);
    await patch(id, { name: "Maria" });
    expect((await row(id))!.gaps).toBe(resumed!.gaps);
  });

  test("one that never had a verdict has no gaps, paused or not: all of its time is unknown", async () => {
    const body = { kind: "live", name: "New", params: { userId: "7002" }, enabled: false };
    const { body: created } = await api.call("POST", "/v1/targets", body);
    expect((await row(created.id))!.gaps).toBeNull();
    await patch(created.id, { enabled: true });
    await patch(created.id, { enabled: false });
    await patch(created.id, { enabled: true });
    expect(await row(created.id)).toMatchObject({ gaps: null, paused_at: null });
  });

  test("new params discard the state, and nothing of what was known before", async () => {
    const id = await maria();
    await patch(id, { params: { userId: "7099" } });
    expect(await api.db.prepare("SELECT state FROM targets").first("state")).toBeNull();
    expect(await march()).toMatchObject([{ seconds: 7200, coverage: 1 }]);
  });

  test("a creator who is added again after a deletion is another one, and each has its own time", async () => {
    const id = await maria();
    await api.db.prepare("UPDATE targets SET consecutive_faults = 1, last_ok_at = ?1").bind(Date.now()).run();
    expect((await api.call("DELETE", `/v1/targets/${id}`)).status).toBe(204);
    const again = { kind: "live", name: "Maria", params: { userId: "7001" } };
    const { body: second } = await api.call("POST", "/v1/targets", again);
    expect(await march()).toMatchObject([
      { targetId: id, removed: true, seconds: 7200, coverage: 1 },
      { targetId: second.id, removed: false, seconds: 0, coverage: null },
    ]);
  });

  test("the configuration and a deleted list leave creators in the reports of their time", async () => {
    const { body: list } = await api.call("POST", "/v1/watchlists", { name: "A" });
    const ids = [
      await reportWorld(api).creator("One", "7001", list.id, [stream("2026-03-05T10:00Z", "2026-03-05T12:00Z")]),
      await reportWorld(api).creator("Two", "7002", "wl_default", [stream("2026-03-06T10:00Z", "2026-03-06T11:00Z")]),
    ];
    await api.db.prepare("UPDATE targets SET consecutive_faults = 1, last_ok_at = ?1").bind(Date.now()).run();
    expect((await api.call("DELETE", `/v1/watchlists/${list.id}?cascade=true`)).status).toBe(204);
    const { body: document } = await api.call("GET", "/v1/export");
    expect((await api.call("PUT", "/v1/config", { ...document, targets: [] })).status).toBe(200);
    expect(await api.db.prepare("SELECT count(*) AS n FROM targets").first("n")).toBe(0);
    expect(await march()).toMatchObject([
      { targetId: ids[0], removed: true, seconds: 7200, coverage: 1 },
      { targetId: ids[1], removed: true, seconds: 3600, coverage: 1 },
    ]);
    // Applied again, whatever ids the document names, nobody is there twice.
    expect((await api.call("PUT", "/v1/config", document)).status).toBe(200);
    const names = (await march()).map(({ targetId }: { targetId: string }) => targetId);
    expect(new Set(names).size).toBe(names.length);
  });

  test("a place of a ranking that was deleted stays the best of its time, for a client too", async () => {
    await maria();
    const ranking = { kind: "ranking", name: "R", params: { roomId: "71", userId: "7001" } };
    const { body: ranked } = await api.call("POST", "/v1/targets", ranking);
    const at = Date.parse("2026-03-06T10:00Z");
    await reportWorld(api).ranked(ranked.id, { "1.8": "Daily" }, [
      [at, { "1.8": 4 }],
      [at + HOUR, { "1.8": 3 }],
      [at + 2 * HOUR, {}],
    ]);
    const before = await march();
    expect(before).toMatchObject([{ bestPlaces: [{ title: "Daily", place: 3 }] }]);
    expect((await api.call("DELETE", `/v1/targets/${ranked.id}`)).status).toBe(204);
    expect(await march()).toEqual(before);
  });

  test("whoever was live when they were deleted was so until the last check", async () => {
    const id = await maria();
    const startedAt = Date.parse("2026-03-20T10:00Z");
    const session = { id: "s", room: "7", startedAt, startedAfter: null, lastOnAt: startedAt, toldAt: startedAt };
    const state = { ...(JSON.parse(OFF) as object), verdict: "on", since: startedAt, session };
    await api.db
      .prepare("UPDATE targets SET state = ?2, enabled = 0, paused_at = ?3, last_ok_at = ?3 WHERE id = ?1")
      .bind(id, JSON.stringify(state), startedAt + 3 * HOUR)
      .run();
    expect(await march()).toMatchObject([{ seconds: 5 * 3600, removed: false }]);
    expect((await api.call("DELETE", `/v1/targets/${id}`)).status).toBe(204);
    expect(await march()).toMatchObject([{ seconds: 5 * 3600, removed: true }]);
  });
});

describe("proof", () => {
  const SERVICE = "/first-steps/service";

  let all: Connecting;
  let api: RunningApi;
  let me: Visitor;
  beforeAll(async () => {
    all = await connecting();
    ({ api, me } = all);
  });
  beforeEach(async () => {
    all.answer(null);
    await api.clear();
  });
  afterAll(() => all.stop());

  /** What a tick does about the proof. */
  async function tick(rule: string | null, now: number): Promise<Proof | null> {
    const deps = { lostKeys: async () => null, rowsADay: null, rule: async () => rule };
    const self = selfStore(api.db, deps, { service: true, replays: false, budget: fixedBudget(60) });
    const proof = proofAt((await self.pulse()).proving, rule, now);
    await self.keepProof(proof);
    return proof;
  }

  const stored = async () =>
    JSON.parse((await api.db.prepare("SELECT proof FROM ticker").first<string>("proof"))!) as Proof;

  async function event(type: string, at: number, data: object = {}) {
    const target = JSON.stringify({ name: "Maria", kind: "live", params: { userId: "7012" } });
    await api.db
      .prepare(
        `INSERT INTO events (seq, id, type, target_id, target, occurred_at, detected_at, window_from, window_to, data, commit_id)
       VALUES (?1 * 512 + 1, ?2, ?3, 'tgt_x', ?4, ?1, ?1, ?1 - 31000, ?1, ?5, 'c')`,
      )
      .bind(at, `evt_${type}${at}`, type, target, JSON.stringify(data))
      .run();
  }

  test("a service is unproven until a start or an end was seen; Now says so, and a start alone is half of it", async () => {
    await me.send(`${SERVICE}/keep`, all.form());
    const { rule, since, watched } = await stored();
    expect(watched).toHaveLength(2);
    expect((await me.open(SERVICE)).text).toMatch(/Connected, not yet proven[\s\S]*seen a stream start or end yet/);
    expect((await me.open("/")).text).toContain("Unproven");
    // Who was on before is no start that was seen.
    await event("live.started", since + 500, { initial: true });
    expect(await tick(rule, since + 1000)).toMatchObject({ start: null, end: null });
    await event("live.started", since + 2000);
    expect(await tick(rule, since + 3000)).toMatchObject({ start: { name: "Maria", withinSeconds: 31 }, end: null });
    expect((await me.open(SERVICE)).text).toMatch(/Connected, half proven[\s\S]*Saw[\s\S]*Maria[\s\S]*go live at/);
    expect((await me.open("/")).text).not.toContain("Unproven");
    await event("live.ended", since + 4000);
    const proof = await tick(rule, since + 5000);
    expect(proof).toMatchObject({ end: { name: "Maria" } });
    expect((await me.open(SERVICE)).text).toMatch(/Connected and proven[\s\S]*Your rule holds/);
    // It is stored: what retention deletes, and a restart, take nothing from it.
    await api.db.prepare("DELETE FROM events").run();
    expect(await tick(rule, since + 6000)).toEqual(proof);
  });

  test("another rule begins anew, and the demo's service has none", async () => {
    await me.send(`${SERVICE}/keep`, all.form());
    const { rule, since } = await stored();
    await event("live.ended", since + 1000);
    expect((await tick(rule, since + 2000))!.end).not.toBeNull();
    expect(await tick("another", since + 3000)).toEqual({
      rule: "another",
      since: since + 3000,
      start: null,
      end: null,
    });
    expect(await tick(null, since + 4000)).toBeNull();
  });

  test("the same rule, connected again, keeps its proof; a change of how it is read has another one", async () => {
    await me.send(`${SERVICE}/keep`, all.form());
    const { rule, since } = await stored();
    await event("live.ended", since + 1000);
    await tick(rule, since + 2000);
    await me.send(`${SERVICE}/keep`, all.form());
    expect((await stored()).end).not.toBeNull();
    const check = { method: "GET", path: "/v3/{userId}/pulse", verdict: "/stream/id", on: "present" };
    expect((await api.call("PUT", "/v1/upstream/operations/live.check", check)).status).toBe(200);
    await me.send(`${SERVICE}/keep`, all.form({ "/account/baseUrl": all.url }));
    expect((await stored()).rule).not.toBe(rule);
  });

  test("an account that nothing has answered yet is no step that is done", async () => {
    const account = { baseUrl: all.url, username: "tally", password: "wrong" };
    await api.call("PUT", "/v1/upstream/account", account);
    const page = (await me.open("/first-steps/channel")).text;
    expect(page).toContain("has not answered yet");
    expect(page).not.toMatch(/Data service<span class="sr">, done/);
    const { text } = await me.open("/first-steps/done");
    expect(text).toContain("Before you get alerts");
  });
});

describe("poll now", () => {
  let api: RunningApi;
  let upstream: FakeUpstream;
  let receiver: FakeReceiver;
  beforeAll(async () => {
    [upstream, receiver] = await Promise.all([fakeUpstream(), fakeReceiver()]);
    api = await runSqliteApi({ UPSTREAM_BASE_URL: upstream.url, UPSTREAM_POLLS_PER_MINUTE: "5" });
  });
  beforeEach(async () => {
    await api.clear();
    upstream.live.clear();
    upstream.calls.length = 0;
    upstream.interfere = () => null;
    receiver.received.length = 0;
  });
  afterAll(() => Promise.all([api.stop(), upstream.close(), receiver.close()]));

  async function watch(more: object = {}): Promise<string> {
    const body = { kind: "live", name: "Maria", params: { userId: "7012" }, ...more };
    return (await api.call("POST", "/v1/targets", body)).body.id;
  }

  const poll = (id: string) => api.call("POST", `/v1/targets/${id}/poll`);

  test("a poll tells what is seen, and what changed goes out at once", async () => {
    const settings = { url: `${receiver.url}/hook` };
    const { body: channel } = await api.call("POST", "/v1/channels", { kind: "webhook", name: "hook", settings });
    await api.call("POST", "/v1/subscriptions", { name: "all", events: ["*"], channelId: channel.id });
    const id = await watch();
    const quiet = await poll(id);
    expect(quiet.body).toMatchObject({ verdict: "off", fault: null, changes: [], snapshot: { verdict: "off" } });
    upstream.live.set("7012", "7100");
    const started = await poll(id);
    expect(started.body).toMatchObject({
      verdict: "on",
      fault: null,
      changes: [{ type: "live.started", data: { roomId: "7100", initial: false } }],
      snapshot: { verdict: "on", roomId: "7100" },
    });
    const { body: event } = await api.call("GET", `/v1/events/${started.body.changes[0].id}`);
    expect(event).toMatchObject({ type: "live.started", targetId: id, window: started.body.changes[0].window });
    expect(receiver.received.map(({ body }) => body["type"])).toEqual(["live.started"]);
    expect((await api.call("GET", "/v1/deliveries")).body.items).toMatchObject([
      { status: "sent", eventIds: [event.id] },
    ]);
    expect((await api.call("GET", "/v1/status")).body).toMatchObject({
      liveNow: [{ targetId: id, name: "Maria", roomId: "7100" }],
      counts: { targets: { live: 1 }, events: 1, deliveries: { pending: 0, dead: 0 } },
      pending: { polls: 0, deliveries: 0 },
      budget: { perMinute: 5, used: 4, left: 1 },
    });
    const target = (await api.call("GET", `/v1/targets/${id}`)).body;
    expect(target.status).toMatchObject({ verdict: "on", consecutiveFaults: 0, lastPolledAt: target.status.lastOkAt });
    expect(target.status.lastPolledAt).not.toBeNull();
  });

  test("a fault is told and counted", async () => {
    const id = await watch();
    upstream.interfere = () => ({ status: 503, body: "" });
    expect((await poll(id)).body).toMatchObject({
      verdict: "unknown",
      fault: { kind: "unreachable", status: 503 },
      changes: [],
    });
    expect((await api.call("GET", `/v1/targets/${id}`)).body.status).toMatchObject({
      consecutiveFaults: 1,
      fault: { kind: "unreachable" },
    });
  });

  test("polls come out of the budget", async () => {
    const id = await watch();
    for (let calls = 0; calls < 5; calls++) expect((await poll(id)).status).toBe(200);
    const refused = await poll(id);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(upstream.calls).toHaveLength(5);
  });

  test("while the gate is closed nothing is asked", async () => {
    const id = await watch();
    upstream.interfere = () => ({ status: 401, body: "" });
    expect((await poll(id)).body.fault).toMatchObject({ kind: "refused", status: 401 });
    expect((await poll(id)).body.fault).toMatchObject({ kind: "refused", status: 401 });
    expect(upstream.calls).toHaveLength(1);
    expect((await api.call("GET", "/v1/status")).body.upstream).toMatchObject({ status: "unauthorized" });
    expect((await api.call("GET", "/healthz")).body).toMatchObject({ status: "degraded" });
  });

  test("in a replay of the future the last tick's time is now", async () => {
    const later = Date.now() + 86_400_000;
    await api.db.prepare("UPDATE ticker SET last_tick_at = ?1, filled_at = ?1, tokens = 5").bind(later).run();
    const id = await watch({ announceInitial: true });
    upstream.live.set("7012", "7100");
    expect((await poll(id)).body.changes[0].occurredAt).toBe(new Date(later).toISOString());
  });
});
