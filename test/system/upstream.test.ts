import { afterEach, beforeEach, expect, test } from "vitest";
import { addCreators, userIds } from "../support/creators.ts";
import { allPages, startSystem, subscribeAll, type System } from "../support/system.ts";

const MINUTE = 60_000;
let now: number;
let system: System;

beforeEach(async () => {
  now = Date.UTC(2026, 0, 5, 12);
  system = await startSystem();
  await addCreators(system, userIds(10));
  await subscribeAll(system, ["discord"]);
  await system.tick(now);
});
afterEach(() => system.stop());

const minutes = async (count: number) => {
  for (let n = 0; n < count; n++) await system.tick((now += MINUTE));
};
/** What happened, oldest first; whose state was unknown for a while is another matter. */
const notified = async () =>
  (await allPages(system, "/v1/events"))
    .map(({ type }) => type)
    .filter((type: string) => !["target.unknown", "target.known"].includes(type))
    .toReversed();
const callsIn = async (work: () => Promise<void>) => {
  const before = system.upstream.calls.length;
  await work();
  return system.upstream.calls.length - before;
};

// Other refusals of the account: `flows/refused-operations.test.ts`.
test.each([
  [401, "upstream.unauthorized"],
  ...(process.env["LONG"] ? ([[428, "upstream.key_expired"]] as [number, string][]) : []),
] as [number, string][])(
  "after a %s no call starts but a careful one every ten minutes; told once, and again when it is over",
  async (status, type) => {
    system.upstream.interfere = () => ({ status, body: '{"status":"error","message":"A valid API Key is required."}' });
    expect(await callsIn(() => minutes(1))).toBeLessThanOrEqual(6);
    expect(await callsIn(() => minutes(9))).toBe(0);
    expect(await callsIn(() => minutes(1))).toBe(1);
    expect(await callsIn(() => minutes(9))).toBe(0);
    const { body } = await system.api("GET", "/v1/status");
    expect(body.upstream.status).toBe(status === 401 ? "unauthorized" : "key_expired");
    system.upstream.interfere = () => null;
    expect(await callsIn(() => minutes(1))).toBe(1);
    expect(await callsIn(() => minutes(1))).toBe(10);
    expect(await notified()).toEqual([type, "upstream.recovered"]);
    const [recovered, problem] = await allPages(system, "/v1/events?type=upstream.*");
    expect(recovered).toMatchObject({ targetId: null, target: null, data: { of: type, since: problem.data.since } });
    expect(system.receiver.received).toHaveLength(2);
    expect(JSON.stringify(system.receiver.received)).not.toContain("a password");
  },
);

test("a 429 is waited out by Retry-After, then the budget creeps back", async () => {
  system.upstream.interfere = () => ({ status: 429, headers: { "retry-after": "240" }, body: "" });
  await minutes(1);
  system.upstream.interfere = () => null;
  expect(await callsIn(() => minutes(3))).toBe(0);
  expect(await callsIn(() => minutes(1))).toBe(10);
  expect(await notified()).toEqual(["upstream.throttled", "upstream.recovered"]);
});

test("server errors touch only their targets: a longer wait each time, told after five, and when it is over", async () => {
  system.upstream.interfere = ({ query }) => (query.get("user_id") === "1003" ? { status: 500, body: "" } : null);
  const requested = () => system.upstream.calls.filter(({ query }) => query.get("user_id") === "1003").length;
  const before = requested();
  await minutes(30);
  expect(requested() - before).toBeLessThan(12);
  expect(requested() - before).toBeGreaterThan(6);
  expect(await notified()).toEqual(["target.failing"]);
  system.upstream.interfere = () => null;
  await minutes(6);
  expect(await notified()).toEqual(["target.failing", "target.recovered"]);
  const failing = (await allPages(system, "/v1/events?type=target.failing"))[0]!;
  expect(failing).toMatchObject({
    target: { params: { userId: "1003" } },
    data: { count: 5, fault: { kind: "unreachable", status: 500 } },
  });
});

test("answers that no longer decode are drift, with the path that changed", async () => {
  system.upstream.interfere = () => ({
    body: '{"code":0,"data":{"data":[{"alive_now":true,"room_id":7100}],"status_code":0}}',
  });
  await minutes(3);
  expect((await notified()).filter((type) => type === "upstream.drifted")).toHaveLength(1);
  const drifted = (await allPages(system, "/v1/events?type=upstream.drifted"))[0]!;
  expect(drifted.data).toMatchObject({ operation: "live.check", path: "/data/data/alive" });
  system.upstream.interfere = () => null;
  await minutes(4);
  expect((await notified()).filter((type) => type.startsWith("upstream."))).toEqual([
    "upstream.drifted",
    "upstream.recovered",
  ]);
});

