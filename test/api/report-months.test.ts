import { unseen } from "../support/http-server.ts";
import { unlimited } from "../support/setting.ts";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { calendarPeriod } from "../../src/core/calendar-period.ts";
import { LIMITS, type RetentionLimits } from "../../src/core/limits.ts";
import { monthAt } from "../../src/core/month-row.ts";
import { airtimeStore } from "../../src/features/reports/airtime-store.ts";
import { monthStore, retainStore } from "../../src/engine/retain/retain-store.ts";
import { airtimeReport } from "../../src/features/reports/rows/report.ts";
import { retain } from "../../src/engine/retain/retain.ts";
import { rollUp, type RollUpDeps } from "../../src/engine/retain/roll-up.ts";
import type { Gap } from "../../src/sections/section.ts";
import { directReport, type Truth } from "../support/direct-report.ts";
import { polledJustNow, reportWorld, type PlacesAt, type Stream } from "../support/report-world.ts";
import { pollsOfPlaces, sampledPlaces, surelyKnown } from "../support/readings.ts";
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

/** Rankings are polled every five minutes. */
const EVERY = 5 * MINUTE;
const POLLS = LENGTH / EVERY;

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
  gaps: fc.array(fc.record({ start: instant, length: minutes(4000) }), { maxLength: 4 }),
  missed: fc.array(instant, { maxLength: 3 }),
  ranking: fc.option(
    fc.record({
      changes: fc.array(
        fc.record({
          poll: fc.integer({ min: 0, max: POLLS - 1 }),
          key: fc.constantFrom("0.1", "1.8"),
          place: fc.oneof(
            { weight: 1, arbitrary: fc.constant(0) },
            { weight: 4, arbitrary: fc.integer({ min: 1, max: 99 }) },
          ),
          /** Some follow each other at once. */
          next: fc.option(fc.integer({ min: 0, max: 99 })),
        }),
        { maxLength: 12 },
      ),
      /** Both rankings may have the same title. */
      titles: fc.constantFrom({ "0.1": "Hourly", "1.8": "Daily" }, { "0.1": "Top", "1.8": "Top" }),
      removed: fc.boolean(),
    }),
  ),
  open: fc.option(minutes(5000)),
  createdBefore: fc.constantFrom(400 * DAY, 0, -10 * DAY),
  /** How it ended, so long before now, and how long before that the last good poll was. */
  end: fc.record({
    how: fc.constantFrom("known", "known", "paused", "unknown", "never", "removed", "removed paused"),
    before: fc.oneof(minutes(3 * 1440), minutes(44 * 1440)),
    lastOk: fc.constantFrom(0, 5 * MINUTE, 3 * HOUR),
  }),
});

type Generated = typeof generated extends fc.Arbitrary<infer T> ? T : never;

