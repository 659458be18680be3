import { afterEach, beforeEach, expect, test } from "vitest";
import { addCreators, userIds } from "../support/creators.ts";
import { startSystem, type System } from "../support/system.ts";

// Alerts of creators whom nobody watches any more, although they were live.

const MINUTE = 60_000;
const ROOM = "7457312345678901234";
let now: number;
let system: System;
let channelId: string;
let watchlistId: string;
let targets: Map<string, string>;

beforeEach(async () => {
  now = Date.UTC(2026, 0, 5, 21);
  system = await startSystem();
  watchlistId = (await system.api("POST", "/v1/watchlists", { name: "Second" })).body.id;
  targets = await addCreators(system, userIds(4), { watchlistId, settings: { confirmOff: 1, graceSeconds: 0 } });
  const settings = { url: `${system.receiver.url}/api/webhooks/1001/secret` };
  channelId = (await system.api("POST", "/v1/channels", { kind: "discord", name: "d", settings })).body.id;
  await system.tick(now);
});
afterEach(() => system.stop());

const subscribe = async (more: object = {}) => {
  const created = await system.api("POST", "/v1/subscriptions", { name: "s", events: ["live.*"], channelId, ...more });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
};
const tick = (minutes = 1) => system.tick((now += minutes * MINUTE));
const on = (...ids: string[]) => ids.forEach((id) => system.upstream.live.set(id, ROOM));
const off = (...ids: string[]) => ids.forEach((id) => system.upstream.live.delete(id));
const path = (userId: string) => `/v1/targets/${targets.get(userId)}`;
const sent = () => system.receiver.received.map(({ method, body }) => [method, JSON.stringify(body)] as const);
const ended = async () => (await system.api("GET", "/v1/events?type=live.ended")).body.items;
const change = async (method: string, to: string, body?: unknown) => {
  const { status, body: answer } = await system.api(method, to, body);
  expect([200, 204], JSON.stringify(answer)).toContain(status);
};

/** The last request, which edits an alert. */
const edit = (): string => {
  const [method, text] = sent().at(-1)!;
  expect(method).toBe("PATCH");
  return text;
};

/** What an alert says of somebody who is no longer watched. */
function expectUnwatched(text: string, userId: string, why: RegExp): void {
  expect(text).toMatch(new RegExp(`Creator ${userId}.{0,10} was live`));
  expect(text).not.toContain(`Creator ${userId} is live`);
  expect(text).toMatch(/[Ll]ast seen live <t:\d+:R>/);
  expect(text).toMatch(why);
}

test("the alert of a deleted creator no longer says that she is live, and no end is claimed", async () => {
  await subscribe({ mention: "@here" });
  on("1000");
  await tick();
  expect(sent()).toHaveLength(1);
  await tick(5);
  const seenAt = now;
  await change("DELETE", path("1000"));
  await tick();
  expect(sent()).toHaveLength(2);
  expectUnwatched(edit(), "1000", /no longer watched/);
  expect(edit()).toContain(`<t:${seenAt / 1000}:R>`);
  expect(edit()).not.toContain("@here");
  expect(await ended()).toEqual([]);
  expect((await system.api("DELETE", path("1000"))).status).toBe(404);
  await tick(5);
  expect(sent()).toHaveLength(2);
});

test("a pause is said, and after it the end edits the same alert", async () => {
  await subscribe();
  on("1000");
  await tick();
  await change("PATCH", path("1000"), { enabled: false });
  await tick();
  expectUnwatched(edit(), "1000", /checks paused <t:\d+:R>/);
  await change("PATCH", path("1000"), { enabled: true });
  await tick();
  expect(sent()).toHaveLength(2);
  off("1000");
  await tick();
  expect(sent()).toHaveLength(3);
  expect(edit()).toMatch(/was live/);
  expect(edit()).not.toContain("paused");
  expect(await ended()).toHaveLength(1);
  await change("DELETE", path("1000"));
  await tick();
  expect(sent()).toHaveLength(3);
});

test("a pause that ends before the next tick changes nothing", async () => {
  await subscribe();
  on("1000");
  await tick();
  await change("PATCH", path("1000"), { enabled: false });
  await change("PATCH", path("1000"), { enabled: true });
  await tick();
  expect(sent()).toHaveLength(1);
});

test("one who was paused and then deleted is no longer watched", async () => {
  await subscribe();
  on("1000");
  await tick();
  await change("PATCH", path("1000"), { enabled: false });
  await tick();
  await change("DELETE", path("1000"));
  await tick();
  expect(sent()).toHaveLength(3);
  expectUnwatched(edit(), "1000", /no longer watched/);
});

test("with params of somebody else, the alert of the one before is over", async () => {
  await subscribe();
  on("1000");
  await tick();
  await change("PATCH", path("1000"), { params: { userId: "5000" } });
  await tick();
  expectUnwatched(edit(), "1000", /no longer watched/);
  expect(sent()).toHaveLength(2);
});

test("a list that is deleted with everything in it edits each alert once, of those who are live", async () => {
  await subscribe({ watchlistId });
  on("1000", "1001");
  await tick();
  const before = sent().length;
  await change("DELETE", `/v1/watchlists/${watchlistId}?cascade=true`);
  await tick();
  expect(sent()).toHaveLength(before + 1);
  for (const userId of ["1000", "1001"]) expect(edit()).toMatch(new RegExp(`Creator ${userId}`));
  expect(edit()).not.toMatch(/(is|are) live/);
  expect(edit().match(/no longer watched/g)).toHaveLength(2);
  expect(edit()).not.toMatch(/Creator 100[23]/);
  expect(await ended()).toEqual([]);
  await tick();
  expect(sent()).toHaveLength(before + 1);
});

test("nothing is sent about creators who are not live, nor where ends edit no alert", async () => {
  await subscribe({ onEnd: "ignore" });
  on("1000");
  await tick();
  for (const userId of userIds(4)) await change("DELETE", path(userId));
  await tick();
  expect(sent()).toHaveLength(1);
  expect(await system.db.prepare("SELECT count(*) AS n FROM unwatched").first("n")).toBe(0);
});

test("who is deleted while quiet hours hold the alert was live, as the summary says", async () => {
  await subscribe({ quietHours: { from: "22:00", to: "23:00", timezone: "UTC", action: "hold" }, mention: "@here" });
  await system.tick((now = Date.UTC(2026, 0, 5, 22, 10)));
  on("1000", "1001");
  await tick();
  await change("DELETE", path("1000"));
  await tick();
  expect(sent()).toEqual([]);
  await system.tick((now = Date.UTC(2026, 0, 5, 23)));
  expect(sent()).toHaveLength(1);
  expect(sent()[0]![1]).toMatch(/Creator 1000.{0,40}was live/);
  expect(sent()[0]![1]).toMatch(/Creator 1001.{0,40}is live/);
});

test("an alert that could not be sent yet is not sent as if somebody were live", async () => {
  await subscribe({ mention: "@here" });
  system.receiver.interfere = () => ({ status: 503, body: "" });
  on("1000");
  await system.ticked((now += MINUTE));
  await change("DELETE", path("1000"));
  await system.ticked((now += MINUTE));
  system.receiver.received.length = 0;
  system.receiver.interfere = () => null;
  await tick(30);
  expect(sent()).toHaveLength(1);
  expect(sent()[0]![0]).toBe("POST");
  expectUnwatched(sent()[0]![1], "1000", /no longer watched/);
  expect(sent()[0]![1]).not.toContain("@here");
});
