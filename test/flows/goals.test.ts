import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Event } from "../../src/core/event.ts";
import { commit } from "../../src/engine/poll/commit-store.ts";
import { goalStore } from "../../src/features/goals/goal-store.ts";
import { historyStore } from "../../src/features/digests/history-store.ts";
import { pastMonths } from "../../src/features/reports/past-months-store.ts";
import {
  readCooling,
  readEarlier,
  readFollowed,
  readMentions,
  readRoutes,
} from "../../src/engine/route/route-store.ts";
import { evaluateGoals, type GoalDeps } from "../../src/features/goals/judge/goals.ts";
import { eventTypes } from "../../src/kinds/events.ts";
import { runSqliteApi, type RunningApi } from "../api/running-api.ts";
import { OFF, polledJustNow } from "../support/report-world.ts";
import { surelyKnown } from "../support/readings.ts";
import { streamed, unseen } from "../support/http-server.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MARCH = Date.UTC(2026, 2, 1);
/** 9:00 on a day of March, UTC. */
const morning = (day: number) => MARCH + (day - 1) * DAY + 9 * HOUR;

let api: RunningApi;
let deps: GoalDeps;
let commits = 0;
let statements = 0;
beforeAll(async () => {
  api = await runSqliteApi();
  const { db } = api;
  const counted = new Proxy(db, {
    get(of, name) {
      if (name === "prepare") return (sql: string) => ((statements += 1), of.prepare(sql));
      const value: unknown = Reflect.get(of, name);
      return typeof value === "function" ? (value.bind(of) as unknown) : value;
    },
  });
  deps = {
    ...goalStore(counted),
    ...historyStore(counted),
    pastMonths: (query, after, max) => pastMonths(counted, query, after, max),
    horizon: surelyKnown,
    retentionMs: 90 * DAY,
    routes: () => readRoutes(db),
    earlier: (requested) => readEarlier(db, requested),
    mentions: (ids) => readMentions(db, ids),
    cooling: (requested) => readCooling(db, requested),
    followed: (ids) => readFollowed(db, ids),
    commit: (plan) => commit(db, plan),
    statementsLeft: () => 1000,
    newId: () => `commit ${commits++}`,
  };
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

interface Creator {
  id: string;
  watchlistId: string;
}

/** A creator whom polls have read; `createdAt` is when they were added. */
async function creator(userId: string, more: object = {}, createdAt = 0): Promise<Creator> {
  const body = { kind: "live", name: `Creator ${userId}`, params: { userId }, ...more };
  const { body: created } = await api.call("POST", "/v1/targets", body);
  await api.db
    .prepare("UPDATE targets SET created_at = ?2, state = ?3, gaps = '[]' WHERE id = ?1")
    .bind(created.id, createdAt, OFF)
    .run();
  return { id: created.id, watchlistId: created.watchlistId };
}

const set = async (goal: object): Promise<string> => {
  const { body, status } = await api.call("POST", "/v1/goals", goal);
  expect(status).toBe(201);
  // As if the goal had been set long before.
  await api.db.prepare("UPDATE goals SET judged_at = 0, created_at = 0 WHERE id = ?1").bind(body.id).run();
  return body.id as string;
};

/** Ticks a quarter of an hour apart, and the events they found. */
async function ticks(from: number, to = from): Promise<Event[]> {
  const found: Event[] = [];
  for (let at = from; at <= to; at += 15 * MINUTE) found.push(...(await evaluateGoals(at, at - 15 * MINUTE, deps)));
  return found;
}

const mornings = async (first: number, last: number): Promise<Event[]> => {
  const found: Event[] = [];
  for (let day = first; day <= last; day++) found.push(...(await ticks(morning(day))));
  return found;
};

const notified = (events: Event[]) =>
  events.map(({ type, targetId, detectedAt }) => [type, targetId, Math.round((detectedAt - MARCH) / DAY + 0.5)]);

const stored = async () => (await api.call("GET", "/v1/events?type=goal.*&limit=200")).body.items as unknown[];

test("behind once a week from the fourth morning on, reached once a month, and nothing twice", async () => {
  const one = await creator("7001");
  await set({ targetId: one.id, hours: 40, validDays: 10 });
  const found = await mornings(1, 15);
  expect(notified(found)).toEqual([
    ["goal.behind", one.id, 4],
    ["goal.behind", one.id, 11],
  ]);
  // The month ends: nobody is behind in its first days.
  for (let day = 1; day <= 10; day++) {
    const from = MARCH + (day + 14) * DAY;
    await streamed(api.db, one, { from, to: from + 4 * HOUR });
    const events = await ticks(from + 4 * HOUR + MINUTE);
    // A creator who is still behind eight days after the eleventh is reported again.
    expect(events.map(({ type }) => type)).toEqual(day === 10 ? ["goal.reached"] : day === 4 ? ["goal.behind"] : []);
  }
  expect(notified(await mornings(26, 34))).toEqual([]);
  expect(notified(await mornings(35, 37))).toEqual([["goal.behind", one.id, 35]]);
  // A repeated tick, although nothing recorded that it was done.
  await api.db.prepare("UPDATE goals SET judged_at = 0").run();
  await mornings(35, 35);
  expect(await stored()).toHaveLength(5);
  const { data } = found[0]!;
  expect(data).toMatchObject({
    hours: 0,
    wanted: { hours: 40, validDays: 10 },
    left: { hours: 40, validDays: 10, days: 28 },
  });
});

test("a creator without a successful poll is not reported as behind", async () => {
  const one = await creator("7001");
  await api.db.prepare("UPDATE targets SET state = NULL").run();
  await set({ targetId: one.id, hours: 40 });
  expect(await mornings(1, 15)).toEqual([]);
});

test("a goal reached on both sides of a month's end is reported for each month", async () => {
  const one = await creator("7001");
  await set({ targetId: one.id, hours: 1 });
  const april = MARCH + 31 * DAY;
  await streamed(api.db, one, { from: april - 5 * HOUR, to: april - 3 * HOUR });
  expect((await ticks(april - 2 * HOUR)).map(({ data }) => data["period"])).toEqual(["2026-03"]);
  await streamed(api.db, one, { from: april + HOUR, to: april + 3 * HOUR });
  const found = await evaluateGoals(april + 4 * HOUR, april - HOUR, deps);
  expect(found.map(({ type, data }) => [type, data["period"]])).toEqual([["goal.reached", "2026-04"]]);
});

test("a creator's own goal takes precedence over the watchlist's, and several are reported separately", async () => {
  const [own, both, plain] = [await creator("7001"), await creator("7002"), await creator("7003")];
  const other = await api.call("POST", "/v1/watchlists", { name: "Others" });
  const apart = await creator("7004", { watchlistId: other.body.id });
  const list = await set({ watchlistId: "wl_default", hours: 100 });
  const small = await set({ targetId: own.id, hours: 1 });
  const two = [await set({ targetId: both.id, hours: 50 }), await set({ targetId: both.id, validDays: 20 })];
  for (const target of [own, both, plain, apart])
    await streamed(api.db, target, { from: morning(2), to: morning(2) + 2 * HOUR });
  const found = await mornings(4, 4);
  const reported = found.map(({ type, targetId, data }) => `${type} ${targetId} ${String(data["goalId"])}`);
  expect(reported.toSorted()).toEqual(
    [
      `goal.reached ${own.id} ${small}`,
      `goal.behind ${both.id} ${two[0]}`,
      `goal.behind ${both.id} ${two[1]}`,
      `goal.behind ${plain.id} ${list}`,
    ].toSorted(),
  );
});

test("month and mornings are those of the goal, else of the creator, else of the watchlist", async () => {
  await api.call("PATCH", "/v1/watchlists/wl_default", { timezone: "Asia/Kolkata" });
  const [kolkata, tokyo, denver] = [
    await creator("7001"),
    await creator("7002", { timezone: "Asia/Tokyo" }),
    await creator("7003", { timezone: "Asia/Tokyo" }),
  ];
  await set({ targetId: kolkata.id, hours: 40 });
  await set({ targetId: tokyo.id, hours: 40 });
  await set({ targetId: denver.id, hours: 40, timezone: "America/Denver" });
  const found = await ticks(MARCH + 3 * DAY - 12 * HOUR, MARCH + 4 * DAY);
  const at = (one: Creator) =>
    found.filter(({ targetId }) => targetId === one.id).map(({ detectedAt }) => (detectedAt - MARCH) / HOUR - 3 * 24);
  // 9:00 there on the fourth, in UTC.
  expect([at(kolkata), at(tokyo), at(denver)]).toEqual([[3.5], [0], [16]]);
});

test("time without polls is not live, and a goal missed for that says so", async () => {
  const [gaps, fresh, paused, never, partly] = [
    await creator("7001"),
    await creator("7002", {}, MARCH + 3 * DAY),
    await creator("7003", { enabled: false }),
    await creator("7004"),
    await creator("7005"),
  ];
  await api.db.prepare("UPDATE targets SET state = NULL WHERE id = ?1").bind(never.id).run();
  await set({ watchlistId: "wl_default", hours: 20 });
  // Live from morning to evening each day, five sixths of it unobserved.
  for (let day = 1; day <= 12; day++) {
    const from = morning(day);
    await streamed(api.db, gaps, { from, to: from + 12 * HOUR, gap: { from: from + HOUR, to: from + 11.5 * HOUR } });
  }
  // Of the creator of whom less than three quarters are known, and the one who was added after the 3rd, nothing is said.
  await unseen(api.db, partly, MARCH + 2 * DAY, MARCH + 5 * DAY);
  const found = await mornings(13, 13);
  expect(found.map(({ targetId }) => targetId)).toEqual([partly.id]);
  expect(found[0]!.data["coverage"]).toBe(Math.floor((9.375 / 12.375) * 10_000) / 10_000);
  const { title, body, push } = eventTypes["goal.behind"]!.words(found[0]!, "en");
  expect([title, body]).toEqual([
    "Creator 7005 is behind the monthly goal",
    [
      expect.stringMatching(
        /^0 of 20 hours in March · needs 1 h 3 min on each of 19 more days · watched 76% of the month so far$/,
      ),
    ],
  ]);
  expect(push!.text).toContain("Creator 7005 is behind the monthly goal: 0 of 20 hours");
  // Until he was watched for three quarters.
  await unseen(api.db, partly, MARCH + 5 * DAY, MARCH + 5 * DAY + 6 * HOUR);
  await api.db.prepare("DELETE FROM events WHERE type = 'goal.behind'").run();
  await api.db.prepare("UPDATE goals SET judged_at = 0").run();
  expect(await mornings(13, 13)).toEqual([]);
  // 18 of 144 hours were observed.
  await polledJustNow(api.db);
  const { body: report } = await api.call("GET", "/v1/reports/airtime?period=2026-03-01/2026-03-12");
  const goalOf = ({ id }: Creator) => report.items.find((one: { targetId: string }) => one.targetId === id).goal;
  expect(goalOf(gaps)).toMatchObject({
    hours: 18,
    left: { hours: 2, days: 19 },
    reached: false,
    behind: false,
    state: "unknown",
  });
  expect(goalOf(fresh)).toMatchObject({ reached: false, behind: false, state: "not_started" });
  expect(paused.id).not.toBe(never.id);
});

test("a goal set in the middle of a month counts all of it, and waits for the next morning", async () => {
  const one = await creator("7001");
  await streamed(api.db, one, { from: morning(2), to: morning(2) + 5 * HOUR });
  const { body } = await api.call("POST", "/v1/goals", { targetId: one.id, hours: 50 });
  await api.db
    .prepare("UPDATE goals SET judged_at = ?2 WHERE id = ?1")
    .bind(body.id, morning(20) + 2 * HOUR)
    .run();
  expect(notified(await ticks(morning(20) + 3 * HOUR, morning(21) - MINUTE))).toEqual([]);
  const [event] = await ticks(morning(21));
  expect(event).toMatchObject({ type: "goal.behind", data: { hours: 5, left: { hours: 45, days: 11 } } });
});

test("a long list is evaluated over several quarters of an hour, everyone once", async () => {
  const rows = Array.from({ length: 620 }, (_, n) => ({
    kind: "live",
    name: `C${n}`,
    params: { userId: String(8000 + n) },
  }));
  await api.call("POST", "/v1/targets/import", rows);
  await api.db.prepare("UPDATE targets SET created_at = 0, state = ?1, gaps = '[]'").bind(OFF).run();
  await set({ watchlistId: "wl_default", validDays: 10 });
  const first = await ticks(morning(5));
  const second = await ticks(morning(5) + 15 * MINUTE);
  expect([first.length, second.length]).toEqual([500, 120]);
  expect(new Set([...first, ...second].map(({ targetId }) => targetId)).size).toBe(620);
  expect(await ticks(morning(5) + 30 * MINUTE, morning(5) + 4 * HOUR)).toEqual([]);
});

test("without goals a tick makes one or two statements; with goals too, between mornings", async () => {
  await creator("7001");
  const requested = async (at: number, before: number) => {
    statements = 0;
    await evaluateGoals(at, before, deps);
    return statements;
  };
  expect(await requested(morning(3) + MINUTE, morning(3))).toBe(1);
  expect(await requested(morning(3), morning(3) - MINUTE)).toBe(2);
  await set({ watchlistId: "wl_default", hours: 1 });
  expect(await requested(morning(3) + MINUTE, morning(3))).toBe(1);
  // Turns, creators, their goals, their months, what was sent of their goals (two), and progress.
  expect(await requested(morning(3), morning(3) - MINUTE)).toBe(8);
  expect(await requested(morning(3) + 15 * MINUTE, morning(3) + 14 * MINUTE)).toBe(2);
});

test("a stream past the end of a month reaches the goal of that month", async () => {
  const one = await creator("7001");
  await set({ targetId: one.id, hours: 3 });
  const april = MARCH + 31 * DAY;
  await streamed(api.db, one, { from: april - 3 * HOUR, to: april + HOUR });
  await set({ targetId: one.id, hours: 2 });
  await api.db
    .prepare("UPDATE goals SET created_at = iif(hours = 3, 0, ?1)")
    .bind(april + MINUTE)
    .run();
  const found = await ticks(april + HOUR + MINUTE);
  expect(found.map(({ type, data }) => [type, data["period"], data["hours"], data["left"]])).toEqual([
    ["goal.reached", "2026-03", 3, { hours: 0, validDays: null, days: 0 }],
  ]);
  expect(await ticks(april + 2 * HOUR)).toEqual([]);
  expect(await ticks(april + 12 * HOUR)).toEqual([]);
});

test("nothing is judged before the first day of a goal, and all of its month counts from then on", async () => {
  const one = await creator("7001");
  await set({ targetId: one.id, hours: 40, startsOn: "2026-03-10" });
  const small = await set({ targetId: one.id, hours: 1, startsOn: "2026-03-07" });
  await streamed(api.db, one, { from: morning(5), to: morning(5) + 2 * HOUR });
  expect(await ticks(morning(5) + 2 * HOUR)).toEqual([]);
  const found = await mornings(6, 12);
  expect(notified(found)).toEqual([
    ["goal.reached", one.id, 7],
    ["goal.behind", one.id, 10],
  ]);
  expect(found[0]!.data).toMatchObject({ goalId: small, hours: 2 });
});

test("a goal that is made after the 3rd is judged from the next month on", async () => {
  const one = await creator("7001");
  const [early, late] = [await set({ targetId: one.id, hours: 40 }), await set({ targetId: one.id, hours: 50 })];
  const created = (id: string, at: number) =>
    api.db.prepare("UPDATE goals SET created_at = ?2 WHERE id = ?1").bind(id, at).run();
  await created(early, MARCH + 3 * DAY - 1);
  await created(late, MARCH + 3 * DAY);
  const goals = (events: Event[]) => [...new Set(events.map(({ data }) => data["goalId"]))].toSorted();
  expect(goals(await mornings(4, 31))).toEqual([early]);
  expect(goals(await mornings(35, 35))).toEqual([early, late].toSorted());
});

test("with events deleted after two days, a goal is reached once a month, and behind once a week", async () => {
  const [one, slow] = [await creator("7001"), await creator("7002")];
  await set({ targetId: one.id, hours: 1 });
  await set({ targetId: slow.id, hours: 40 });
  const found: Event[] = [];
  for (let day = 2; day <= 31; day++) {
    const now = morning(day);
    if (day % 5 === 0) await streamed(api.db, one, { from: now - 2 * HOUR, to: now });
    await api.db
      .prepare("DELETE FROM events WHERE type LIKE 'goal.%' AND detected_at < ?1")
      .bind(now - 2 * DAY)
      .run();
    found.push(...(await evaluateGoals(now, now - 15 * MINUTE, { ...deps, retentionMs: 2 * DAY })));
  }
  const days = (type: string) => notified(found).flatMap(([of, , day]) => (of === type ? [Number(day)] : []));
  expect(days("goal.reached")).toEqual([5]);
  const behind = days("goal.behind");
  expect(behind.length).toBeGreaterThanOrEqual(3);
  for (const [index, day] of behind.slice(1).entries()) expect(day - behind[index]!).toBe(7);
});