/** Streams of one creator do not overlap. */
function streamsOf(provided: Generated["streams"], { begin, changes }: (typeof SEASONS)[number]): Stream[] {
  const streams: Stream[] = [];
  const edges = [...changes, Date.UTC(2030, 2, 1), Date.UTC(2030, 10, 1)];
  const timed = provided.map(({ start, ...one }) => ({
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

/** What is known of a creator in the end, and what a model must know of it. */
function endOf({ end, open, createdBefore }: Generated, { begin, now }: (typeof SEASONS)[number]) {
  const isRemoved = end.how.startsWith("removed");
  const createdAt = begin - createdBefore;
  const at = Math.max(now - end.before, createdAt + DAY);
  const since: Record<string, number> = {
    paused: at,
    unknown: at,
    never: createdAt,
    // An answer of the last ten minutes still holds.
    removed: end.lastOk > 10 * MINUTE ? at - end.lastOk : at,
    "removed paused": at - end.lastOk,
  };
  return {
    ...end,
    at,
    createdAt,
    isRemoved,
    /** No stream ends later. */
    until: isRemoved ? at : now,
    openFor: end.how === "never" ? null : open,
    since: since[end.how] ?? null,
  };
}

test("whatever happened, a report from months is the one from events and samples, before, between and after rounds", async () => {
  const met = {
    rows: 0,
    overMonth: 0,
    overChange: 0,
    overMidnight: 0,
    gaps: 0,
    overlapping: 0,
    paused: 0,
    unknown: 0,
    never: 0,
    removed: 0,
    "removed paused": 0,
    removedLive: 0,
    removedRows: 0,
    inMonths: 0,
    trimmed: 0,
    goals: 0,
    places: 0,
    carriedPlaces: 0,
    offRanking: 0,
    inQuarter: 0,
    removedRankings: 0,
    partly: 0,
    later: 0,
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
        await polledJustNow(api.db);
        const { begin, now, changes, periods } = season;
        const { creator, happened, ranked } = reportWorld(api);
        const truth: Truth = { gaps: new Map(), rankings: [] };
        /** Targets to be deleted, when, since when nothing is known of a creator, and the last good poll. */
        const leaving: { id: string; at: number; since: number | null; lastOkAt: number }[] = [];
        for (const [index, one] of creators.entries()) {
          const { how, at, createdAt, isRemoved, until, openFor, since, lastOk } = endOf(one, season);
          const streams = how === "never" ? [] : streamsOf(one.streams, season).filter(({ to }) => to < until);
          met.overMonth += streams.filter(({ from, to }) => monthAt(from) !== monthAt(to)).length;
          met.overMidnight += streams.filter(({ from, to }) => Math.floor(from / DAY) !== Math.floor(to / DAY)).length;
          met.overChange += streams.filter(({ from, to }) => changes.some((when) => from < when && to > when)).length;
          const gaps = (how === "never" ? [] : one.gaps)
            .map(({ start, length }): Gap => [begin + start, begin + start + length])
            .filter(([, to]) => to < (since ?? now));
          const id = await creator(`C${index}`, `70${index}`, "wl_default", streams, createdAt, gaps);
          const all = [...gaps, ...streams.flatMap(({ gap }): Gap[] => (gap === null ? [] : [[gap.from, gap.to]]))];
          truth.gaps.set(id, since === null || how === "removed" ? all : [...all, [since, Infinity]]);
          met.gaps += all.length;
          met.overlapping += all.filter(([from], n) =>
            all.some(([a, b], m) => m !== n && from >= a && from < b),
          ).length;
          if (how !== "known") met[how as "paused"] += 1;
          for (const when of how === "never" ? [] : one.missed)
            if (begin + when < until) await happened("live.no_show", id, iso(begin + when), { confidence: 0.9 });
          if (openFor !== null) {
            const startedAt = Math.max(until - openFor, (streams.at(-1)?.to ?? 0) + MINUTE);
            if (startedAt < (since ?? now)) {
              await setState(id, onSince(startedAt, until));
              met.removedLive += Number(isRemoved);
            }
          }
          const row: Record<string, string> = {
            paused: "enabled = 0, paused_at = ?2",
            unknown: "unknown_since = ?2",
            never: "gaps = NULL, state = NULL",
            "removed paused": "enabled = 0, paused_at = ?3, last_ok_at = ?3",
          };
          if (row[how] !== undefined)
            await api.db
              .prepare(`UPDATE targets SET ${row[how]} WHERE id = ?1 AND ?2 + ?3 > 0`)
              .bind(id, at, at - lastOk)
              .run();
          if (isRemoved) leaving.push({ id, at, since, lastOkAt: at - lastOk });
          if (one.ranking !== null) {
            const { titles, removed } = one.ranking;
            const target = { kind: "ranking", name: `R${index}`, params: { roomId: "71", userId: `70${index}` } };
            const { body } = await api.call("POST", "/v1/targets", target);
            const changed = one.ranking.changes.flatMap(({ poll, key, place, next }) => [
              { poll, key, place },
              ...(next === null ? [] : [{ poll: poll + 1, key, place: next }]),
            ]);
            const polls = pollsOfPlaces(begin + 1234, EVERY, POLLS, changed).filter(
              ([when]) => when < (removed ? at : now),
            );
            await ranked(body.id, titles, sampledPlaces(polls));
            truth.rankings.push({ userId: `70${index}`, titles, polls });
            if (removed) {
              const lastOkAt = polls.at(-1)?.[0] ?? createdAt;
              leaving.push({ id: body.id, at, since: null, lastOkAt });
              await failedSince(body.id, lastOkAt);
            }
            met.removedRankings += Number(removed);
            met.offRanking += one.ranking.changes.filter(({ place }) => place === 0).length;
            met.inQuarter += one.ranking.changes.filter(({ next, place }) => next !== null && next !== place).length;
          }
          if (index === 0) await api.call("POST", "/v1/goals", { targetId: id, hours: 20, timezone: "Asia/Tokyo" });
        }
        await api.call("POST", "/v1/goals", { watchlistId: "wl_default", hours: 9, validDays: 3 });
        const frames = ZONES.flatMap((timezone) =>
          periods.map((name) => ({
            period: calendarPeriod(name, timezone, now)!,
            timezone,
            validDayMs: validDayMinutes * MINUTE,
            now,
          })),
        );
        const reports = async (deps = airtimeStore(api.db, unlimited, surelyKnown)) =>
          Promise.all(frames.map((frame) => airtimeReport(null, frame, deps)));
        // As the month went by: what is later than the tick is neither rolled up nor deleted.
        const middle = begin + 20 * DAY;
        const remove = async (isDue: (at: number) => boolean) => {
          for (const { id, at, since, lastOkAt } of leaving.filter((one) => isDue(one.at))) {
            if (since !== null) truth.gaps.get(id)!.push([since, Infinity]);
            await failedSince(id, lastOkAt);
            await tickedLast(at);
            expect((await api.call("DELETE", `/v1/targets/${id}?cascade=true`)).status).toBe(204);
          }
          await tickedLast(now);
        };
        await remove((at) => at < middle);
        const early = await reports(directReport(api.db, truth));
        expect(await reports()).toEqual(early);
        const deps = rolling(rowsWritten);
        await rollUp(middle, middle - MINUTE, deps);
        expect(await reports()).toEqual(early);
        await remove((at) => at >= middle);
        const wanted = await reports(directReport(api.db, truth));
        for (const [index, { rows }] of wanted.entries()) {
          const { from, to } = frames[index]!.period;
          met.rows += rows.filter(({ seconds }) => seconds > 0).length;
          met.goals += rows.filter(({ goal }) => goal !== null).length;
          met.places += rows.filter(({ bestPlaces }) => bestPlaces.length > 0).length;
          met.partly += rows.filter(({ coverage }) => coverage !== null && coverage > 0 && coverage < 1).length;
          met.later += rows.filter(({ coverage }) => coverage === null).length;
          met.removedRows += rows.filter(({ removed }) => removed).length;
          met.exact += rows.filter(({ uncertaintySeconds }) => (uncertaintySeconds ?? 0) > 0).length;
          met.inexact += rows.filter(({ uncertaintySeconds }) => uncertaintySeconds === null).length;
          met.peaks += rows.filter(({ viewerSeconds }) => viewerSeconds > 0).length;
          met.carriedPlaces += truth.rankings.filter(({ polls }) => isCarried(polls, from, to)).length;
        }
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
        met.inMonths += (await count("months WHERE gaps <> '[]'"))!;
        // Gaps that months hold go from the rows.
        const stored = await api.db
          .prepare("SELECT id, gaps FROM targets WHERE gaps <> '[]'")
          .all<{ id: string; gaps: string }>();
        const old = [...truth.gaps.values()].flat().filter(([, to]) => to < now - 10 * DAY);
        const inRows = stored.results.flatMap(({ gaps }) => JSON.parse(gaps) as Gap[]);
        met.trimmed += old.filter(([from, to]) => !inRows.some(([a, b]) => a === from && b === to)).length;
      },
    ),
    { numRuns: runs(160, 16) },
  );
  for (const [what, times] of Object.entries(met)) expect([what, times > 1]).toEqual([what, true]);
});

const setState = (id: string, state: object) =>
  api.db.prepare("UPDATE targets SET state = ?2 WHERE id = ?1").bind(id, JSON.stringify(state)).run();

const failedSince = (id: string, lastOkAt: number) =>
  api.db.prepare("UPDATE targets SET consecutive_faults = 1, last_ok_at = ?2 WHERE id = ?1").bind(id, lastOkAt).run();

const tickedLast = (at: number) => api.db.prepare("UPDATE ticker SET last_tick_at = ?1 WHERE id = 1").bind(at).run();

/** The state of a creator who is live since then, and was last seen so at an instant. */
const onSince = (startedAt: number, lastOnAt: number) => ({
  verdict: "on",
  since: startedAt,
  knownAt: lastOnAt,
  room: "7",
  session: {
    id: "s",
    room: "7",
    startedAt,
    startedAfter: startedAt - 5 * MINUTE,
    lastOnAt,
    toldAt: startedAt,
    info: null,
    peakViewers: null,
  },
  flip: null,
  baseline: false,
});

/** Whether a place at the beginning of a period is one that no poll of its first hour changed. */
function isCarried(polls: PlacesAt[], from: number, to: number): boolean {
  const first = polls.findIndex(([at]) => at >= from && at < to);
  if (first < 1 || Object.keys(polls[first]![1]).length === 0) return false;
  return polls.slice(first - 1, first + 12).every(([, places]) => places === polls[first]![1]) && from % DAY !== 0;
}

const stream = (day: string): Stream => ({
  from: Date.parse(`${day}T20:00Z`),
  to: Date.parse(`${day}T23:30Z`),
  gap: null,
  viewers: [[Date.parse(`${day}T21:00Z`), 300]],
});

const count = (table: string) => api.db.prepare(`SELECT count(*) AS n FROM ${table}`).first<number>("n");

test("a gap that ended before anything else was stored is in months too", async () => {
  const begin = Date.UTC(2030, 2, 1);
  const { creator, happened } = reportWorld(api);
  // Added on the 2nd at noon; the first good poll was on the 4th. Live for the first time on the 12th.
  const [added, first] = [begin + 1.5 * DAY, begin + 3 * DAY];
  const id = await creator("Maria", "7001", "wl_default", [], added, [[added, first]]);
  const deps = rolling(1000);
  const unknown: unknown[] = [];
  for (let day = 4; day <= 30; day++) {
    const now = begin + day * DAY + DAY / 2;
    if (day === 12) await happened("live.ended", id, iso(now - HOUR), { startedAt: iso(now - 2 * HOUR) });
    if (day === 14) await unseen(api.db, { id }, now - 26 * HOUR, now - 2 * HOUR);
    await rollUp(now, now - MINUTE, deps);
    const frame = { period: calendarPeriod("2030-03", "UTC", now)!, timezone: "UTC", validDayMs: HOUR, now };
    const { rows } = await airtimeReport(null, frame, airtimeStore(api.db, unlimited, surelyKnown));
    unknown.push([day, rows[0]!.unknownSeconds! / 3600]);
  }
  // A day and a half before it was added, and as long until the first good poll.
  expect(unknown).toEqual(Array.from({ length: 27 }, (_, n) => [n + 4, 72 + (n + 4 >= 14 ? 24 : 0)]));
});

test("a month older than the retention is reported byte by byte as before, and stays when its creator is deleted", async () => {
  const now = Date.UTC(2030, 8, 1, 12);
  await api.db.prepare("UPDATE ticker SET last_tick_at = ?1 WHERE id = 1").bind(now).run();
  const { creator, happened, ranked } = reportWorld(api);
  const maria = await creator("Maria", "7001", "wl_default", ["2030-03-03", "2030-03-31", "2030-08-20"].map(stream));
  await creator("Ana", "7002", "wl_default", [stream("2030-03-09")]);
  await happened("live.no_show", maria, "2030-03-12T10:00Z", { confidence: 0.9 });
  const ranking = { kind: "ranking", name: "R", params: { roomId: "71", userId: "7001" } };
  const { body } = await api.call("POST", "/v1/targets", ranking);
  await ranked(body.id, { "1.8": "Daily" }, [[Date.parse("2030-03-06T10:00Z"), { "1.8": 7 }]]);
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
  expect([await count("events"), await count("series")]).toEqual([5, 5]);
  for (let turn = 0; turn < 60; turn++) await rollUp(now, now - MINUTE, rolling(1000));
  expect(await bytes()).toEqual(before);
  await retain(now, 0, 90, retention);
  expect([await count("events"), await count("series")]).toEqual([1, 1]);
  expect(await bytes()).toEqual(before);
  const rows = (await count("months"))!;
  expect(rows).toBeGreaterThan(3);
  // Viewers are no places.
  expect(await count("months WHERE places <> '[]'")).toBe(1);
  // It was polled well until it was deleted.
  await api.db
    .prepare("UPDATE targets SET consecutive_faults = 1, last_ok_at = ?1")
    .bind(now - MINUTE)
    .run();
  for (const id of [maria, body.id])
    expect((await api.call("DELETE", `/v1/targets/${id}?cascade=true`)).status).toBe(204);
  const isRemoved = (text: string) =>
    text.replace(/(?<="name":"Maria".*?"removed":)false/, "true").replace(/(?<=,Maria,.*),false(?=\r\n)/, ",true");
  expect(await bytes()).toEqual(before.map(isRemoved));
  expect(isRemoved(before[0]!)).not.toBe(before[0]);
  expect(await count("months")).toBe(rows);
  // Of one that was never seen, nothing is left.
  const none = await creator("Never", "7009", "wl_default", []);
  await api.db.prepare("UPDATE targets SET state = NULL, gaps = NULL WHERE id = ?1").bind(none).run();
  const month =
    "INSERT INTO months (target_id, month, events, viewers, places, gaps) VALUES (?1, 722, '[]', '[]', '[]', '[]')";
  await api.db.prepare(month).bind(none).run();
  expect((await api.call("DELETE", `/v1/targets/${none}`)).status).toBe(204);
  expect([await count("months"), await count("removed_targets")]).toEqual([rows, 2]);
});

test("a tick that was overtaken adds nothing, and more events than a page are rolled up part by part", async () => {
  const now = Date.UTC(2030, 2, 20, 12);
  const day = Date.UTC(2030, 2, 19);
  const id = await reportWorld(api).creator("Maria", "7001", "wl_default", [stream("2030-03-19")], day - DAY, [
    [day + HOUR, day + 2 * HOUR],
  ]);
  const many = 4500;
  await api.db
    .prepare(
      `WITH RECURSIVE i (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM i WHERE i < ${many - 1})
       INSERT INTO events (seq, id, type, target_id, watchlist_id, target, occurred_at, detected_at, window_to, data, commit_id)
       SELECT (${day} + i * 10000) * 512, 'evt_m' || i, 'live.no_show', ?1, 'wl_default', '{}', ${day} + i * 10000, ${day} + i * 10000,
         ${day} + i * 10000, '{}', 'c' FROM i`,
    )
    .bind(id)
    .run();
  const store = monthStore(api.db);
  const period = { from: day, to: day + DAY, before: { from: day - DAY, to: day } };
  const frame = { period, timezone: "UTC", validDayMs: HOUR, now };
  const reported = async () => (await airtimeReport(null, frame, airtimeStore(api.db, unlimited, surelyKnown))).rows[0];
  const before = await reported();
  expect(before).toMatchObject({ missedSlots: many, seconds: 3.5 * 3600, unknownSeconds: 3600, peakViewers: 300 });
  const parts: unknown[] = [];
  for (let turn = 0; turn < 4 && parts.at(-1) !== false; turn++) {
    await rollUp(now, now - MINUTE, { ...rolling(1) });
    parts.push((await store.rolled()).at!.part !== null);
  }
  expect(parts).toEqual([true, true, false]);
  expect(await reported()).toEqual(before);
  await api.db.prepare("DELETE FROM events").run();
  await api.db.prepare("DELETE FROM series").run();
  expect(await reported()).toEqual(before);
  const { at, stored } = await store.rolled();
  const row = { id, month: 800, events: [], viewers: [], places: {}, gaps: [] };
  expect(await store.storeMonths([row], at!, '{"to":1}')).toBe(false);
  expect(await count("months WHERE month = 800")).toBe(0);
  expect(await store.storeMonths([row, { ...row, id: "tgt_gone" }], at!, stored)).toBe(true);
  expect(await count("months WHERE month = 800")).toBe(1);
});
