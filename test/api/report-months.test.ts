import { unlimited } from "../support/unlimited.ts";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { calendarPeriod } from "../../src/core/calendar-period.ts";
import { LIMITS, type RetentionLimits } from "../../src/core/limits.ts";
import { monthAt } from "../../src/core/month-window.ts";
import { airtimeStore } from "../../src/edges/store/airtime-store.ts";
import { monthStore } from "../../src/edges/store/month-store.ts";
import { retainStore } from "../../src/edges/store/retain-store.ts";
import { airtimeReport } from "../../src/flows/queries/airtime-report/report.ts";
import { retain } from "../../src/flows/retain/retain.ts";
import { rollUp, type RollUpDeps } from "../../src/flows/retain/roll-up.ts";
import { directReport } from "../support/direct-report.ts";
import { reportWorld, type Stream } from "../support/report-world.ts";
import { runs } from "../support/runs.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await runSqliteApi();
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ZONES = ["UTC", "Europe/Berlin", "America/New_York"] as const;

/** A spring and an autumn in which clocks change, and all kinds of periods in and around. */
const SEASONS = [
  {
    begin: Date.UTC(2030, 1, 20),
    now: Date.UTC(2030, 3, 6, 15, 20),
    changes: [Date.UTC(2030, 2, 10, 7), Date.UTC(2030, 2, 31, 1)],
    periods: ["2030-02", "2030-03", "thisMonth", "2030-W13", "2030-03-09/2030-03-11", "2030-03-30/2030-04-02"],
  },
  {
    begin: Date.UTC(2030, 9, 5),
    now: Date.UTC(2030, 10, 20, 3, 40),
    changes: [Date.UTC(2030, 9, 27, 1), Date.UTC(2030, 10, 3, 6)],
    periods: ["2030-10", "2030-11", "lastMonth", "2030-W43", "2030-10-26/2030-11-04"],
  },
];

const LENGTH = 44 * DAY;

const limits = (rowsWritten: number): RetentionLimits => ({ ...LIMITS.local.retention, rowsWritten });

const rolling = (rowsWritten: number): RollUpDeps => ({
  ...monthStore(api.db),
  seen: { to: 0 },
  limits: limits(rowsWritten),
  statementsLeft: () => 10_000,
  wallNow: () => 0,
});

const instant = fc.integer({ min: 0, max: LENGTH / 1000 }).map((seconds) => seconds * 1000);

/** A start of a stream: any, or soon before something that it may go on over. */
type Start = { at: number } | { before: number; by: number };
const starts: fc.Arbitrary<Start> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ at: instant }) },
  {
    weight: 1,
    arbitrary: fc.record({ before: fc.integer({ min: 0, max: 3 }), by: fc.integer({ min: 0, max: 300 }) }),
  },
);
const minutes = (max: number) => fc.integer({ min: 1, max }).map((count) => count * MINUTE);

/** How far apart polls were; sometimes an older version did not store it. */
const windows = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 1, max: 3600 }).map((seconds): number | undefined => seconds * 1000) },
  { weight: 1, arbitrary: fc.constant(undefined) },
);

const generated = fc.record({
  streams: fc.array(
    fc.record({
      start: starts,
      length: fc.oneof({ weight: 6, arbitrary: minutes(600) }, { weight: 1, arbitrary: minutes(3 * 1440) }),
      gap: fc.option(fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 1, max: 10 }))),
      beforeStart: windows,
      beforeEnd: windows,
      every: fc.constantFrom(5 * MINUTE, 10 * MINUTE, 17 * MINUTE, 12_345),
    }),
    { maxLength: 14 },
  ),
  unknown: fc.array(
    fc.record({ start: instant, length: minutes(4000), told: fc.constantFrom("both", "known", "unknown") }),
    {
      maxLength: 3,
    },
  ),
  missed: fc.array(instant, { maxLength: 3 }),
  places: fc.array(
    fc.record({
      at: instant,
      title: fc.constantFrom("Daily", "Hourly", "__proto__"),
      place: fc.integer({ min: 1, max: 99 }),
    }),
    { maxLength: 12 },
  ),
  open: fc.option(minutes(5000)),
  createdBefore: fc.constantFrom(400 * DAY, 0, -10 * DAY),
});

