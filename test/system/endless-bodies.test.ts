import { afterAll, beforeAll, expect, test } from "vitest";
import { addCreators, userIds } from "../support/creators.ts";
import { allPages, startSystem, subscribeAll, type System } from "../support/system.ts";

const MINUTE = 60_000;
const ROOM = "7457312345678901234";
let now = Date.UTC(2026, 0, 5, 12);
let system: System;

beforeAll(async () => {
  system = await startSystem({ UPSTREAM_TIMEOUT_MS: "700", DELIVERY_TIMEOUT_MS: "700" });
});
afterAll(() => system.stop());

test("an answer that begins and never ends is none in time; a large one is read, one that is too large is not", async () => {
  const ids = await addCreators(system, ["1", "2", "3", "4"]);
  const padding = (bytes: number) => `,"padding":"${"x".repeat(bytes)}"`;
  const answer = (user: string, more: string) =>
    `{"code":0,"data":{"data":[{"alive":true,"room_id":${ROOM},"user_id":"${user}"}]}${more}}`;
  system.upstream.interfere = ({ query }) => {
    const user = query.get("user_id")!;
    if (user === "2") return { body: '{"code":0,"data":{"da', endless: true };
    return { body: answer(user, user === "1" ? "" : padding(user === "3" ? 100_000 : 5_000_000)) };
  };
  await system.tick(now);
  const found = await Promise.all(
    [...ids.values()].map(async (id) => (await system.api("GET", `/v1/targets/${id}`)).body.status),
  );
  expect(found.map(({ verdict }) => verdict)).toEqual(["on", "unknown", "on", "unknown"]);
  const details = found.map(({ fault }) => fault?.detail ?? null);
  expect(details).toEqual([null, "no answer within 700 ms", null, "the answer is too large"]);
  system.upstream.interfere = () => null;
});

test("a receiver whose answer never ends is tried again, and the others hear at once", async () => {
  await addCreators(system, userIds(8));
  await subscribeAll(system, ["slack", "discord"]);
  await system.tick((now += MINUTE));
  system.receiver.interfere = ({ kind }) => (kind === "slack" ? { body: "o", endless: true } : null);
  system.upstream.live.set("1000", ROOM);
  await system.tick((now += MINUTE));
  const deliveries = await allPages(system, "/v1/deliveries");
  expect(
    deliveries.map(({ status, attempts }) => [status, attempts.map(({ error }: { error: string | null }) => error)]),
  ).toEqual(
    expect.arrayContaining([
      ["sent", [null]],
      ["pending", ["timeout"]],
    ]),
  );
});
