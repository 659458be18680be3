import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { fakeReceiver, type FakeReceiver, fakeUpstream, type FakeUpstream } from "../support/fake-upstream.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

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
    counts: { targets: { live: 1 }, events: 1, deliveries: { sent: 1 } },
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