type Generated = (typeof generated extends fc.Arbitrary<infer T> ? T : never)["streams"];

/** Streams of one creator do not overlap. */
function streamsOf(given: Generated, { begin, changes }: (typeof SEASONS)[number]): Stream[] {
  const streams: Stream[] = [];
  const edges = [...changes, Date.UTC(2030, 2, 1), Date.UTC(2030, 10, 1)];
  const timed = given.map(({ start, ...one }) => ({
    ...one,
    from: "at" in start ? begin + start.at : edges[start.before]! - start.by * MINUTE,
  }));
  for (const { from, length, gap, every, beforeStart, beforeEnd } of timed.toSorted((a, b) => a.from - b.from)) {
    const to = from + length;
    if (from <= (streams.at(-1)?.to ?? 0)) continue;
    const at = (percent: number) => from + Math.round((length * percent) / 100 / 1000) * 1000;
    const count = Math.min(200, Math.floor(length / every));
    const viewers = Array.from({ length: count }, (_, n): [number, number] => [
      from + (n + 1) * every,
      (n * 7919) % 1000,
    ]);
    const unseen = gap === null ? null : { from: at(gap[0]), to: at(gap[0] + gap[1]) };
    streams.push({ from, to, gap: unseen, viewers, beforeStart, beforeEnd });
  }
  return streams;
}

const iso = (at: number) => new Date(at).toISOString();

