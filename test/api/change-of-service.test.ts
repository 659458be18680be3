import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Demo } from "../../src/core/demo.ts";
import { noteDemo } from "../../host/runtime/demo/set-up.ts";
import { fakeReceiver, type FakeReceiver } from "../support/fake-upstream.ts";
import { serve } from "../support/http-server.ts";
import { TOKEN } from "../support/setting.ts";
import { context, type Visitor } from "./visitor.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

type Service = Awaited<ReturnType<typeof serve>> & { live: Set<string> };

/** A service with the default live check, and the ids of these names. */
async function liveService(ids: Record<string, string> = {}): Promise<Service> {
  const live = new Set<string>();
  const served = await serve((request, _body, response) => {
    const { pathname, searchParams } = new URL(request.url!, "http://x");
    const id = searchParams.get("user_id") ?? "";
    response.writeHead(200, { "content-type": "application/json" });
    if (pathname.endsWith("/resolve")) {
      const handle = searchParams.get("handle")!;
      const user = { id_str: ids[handle], unique_id: handle, nickname: `${handle} of ${ids[handle]}` };
      response.end(JSON.stringify({ code: 0, data: { user } }));
      return;
    }
    const row = { alive: live.has(id), room_id: live.has(id) ? `9${id}` : "0" };
    response.end(JSON.stringify({ code: 0, data: { data: [row], status_code: 0 } }));
  });
  return { ...served, live };
}

let demo: Service;
let own: Service;
let other: Service;
let receiver: FakeReceiver;
let api: RunningApi;
let me: Visitor;
beforeAll(async () => {
  [demo, own, other, receiver] = await Promise.all([
    liveService({ zoe: "555", bo: "556" }),
    liveService({ zoe: "777", bo: "778" }),
    liveService(),
    fakeReceiver(),
  ]);
  const account = { baseUrl: demo.url, username: "demo", password: "demo", operations: {} };
  api = await runSqliteApi({
    LIMITS: "local",
    UPSTREAM_POLLS_PER_MINUTE: "10000",
    DEMO_ACCOUNT: JSON.stringify(account),
  });
  for (const name of ["UPSTREAM_BASE_URL", "UPSTREAM_USERNAME", "UPSTREAM_PASSWORD"]) delete api.env[name as never];
  me = await context(api);
});
beforeEach(async () => {
  await api.clear();
  for (const { live } of [demo, own, other]) live.clear();
});
afterAll(() => Promise.all([api.stop(), ...[demo, own, other, receiver].map((one) => one.close())]));

async function create(what: string, body: object): Promise<string> {
  const answer = await api.call("POST", `/v1/${what}`, body);
  expect([what, answer.status, answer.body.detail]).toEqual([what, 201, undefined]);
  return answer.body.id as string;
}

const connect = ({ url }: Service) =>
  api.call("PUT", "/v1/upstream/account", { baseUrl: url, username: "t", password: "x" });

/** Polls now: the changes that were found. */
async function polled(id: string): Promise<string[]> {
  const { status, body } = await api.call("POST", `/v1/targets/${id}/poll`);
  expect([status, body.fault]).toEqual([200, null]);
  return body.changes.map(({ type }: { type: string }) => type);
}

const eventsOf = async (id: string): Promise<string[]> =>
  (await api.call("GET", `/v1/targets/${id}/events`)).body.items.map(({ type }: { type: string }) => type);

const verdictOf = async (id: string) => (await api.call("GET", `/v1/targets/${id}`)).body.status.verdict as string;

/** Somebody's own creator, who starts at this service, and an alert about everybody. */
async function started(service: Service) {
  const channel = await create("channels", { kind: "webhook", name: "Ours", settings: { url: `${receiver.url}/x` } });
  await create("subscriptions", { name: "Everybody", events: ["live.*"], channelId: channel });
  const settings = { confirmOff: 1, graceSeconds: 0 };
  const id = await create("targets", { kind: "live", name: "Maria", params: { userId: "7999" }, settings });
  expect(await polled(id)).toEqual([]);
  service.live.add("7999");
  expect(await polled(id)).toEqual(["live.started"]);
  return id;
}

