import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addCreators, userIds } from "../support/creators.ts";
import { until } from "../support/started.ts";
import { allPages, startSystem, subscribeAll, type System } from "../support/system.ts";

let system: System;
let key: string;
let now = Date.now();
beforeAll(async () => {
  system = await startSystem({ UPSTREAM_POLLS_PER_MINUTE: "200" });
  await addCreators(system, ["7012"], { name: "Maria", params: { userId: "7012", handle: "maria" } });
  await addCreators(system, userIds(60));
  await subscribeAll(system, ["webhook"]);
  key = (await system.api("POST", "/v1/hooks", { name: "Bot" })).body.key;
  await system.tick(now);
});
afterAll(() => system.stop());
beforeEach(() => {
  system.upstream.calls.length = 0;
  system.receiver.received.length = 0;
});

const hint = async (body: object, with_ = key) =>
  (
    await fetch(`${system.base}/hooks/${with_}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
  ).status;

const checks = () => system.upstream.calls.filter(({ path }) => path.endsWith("/live/check"));
const calls = (userId: string) => checks().filter(({ query }) => query.get("user_id") === userId).length;

test("a hint finds a start at once, and sends its alert, without a tick", async () => {
  system.upstream.live.set("7012", "7457312345678901234");
  const sentAt = Date.now();
  expect(await hint({ handle: "maria" })).toBe(202);
  await until(() => calls("7012") === 1, "the poll");
  expect(Date.now() - sentAt).toBeLessThan(2_000);
  await until(() => system.receiver.received.length === 1, "the alert");
  expect(system.receiver.received[0]!.body).toMatchObject({
    type: "live.started",
    data: { target: { name: "Maria" } },
  });
  const { body } = await system.api("GET", "/v1/targets?q=maria");
  expect(body.items[0].status).toMatchObject({ verdict: "on" });
});

test("a second hint within ten seconds polls nobody again", async () => {
  expect(await hint({ handle: "maria" })).toBe(202);
  expect(await hint({ userId: "7012" })).toBe(202);
  await system.settled();
  expect(calls("7012")).toBe(0);
});

test("what the caller claims is not believed: only the poll tells", async () => {
  const [other] = userIds(1);
  expect(await hint({ userId: other })).toBe(202);
  await until(() => calls(other!) === 1, "the poll");
  await system.settled();
  expect(system.receiver.received).toEqual([]);
  expect(await allPages(system, "/v1/events?type=live.started")).toHaveLength(1);
});

test("a leaked key takes its share of the calls, and the next tick polls everybody on time", async () => {
  await system.tick((now += 120_000));
  system.upstream.calls.length = 0;
  const leaked = (await system.api("POST", "/v1/hooks", { name: "Leaked" })).body.key;
  const statuses = await Promise.all(userIds(60).map((userId) => hint({ userId }, leaked)));
  await until(() => checks().length >= 50, "the polls of the share");
  await system.settled();
  expect(checks()).toHaveLength(50);
  expect(statuses.toSorted()).toEqual([
    ...Array.from({ length: 50 }, () => 202),
    ...Array.from({ length: 10 }, () => 429),
  ]);
  system.upstream.calls.length = 0;
  await system.tick((now += 60_000));
  expect(checks()).toHaveLength(61);
});

test("no key is in the log, the audit log or the database", async () => {
  expect(await hint({ userId: "none" })).toBe(422);
  expect(await hint({ userId: "7012" }, `${key}x`)).toBe(404);
  await system.tick((now += 60_000));
  const rows = [];
  for (const table of ["hooks", "hints", "audit", "requests"])
    rows.push((await system.db.prepare(`SELECT * FROM ${table}`).all()).results);
  for (const text of [system.log.join("\n"), JSON.stringify(rows), JSON.stringify(await allPages(system, "/v1/audit"))])
    expect(text).not.toContain(key.slice(4, 30));
});