test("whatever happened, a report from months is the one from events and samples, before, between and after rounds", async () => {
  const met = {
    rows: 0,
    overMonth: 0,
    overChange: 0,
    overMidnight: 0,
    gaps: 0,
    goals: 0,
    places: 0,
    partly: 0,
    peaks: 0,
    exact: 0,
    inexact: 0,
  };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...SEASONS),
      fc.array(generated, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 300 }),
      fc.constantFrom(2, 4, 1000),
      async (season, creators, validDayMinutes, rowsWritten) => {
        await api.clear();
        const { begin, now, changes, periods } = season;
        const { creator, happened } = reportWorld(api);
        for (const [index, one] of creators.entries()) {
          const streams = streamsOf(one.streams, season).filter(({ to }) => to < now);
          met.overMonth += streams.filter(({ from, to }) => monthAt(from) !== monthAt(to)).length;
          met.overMidnight += streams.filter(({ from, to }) => Math.floor(from / DAY) !== Math.floor(to / DAY)).length;
          met.overChange += streams.filter(({ from, to }) => changes.some((at) => from < at && to > at)).length;
          met.gaps += streams.filter(({ gap }) => gap !== null).length;
          const id = await creator(`C${index}`, `70${index}`, "wl_default", streams, begin - one.createdBefore);
          for (const { start, length, told } of one.unknown) {
            const [since, known] = [begin + start, begin + start + length];
            if (known > now) continue;
            if (told !== "known") await happened("target.unknown", id, iso(since + 10 * MINUTE), { since: iso(since) });
            if (told !== "unknown") await happened("target.known", id, iso(known), { since: iso(since) });
          }
          for (const at of one.missed) await happened("live.no_show", id, iso(begin + at), { confidence: 0.9 });
          if (one.open !== null) {
            const startedAt = Math.max(now - one.open, (streams.at(-1)?.to ?? 0) + MINUTE);
            const session = {
              id: "s",
              room: "7",
              startedAt,
              startedAfter: startedAt - 5 * MINUTE,
              lastOnAt: now,
              toldAt: startedAt,
              info: null,
              peakViewers: null,
            };
            const state = {
              verdict: "on",
              since: startedAt,
              knownAt: now,
              room: "7",
              session,
              flip: null,
              baseline: false,
            };
            await api.db.prepare("UPDATE targets SET state = ?2 WHERE id = ?1").bind(id, JSON.stringify(state)).run();
          }
          if (one.places.length > 0) {
            const ranking = { kind: "ranking", name: `R${index}`, params: { roomId: "71", userId: `70${index}` } };
            const { body } = await api.call("POST", "/v1/targets", ranking);
            for (const { at, title, place } of one.places)
              if (begin + at < now) await happened("ranking.moved", body.id, iso(begin + at), { title, place });
          }
          if (index === 0) await api.call("POST", "/v1/goals", { targetId: id, hours: 20, timezone: "Asia/Tokyo" });
        }
        await api.call("POST", "/v1/goals", { watchlistId: "wl_default", hours: 9, validDays: 3 });
        const reports = async (deps = airtimeStore(api.db, unlimited, surelyKnown)) =>
          Promise.all(
            ZONES.flatMap((timezone) =>
              periods.map((name) => {
                const period = calendarPeriod(name, timezone, now)!;
                return airtimeReport(null, { period, timezone, validDayMs: validDayMinutes * MINUTE, now }, deps);
              }),
            ),
          );
        const wanted = await reports(directReport(api.db));
        for (const { rows } of wanted) {
          met.rows += rows.filter(({ seconds }) => seconds > 0).length;
          met.goals += rows.filter(({ goal }) => goal !== null).length;
          met.places += rows.filter(({ bestPlaces }) => bestPlaces.length > 0).length;
          met.partly += rows.filter(({ coverage }) => coverage !== null && coverage > 0 && coverage < 1).length;
          met.exact += rows.filter(({ uncertaintySeconds }) => (uncertaintySeconds ?? 0) > 0).length;
          met.inexact += rows.filter(({ uncertaintySeconds }) => uncertaintySeconds === null).length;
          met.peaks += rows.filter(({ viewerSeconds }) => viewerSeconds > 0).length;
        }
        expect(await reports()).toEqual(wanted);
        const deps = rolling(rowsWritten);
        // As the month went by: what is later than the tick is not rolled up.
        const middle = begin + 20 * DAY;
        await rollUp(middle, middle - MINUTE, deps);
        expect(await reports()).toEqual(wanted);
        for (let left = 400; left > 0; left--) {
          await rollUp(now, now - MINUTE, deps);
          const { at } = (await monthStore(api.db).rolled())!;
          if (left % 20 === 0) expect(await reports()).toEqual(wanted);
          if (at!.to >= Math.floor((now - DAY / 4) / DAY) * DAY) break;
          if (left === 1) throw new Error("it never ends");
        }
        expect(await reports()).toEqual(wanted);
        // Again from the start: nothing is there twice.
        await api.db.prepare("UPDATE ticker SET rolled = NULL WHERE id = 1").run();
        await rollUp(now, now - MINUTE, { ...rolling(100_000) });
        expect(await reports()).toEqual(wanted);
        const retention = retainStore(api.db, "adm_");
        for (const sort of ["events", "series"] as const) while ((await retention.forget(sort, now, 500)).deleted > 0);
        const left = await api.db
          .prepare("SELECT min(seq) / 512 AS oldest FROM events")
          .first<{ oldest: number | null }>();
        expect(left!.oldest ?? Infinity).toBeGreaterThanOrEqual(Math.floor((now - DAY / 4) / DAY) * DAY);
        expect(await reports()).toEqual(wanted);
      },
    ),
    { numRuns: runs(160) },
  );
  for (const [what, count] of Object.entries(met)) expect([what, count > 5]).toEqual([what, true]);
});

const stream = (day: string): Stream => ({
  from: Date.parse(`${day}T20:00Z`),
  to: Date.parse(`${day}T23:30Z`),
  gap: null,
  viewers: [[Date.parse(`${day}T21:00Z`), 300]],
});

const count = (table: string) => api.db.prepare(`SELECT count(*) AS n FROM ${table}`).first<number>("n");

