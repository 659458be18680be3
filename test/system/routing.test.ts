import { afterEach, beforeEach, expect, test } from "vitest";
import { addCreators, userIds } from "../support/creators.ts";
import { allPages, startSystem, type System } from "../support/system.ts";

const MINUTE = 60_000;
const ROOM = "7457312345678901234";
let now: number;
let system: System;
let channelId: string;
let targets: Map<string, string>;

beforeEach(async () => {
  now = Date.UTC(2026, 0, 5, 21);
  system = await startSystem();
  targets = await addCreators(system, userIds(20), { settings: { confirmOff: 1, graceSeconds: 0 } });
  const settings = { url: `${system.receiver.url}/api/webhooks/1001/secret` };
  channelId = (await system.api("POST", "/v1/channels", { kind: "discord", name: "d", settings })).body.id;
  await system.tick(now);
});
afterEach(() => system.stop());

const subscribe = async (more: object) => {
  const created = await system.api("POST", "/v1/subscriptions", { name: "s", events: ["live.*"], channelId, ...more });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
};
const tick = (minutes = 1) => system.tick((now += minutes * MINUTE));
const on = (...ids: string[]) => ids.forEach((id) => system.upstream.live.set(id, ROOM));
const off = (...ids: string[]) => ids.forEach((id) => system.upstream.live.delete(id));
const deliveries = async () => (await allPages(system, "/v1/deliveries")).toReversed();
const texts = () => system.receiver.received.map(({ body }) => JSON.stringify(body));

test("quiet hours hold, and one summary tells all at their end, those that ended as ended", async () => {
  await subscribe({ quietHours: { from: "22:00", to: "23:00", timezone: "UTC", action: "hold" }, mention: "@here" });
  await system.tick((now = Date.UTC(2026, 0, 5, 22, 10)));
  on("1000");
  await tick();
  on("1001");
  await tick();
  off("1000");
  await tick();
  expect(system.receiver.received).toEqual([]);
  const held = await deliveries();
  expect(held.map(({ status }) => status)).toEqual(["held", "held", "held"]);
  expect(held.every(({ reason }) => reason.startsWith("quiet hours"))).toBe(true);
  await system.tick((now = Date.UTC(2026, 0, 5, 22, 59)));
  expect(system.receiver.received).toEqual([]);
  await system.tick((now = Date.UTC(2026, 0, 5, 23)));
  expect(texts()).toHaveLength(1);
  expect(texts()[0]).toMatch(/Creator 1000.{0,40}was live/);
  expect(texts()[0]).toMatch(/Creator 1001.{0,40}is live/);
  const all = await deliveries();
  expect(all.map(({ status }) => status)).toEqual(["held", "held", "held", "sent"]);
  expect(all[3].eventIds.toSorted()).toEqual(held.flatMap(({ eventIds }) => eventIds).toSorted());
  off("1001");
  await tick();
  expect(system.receiver.received.map(({ method }) => method)).toEqual(["POST", "PATCH"]);
});

test("quiet hours that drop leave a suppressed delivery with its reason; an edit ignores them", async () => {
  await subscribe({ quietHours: { from: "22:00", to: "23:00", timezone: "UTC", action: "drop" } });
  on("1000");
  await tick();
  await system.tick((now = Date.UTC(2026, 0, 5, 22, 10)));
  on("1001");
  off("1000");
  await tick();
  expect(system.receiver.received.map(({ method }) => method)).toEqual(["POST", "PATCH"]);
  const last = (await deliveries()).find(({ status }) => status === "suppressed");
  expect(last).toMatchObject({ reason: "quiet hours" });
  off("1001");
  await tick();
  expect((await deliveries()).at(-1)).toMatchObject({ status: "suppressed", reason: "its start was suppressed" });
});

test("a cooldown tells the same type of the same target once, visibly suppressing the rest", async () => {
  await subscribe({ events: ["live.started"], cooldownSeconds: 600 });
  on("1000");
  await tick();
  off("1000");
  await tick();
  on("1000", "1001");
  await tick();
  const [first, second, third] = await deliveries();
  expect(first).toMatchObject({ status: "sent" });
  expect([second, third].find(({ status }) => status === "suppressed")).toMatchObject({
    reason: expect.stringContaining("cooldown"),
  });
  off("1000");
  await tick();
  await tick(10);
  on("1000");
  await tick();
  expect((await deliveries()).at(-1)).toMatchObject({ status: "sent" });
});

test("filters, templates and several subscriptions of one channel", async () => {
  await subscribe({
    events: ["live.started"],
    template: { "live.started": "Go and see {{name}} ({{roomId}})" },
    mention: "role:55",
  });
  await subscribe({ events: ["*"], mention: "user:66" });
  await subscribe({
    events: ["*"],
    mention: "role:77",
    filters: [{ field: "target.name", op: "contains", value: "1003" }],
  });
  on("1000");
  await tick();
  expect(system.receiver.received).toHaveLength(1);
  expect(texts()[0]).toContain(`Go and see Creator 1000 (${ROOM})`);
  expect(system.receiver.received[0]!.body["allowed_mentions"]).toMatchObject({ roles: ["55"], users: ["66"] });
  on("1003");
  await tick();
  expect(system.receiver.received[1]!.body["allowed_mentions"]).toMatchObject({ roles: ["55", "77"] });
  expect(await deliveries()).toHaveLength(2);
});

test("a silence keeps messages back while events go on", async () => {
  await subscribe({});
  const until = new Date(Date.now() + 86_400_000 * 365).toISOString();
  const created = await system.api("POST", "/v1/silences", {
    targetId: targets.get("1000"),
    until,
    reason: "on holiday",
  });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  on("1000", "1001");
  await tick();
  expect(await allPages(system, "/v1/events")).toHaveLength(2);
  const all = await deliveries();
  expect(all.find(({ status }) => status === "suppressed")).toMatchObject({ reason: "silenced: on holiday" });
  expect(texts()).toHaveLength(1);
  expect(texts()[0]).not.toContain("Creator 1000");
});

test("that a channel is gone is told on another", async () => {
  await subscribe({});
  const settings = { url: `${system.receiver.url}/slack/services/T1/B1/secret` };
  const other = (await system.api("POST", "/v1/channels", { kind: "slack", name: "ops", settings })).body.id;
  await system.api("POST", "/v1/subscriptions", { name: "ops", events: ["channel.disabled"], channelId: other });
  system.receiver.interfere = ({ kind }) => (kind === "discord" ? { status: 404, body: '{"code":10015}' } : null);
  on("1000");
  await tick();
  const slack = system.receiver.received.filter(({ kind }) => kind === "slack");
  expect(slack).toHaveLength(1);
  expect(JSON.stringify(slack[0]!.body)).toMatch(/The channel \w+ was turned off/);
  const [event] = await allPages(system, "/v1/events?type=channel.disabled");
  expect(event).toMatchObject({ targetId: null, data: { channelId } });
});

test("a channel at which nothing arrives for 120 hours is disabled and told", async () => {
  await subscribe({});
  system.receiver.interfere = () => ({ status: 500, body: "" });
  on("1000");
  await tick();
  for (let hours = 0; hours < 130; hours += 5) {
    on(String(1001 + (hours % 15)));
    await tick(300);
  }
  const { body } = await system.api("GET", `/v1/channels/${channelId}`);
  expect(body).toMatchObject({ enabled: false, disabledReason: expect.stringContaining("120 hours") });
});