test("a mass flip that the next poll denies is told to operators, and to nobody else", async () => {
  for (const userId of userIds(10)) system.upstream.live.set(userId, "7457312345678901234");
  await minutes(1);
  system.upstream.live.clear();
  await minutes(5);
  expect(await notified()).toEqual(["upstream.suspect", "upstream.recovered"]);
});

test("a mass flip that the next poll confirms is told then, with the time of the first sight", async () => {
  for (const userId of userIds(10)) system.upstream.live.set(userId, "7457312345678901234");
  await minutes(1);
  const firstSeenAt = new Date(now).toISOString();
  await minutes(1);
  const started = await allPages(system, "/v1/events?type=live.started");
  expect(started).toHaveLength(10);
  expect(new Set(started.map(({ occurredAt }) => occurredAt))).toEqual(new Set([firstSeenAt]));
  expect(new Set(started.map(({ detectedAt }) => detectedAt))).toEqual(new Set([new Date(now).toISOString()]));
});

test("ordinary flips of fewer than half are told at once", async () => {
  for (const userId of userIds(4)) system.upstream.live.set(userId, "7457312345678901234");
  await minutes(1);
  expect((await notified()).filter((type) => type === "live.started")).toHaveLength(4);
});

test("a 429 that a probe meets holds for everyone", async () => {
  system.upstream.interfere = () => ({ status: 429, headers: { "retry-after": "240" }, body: "" });
  const probed = await system.api("POST", "/v1/upstream/probe", {
    operation: "live.check",
    params: { userId: "1001" },
  });
  expect(probed.body).toMatchObject({ status: 429, fault: { kind: "throttled" } });
  const again = await callsIn(async () => {
    await system.api("POST", "/v1/upstream/probe", { operation: "live.check", params: { userId: "1001" } });
  });
  expect(again).toBe(0);
  expect(await notified()).toEqual(["upstream.throttled"]);
});

test("an operation that is refused stops only what needs it, and everyone is told what that is", async () => {
  const created = await system.api("POST", "/v1/targets", {
    kind: "record",
    name: "A video",
    params: { operation: "video.info", values: { videoId: "7501001" } },
    intervalSeconds: 60,
  });
  expect(created.status).toBe(201);
  await minutes(1);
  system.upstream.interfere = ({ path }) => (path.endsWith("/video/info") ? { status: 401, body: "" } : null);
  expect(await callsIn(() => minutes(1))).toBe(11);
  expect(await callsIn(() => minutes(9))).toBe(90);
  expect(await callsIn(() => minutes(1))).toBe(11);
  const { upstream, reasons } = (await system.api("GET", "/v1/status")).body;
  expect(upstream).toMatchObject({ status: "refused", refused: [{ operation: "video.info", status: 401 }] });
  expect(upstream.detail).toMatch(/refuses video\.info \(401\).*Everything else is polled/);
  expect(reasons.map(({ reason }: { reason: string }) => reason)).toContain("upstream_refused");
  expect((await system.api("GET", "/healthz")).body.reasons).toContain("upstream_refused");
  const record = (await system.api("GET", `/v1/targets/${created.body.id}`)).body;
  expect(record.status).toMatchObject({
    consecutiveFaults: 0,
    fault: { kind: "refused", status: 401, detail: "not polled: the service answered 401 to video.info" },
  });
  system.upstream.interfere = () => null;
  await minutes(11);
  expect(await notified()).toEqual(["upstream.unauthorized", "upstream.recovered"]);
  const told = system.receiver.received.map(({ body }) => JSON.stringify(body));
  expect(told).toHaveLength(2);
  expect(told[0]).toContain("The data service refuses video.info (401)");
  expect(told[0]).toContain("Everything else is checked as usual");
  expect(told[1]).toContain("The data service answers video.info again");
  expect((await system.api("GET", "/v1/status")).body.upstream).toMatchObject({ status: "ok", refused: [] });
  expect((await system.api("GET", `/v1/targets/${created.body.id}`)).body.status.fault).toBeNull();
});