test("a month older than the retention is reported byte by byte as before, and goes with its creator", async () => {
  const now = Date.UTC(2030, 8, 1, 12);
  await api.db.prepare("UPDATE ticker SET last_tick_at = ?1 WHERE id = 1").bind(now).run();
  const { creator, happened } = reportWorld(api);
  const maria = await creator("Maria", "7001", "wl_default", ["2030-03-03", "2030-03-31", "2030-08-20"].map(stream));
  await creator("Ana", "7002", "wl_default", [stream("2030-03-09")]);
  await happened("live.no_show", maria, "2030-03-12T10:00Z", { confidence: 0.9 });
  const ranking = { kind: "ranking", name: "R", params: { roomId: "71", userId: "7001" } };
  const { body } = await api.call("POST", "/v1/targets", ranking);
  await happened("ranking.moved", body.id, "2030-03-06T10:00Z", { title: "Daily", place: 7 });
  const bytes = () =>
    Promise.all(
      ZONES.flatMap((timezone) =>
        ["json", "csv", "html"].map(async (format) => {
          const answer = await api.fetch(`/v1/reports/airtime?period=2030-03&timezone=${timezone}&format=${format}`);
          expect(answer.status).toBe(200);
          return answer.text();
        }),
      ),
    );
  const before = await bytes();
  expect(before[0]).toContain('"seconds":25200');
  expect(before[0]).toContain('"place":7');
  const retention = {
    ...retainStore(api.db, "adm_"),
    limits: limits(1000),
    behind: new Set<never>(),
    renew: async () => undefined,
    statementsLeft: () => 10_000,
    wallNow: () => 0,
  };
  // Nothing is deleted that is not rolled up yet.
  await retain(now, 0, 90, retention);
  expect([await count("events"), await count("series")]).toEqual([6, 4]);
  for (let turn = 0; turn < 60; turn++) await rollUp(now, now - MINUTE, rolling(1000));
  expect(await bytes()).toEqual(before);
  await retain(now, 0, 90, retention);
  expect([await count("events"), await count("series")]).toEqual([1, 1]);
  expect(await bytes()).toEqual(before);
  const rows = (await count("months"))!;
  expect(rows).toBeGreaterThan(3);
  expect((await api.call("DELETE", `/v1/targets/${maria}?cascade=true`)).status).toBe(204);
  const left = await api.db.prepare("SELECT target_id FROM months").all<{ target_id: string }>();
  expect(left.results.length).toBeGreaterThan(0);
  expect(left.results.map((row) => row.target_id)).not.toContain(maria);
});

test("a tick that was overtaken adds nothing, and more events than a page are rolled up part by part", async () => {
  const now = Date.UTC(2030, 2, 20, 12);
  const { body } = await api.call("POST", "/v1/targets", {
    kind: "ranking",
    name: "R",
    params: { roomId: "71", userId: "7001" },
  });
  const many = 4500;
  const day = Date.UTC(2030, 2, 19);
  await api.db
    .prepare(
      `WITH RECURSIVE i (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM i WHERE i < ${many - 1})
       INSERT INTO events (seq, id, type, target_id, watchlist_id, target, occurred_at, detected_at, window_to, data, commit_id)
       SELECT (${day} + i * 10000) * 512, 'evt_' || i, 'ranking.moved', ?1, 'wl_default', '{}', ${day} + i * 10000, ${day} + i * 10000,
         ${day} + i * 10000, json_object('title', 'Daily', 'place', 5000 - i), 'c' FROM i`,
    )
    .bind(body.id)
    .run();
  const store = monthStore(api.db);
  const parts: unknown[] = [];
  for (let turn = 0; turn < 3; turn++) {
    await rollUp(now, now - MINUTE, { ...rolling(1) });
    parts.push((await store.rolled()).at!.part !== null);
  }
  expect(parts).toEqual([true, true, false]);
  const best = await airtimeStore(api.db, unlimited, surelyKnown).bestPlaces(["7001"], day, day + DAY);
  expect(best.get("7001")).toEqual([{ title: "Daily", place: 501 }]);
  await api.db.prepare("DELETE FROM events").run();
  expect(await airtimeStore(api.db, unlimited, surelyKnown).bestPlaces(["7001"], day, day + DAY)).toEqual(best);
  const { at, stored } = await store.rolled();
  const row = { id: body.id, month: 800, events: [], viewers: [], places: [] };
  expect(await store.storeMonths([row], at!, '{"to":1}')).toBe(false);
  expect(await api.db.prepare("SELECT count(*) AS n FROM months WHERE month = 800").first("n")).toBe(0);
  expect(await store.storeMonths([row, { ...row, id: "tgt_gone" }], at!, stored)).toBe(true);
  expect(await api.db.prepare("SELECT count(*) AS n FROM months WHERE month = 800").first("n")).toBe(1);
});