describe("another service", () => {
  test("ends nothing that the demo's began, and what that one made up is gone with its messages", async () => {
    const id = await started(demo);
    expect((await api.call("GET", "/v1/deliveries")).body.items).toHaveLength(1);
    await connect(own);
    expect(await eventsOf(id)).toEqual([]);
    expect((await api.call("GET", "/v1/deliveries")).body.items).toEqual([]);
    expect((await api.call("GET", `/v1/targets/${id}/samples`)).body.items).toEqual([]);
    expect((await api.call("GET", "/v1/status")).body.liveNow).toEqual([]);
    expect(await polled(id)).toEqual([]);
    expect(await verdictOf(id)).toBe("off");
    own.live.add("7999");
    expect(await polled(id)).toEqual(["live.started"]);
    expect(await eventsOf(id)).toEqual(["live.started"]);
  });

  test("says first in silence who is live, whatever the one before said, and keeps what was real", async () => {
    const id = await started(demo);
    await connect(own);
    own.live.add("7999");
    expect(await polled(id)).toEqual([]);
    own.live.clear();
    expect(await polled(id)).toEqual(["live.ended"]);
    own.live.add("7999");
    expect(await polled(id)).toEqual(["live.started"]);
    // Another address may be the same service: nothing that ended meanwhile is lost.
    await connect(other);
    expect(await polled(id)).toEqual(["live.ended"]);
    expect(await eventsOf(id)).toEqual(["live.ended", "live.started", "live.ended"]);
  });

  test("leaves whom it was asked about alone once it is disconnected: the demo's knows nothing of them", async () => {
    await connect(own);
    const id = await started(own);
    await api.call("DELETE", "/v1/upstream/account");
    demo.live.add("7999");
    const { body } = await api.call("POST", `/v1/targets/${id}/poll`);
    expect([body.verdict, body.fault?.detail, body.changes]).toEqual([
      "unknown",
      "not asked: another service is connected, or it was deleted",
      [],
    ]);
    const { status } = (await api.call("GET", `/v1/targets/${id}`)).body;
    expect([status.verdict, status.fault.detail]).toEqual(["unknown", "not asked: its service is disconnected"]);
    expect((await me.open(`/creators/${id}`)).text).toContain("your service is disconnected");
    expect((await me.open("/")).text).toContain("Connect your service");
    // Who is added now is there to try the demo with.
    const tried = await create("targets", { kind: "live", name: "Tried", params: { userId: "8111" } });
    demo.live.add("8111");
    expect(await polled(tried)).toEqual([]);
    expect([await verdictOf(tried), await verdictOf(id)]).toEqual(["on", "unknown"]);
    // What was real before stays, and what began is said once it is asked again.
    await connect(own);
    expect(await eventsOf(id)).toEqual(["live.started"]);
    expect(await polled(id)).toEqual([]);
    own.live.clear();
    expect(await polled(id)).toEqual(["live.ended"]);
  });

  test("is no other one with another key, or another way to write its address", async () => {
    await connect(own);
    const id = await started(own);
    await api.call("PUT", "/v1/upstream/account", { baseUrl: `${own.url}/`, headers: { "X-Key": "new" } });
    own.live.clear();
    expect(await polled(id)).toEqual(["live.ended"]);
  });

  test("looks names up itself: an id that the demo's made up is asked of nobody else", async () => {
    const zoe = await create("targets", { kind: "live", name: "@zoe", params: { handle: "zoe" } });
    const bo = await create("targets", { kind: "live", name: "My Bo", params: { handle: "bo" } });
    const typed = await create("targets", { kind: "live", name: "Al", params: { userId: "4321", handle: "zoe" } });
    await polled(zoe);
    const paramsOf = async (id: string) => (await api.call("GET", `/v1/targets/${id}`)).body.params as object;
    expect(await paramsOf(zoe)).toEqual({ userId: "555", handle: "zoe" });
    await connect(own);
    expect(await paramsOf(zoe)).toEqual({ handle: "zoe" });
    for (const id of [zoe, bo]) await polled(id);
    expect(await paramsOf(zoe)).toEqual({ userId: "777", handle: "zoe" });
    expect(await paramsOf(bo)).toEqual({ userId: "778", handle: "bo" });
    expect((await api.call("GET", `/v1/targets/${bo}`)).body.name).toBe("My Bo");
    expect(await paramsOf(typed)).toEqual({ userId: "4321", handle: "zoe" });
    const connected = await api.call("PUT", "/v1/upstream/account", { baseUrl: other.url });
    expect([connected.status, await paramsOf(zoe)]).toEqual([200, { userId: "777", handle: "zoe" }]);
  });

  test("is noticed where the environment names it, at the first call", async () => {
    const id = await started(demo);
    const env = { ...api.env, UPSTREAM_BASE_URL: own.url, UPSTREAM_USERNAME: "t", UPSTREAM_PASSWORD: "x" };
    const request = new Request(`http://api.test/v1/targets/${id}/poll`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    const answer = (await (await api.send(request, env)).json()) as { verdict: string; changes: unknown[] };
    expect([answer.verdict, answer.changes]).toEqual(["off", []]);
    expect(await eventsOf(id)).toEqual([]);
  });

  test("leaves the demo's own creators as they were, live to nobody while it is asked", async () => {
    const id = await started(demo);
    const none: Demo = { watchlists: [], targets: [], channels: [], subscriptions: [], digests: [], chats: [] };
    await noteDemo(api.db, { ...none, targets: [id] });
    await connect(own);
    expect(await eventsOf(id)).toEqual(["live.started"]);
    expect((await api.call("GET", "/v1/status")).body.liveNow).toEqual([]);
    await api.call("DELETE", "/v1/upstream/account");
    demo.live.clear();
    expect(await polled(id)).toEqual(["live.ended"]);
  });

  test("leaves nothing simulated waiting for a real channel, not even of the demo's own creators", async () => {
    const id = await started(demo);
    const none: Demo = { watchlists: [], targets: [], channels: [], subscriptions: [], digests: [], chats: [] };
    await noteDemo(api.db, { ...none, targets: [id] });
    await api.db.prepare("UPDATE deliveries SET status = 'pending'").run();
    await connect(own);
    expect((await api.call("GET", "/v1/deliveries")).body.items).toEqual([]);
  });
});

test("who lacks the name that a service asks by is not asked for, and is not offline", async () => {
  await connect(own);
  const definition = { path: "/v2/status", query: { user: "{handle}" }, verdict: "/live", on: [true], off: [false] };
  await api.call("PUT", "/v1/upstream/operations/live.check", definition);
  await api.call("PUT", "/v1/upstream/operations/user.resolve", null);
  const id = await create("targets", { kind: "live", name: "6812345", params: { userId: "6812345" } });
  const { body } = await api.call("POST", `/v1/targets/${id}/poll`);
  expect(body).toMatchObject({ verdict: "unknown", fault: { kind: "refused", status: null } });
  expect(body.fault.detail).toContain("handle has no value");
});
