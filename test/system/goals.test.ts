import { afterAll, beforeAll, expect, test } from "vitest";
import { addCreators, userIds } from "../support/creators.ts";
import { startSystem, type System } from "../support/system.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Midnight in Berlin of 1 March, in the future, so that tick time is what counts. */
const START = Date.UTC(2030, 1, 28, 23);
const ROOM = "7457312345678901234";

let system: System;
let targets: { id: string; name: string }[];

beforeAll(async () => {
  system = await startSystem();
  await addCreators(system, userIds(2));
  targets = (await system.api("GET", "/v1/targets")).body.items;
  const settings = { url: `${system.receiver.url}/slack/services/T1/B1/secret` };
  const { body: channel } = await system.api("POST", "/v1/channels", { kind: "slack", name: "slack", settings });
  await system.api("POST", "/v1/subscriptions", { name: "goals", events: ["goal.*"], channelId: channel.id });
  await system.tick(START);
});

afterAll(() => system.stop());

const events = async () => {
  const { body } = await system.api("GET", "/v1/events?limit=200&type=goal.*");
  return (
    body.items as { type: string; targetId: string; occurredAt: string; data: Record<string, unknown> }[]
  ).reverse();
};

test("who falls behind is told once a week, who gets there at the end of the stream, and both in words", async () => {
  const [one, other] = targets.toSorted((a, b) => a.name.localeCompare(b.name));
  const [user] = userIds(1);
  const own = await system.api("POST", "/v1/goals", { targetId: one!.id, hours: 1.5, timezone: "Europe/Berlin" });
  expect([own.status, own.body.validDays, own.body.validDayMinutes]).toEqual([201, null, 60]);
  const list = { watchlistId: "wl_default", hours: 40, validDays: 20, timezone: "Europe/Berlin" };
  expect((await system.api("POST", "/v1/goals", list)).status).toBe(201);
  // Each check of the other one holds for three intervals: so little is enough to know that nobody was live.
  const { status } = await system.api("PATCH", `/v1/targets/${other!.id}`, { intervalSeconds: 43_200 });
  expect(status).toBe(200);
  // Two hours on the second day, and nobody else ever.
  const [from, to] = [START + 35 * HOUR, START + 37 * HOUR];
  const mornings = Array.from({ length: 12 }, (_, day) =>
    [9 * HOUR - 5 * MINUTE, 9 * HOUR].map((at) => (day + 1) * DAY + at),
  );
  const times = mornings.flat().map((at) => START + at);
  for (let at = from; at <= to + 15 * MINUTE; at += 5 * MINUTE) times.push(at);
  for (const at of [...new Set(times)].toSorted((a, b) => a - b)) {
    if (at === from) system.upstream.live.set(user!, ROOM);
    if (at === to) system.upstream.live.delete(user!);
    await system.tick(at);
  }
  const found = await events();
  expect(found.map(({ type, targetId }) => [type, targetId])).toEqual([
    ["goal.reached", one!.id],
    ["goal.behind", other!.id],
    ["goal.behind", other!.id],
  ]);
  // With the stream's end, in the first minutes after it.
  const reached = Date.parse(found[0]!.occurredAt);
  expect(reached - START).toBeGreaterThanOrEqual(37 * HOUR);
  expect(reached - START).toBeLessThan(37 * HOUR + 30 * MINUTE);
  expect(found[0]!.data).toMatchObject({ period: "2030-03", hours: 2, wanted: { hours: 1.5, validDays: null } });
  // 9:00 of the fourth day in Berlin, and a week later.
  expect(found.slice(1).map(({ occurredAt }) => Date.parse(occurredAt) - START)).toEqual([
    3 * DAY + 9 * HOUR,
    10 * DAY + 9 * HOUR,
  ]);
  expect(found[1]!.data).toMatchObject({
    period: "2030-03",
    hours: 0,
    validDays: 0,
    wanted: { hours: 40, validDays: 20 },
    left: { hours: 40, validDays: 20, days: 28 },
  });
  const reported = system.receiver.received.map(({ body }) => JSON.stringify(body));
  expect(reported).toHaveLength(3);
  expect(reported[0]).toContain("reached the monthly goal: 2 of 1.5 hours in March");
  for (const words of [
    "is behind the monthly goal: 0 of 40 hours, 0 of 20 valid days in March",
    "needs 2 h on each of 20 more days",
  ])
    expect(reported[1]).toContain(words);
  // The report says the same.
  const { body } = await system.api("GET", "/v1/reports/airtime?period=2030-03&timezone=Europe/Berlin");
  const goals = Object.fromEntries(
    body.items.map((row: { targetId: string; goal: object }) => [row.targetId, row.goal]),
  );
  expect(goals[one!.id]).toMatchObject({ goalId: own.body.id, period: "2030-03", hours: 2, reached: true });
  expect(goals[other!.id]).toMatchObject({ hours: 0, left: { hours: 40, validDays: 20, days: 19 }, behind: true });
});
