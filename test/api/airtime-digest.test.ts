import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { monthStore } from "../../src/engine/retain/retain-store.ts";
import { LIMITS } from "../../src/core/limits.ts";
import { rollUp, type RollUpDeps } from "../../src/engine/retain/roll-up.ts";
import { reportWorld, stream, type Stream } from "../support/report-world.ts";
import { runs } from "../support/runs.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await runSqliteApi({ PUBLIC_URL: "https://tally.example.com" });
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

const MINUTE = 60_000;
const DAY = 86_400_000;

const tickAt = (now: number) => api.db.prepare("UPDATE ticker SET last_tick_at = ?1 WHERE id = 1").bind(now).run();

async function digestOf(more: object): Promise<string> {
  const url = "http://127.0.0.1:9/slack/services/T1/B1/x";
  const { body: channel } = await api.call("POST", "/v1/channels", { kind: "slack", name: "s", settings: { url } });
  const body = { name: "Month end", channelId: channel.id, schedule: "0 9 1 * *", sections: ["airtime"], ...more };
  const { body: digest, status } = await api.call("POST", "/v1/digests", body);
  expect([status, digest.errors]).toEqual([201, undefined]);
  return digest.id;
}

/** The address of the whole report in a message. */
function linkIn(body: { messages: { payload: { body: object } }[] }): URL {
  const text = JSON.stringify(body.messages[0]!.payload.body);
  const [, address] = /<(https:[^|>]+\/reports\?[^|>]+)\|The whole report>/.exec(text) ?? [];
  expect(address, text).toBeDefined();
  return new URL(address!.replaceAll("&amp;", "&"));
}

const SEASONS = [
  // Clocks change on 10 and 31 March, and on 27 October and 3 November.
  { begin: Date.UTC(2030, 1, 10), now: Date.UTC(2030, 3, 1, 9, 13) },
  { begin: Date.UTC(2030, 9, 5), now: Date.UTC(2030, 10, 30, 21, 40) },
];

test("any digest's report is that of its link, and what counting minute by minute comes to", async () => {
  const met = { seconds: 0, overMidnight: 0, months: 0, instants: 0, dates: 0, clipped: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...SEASONS),
      fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 55 * 1440 }), fc.integer({ min: 1, max: 700 })), {
        maxLength: 25,
        selector: ([start]) => start,
      }),
      fc.constantFrom("lastMonth", "lastWeek", "thisMonth", "P7D", "P1M", "P1D", "PT36H", null),
      fc.constantFrom("UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo"),
      fc.boolean(),
      async ({ begin, now }, drawn, period, timezone, atEdges) => {
        // An hour around the beginning of the shorter periods, which chance seldom finds.
        const edges = [7 * 24, 36, 24].map((hours): [number, number] => [
          Math.round((now - begin) / MINUTE) - hours * 60 - 30,
          60,
        ]);
        const all = atEdges ? [...drawn, ...edges] : drawn;
        await api.clear();
        await tickAt(now);
        const streams: Stream[] = [];
        for (const [start, length] of all.toSorted(([a], [b]) => a - b)) {
          const from = begin + start * MINUTE;
          const to = from + length * MINUTE;
          if (from <= (streams.at(-1)?.to ?? 0) || to > now) continue;
          streams.push({ from, to, gap: null, viewers: [] });
        }
        await reportWorld(api).creator("Maria", "7001", "wl_default", streams);
        const id = await digestOf({ period, timezone, watchlistId: "wl_default" });
        const { body, status } = await api.call("POST", `/v1/digests/${id}/preview`, {});
        expect(status).toBe(200);
        const [from, to] = [body.period.from, body.period.to].map((text: string) => Date.parse(text)) as [
          number,
          number,
        ];
        const day = new Intl.DateTimeFormat("en-CA", { timeZone: timezone });
        const perDay = new Map<string, number>();
        for (const one of streams)
          for (let at = Math.max(one.from, from); at < Math.min(one.to, to); at += MINUTE)
            perDay.set(day.format(at), (perDay.get(day.format(at)) ?? 0) + Math.min(MINUTE, one.to - at, to - at));
        const { totals, rows } = body.data.airtime;
        const counts = [...perDay.values()];
        expect(totals.seconds).toBe(Math.round(counts.reduce((sum, ms) => sum + ms, 0) / 1000));
        expect(totals.validDays).toBe(counts.filter((ms) => ms >= 60 * MINUTE).length);
        expect(totals.streams).toBe(streams.filter((one) => one.from < to && one.to > from).length);
        const query = linkWithoutStreams(body, totals.seconds)?.searchParams;
        if (query === undefined) return;
        expect([query.get("list"), query.get("zone")]).toEqual(["wl_default", timezone]);
        const name = query.get("period")!;
        const requested = new URLSearchParams({ watchlistId: "wl_default", period: name, timezone });
        const { body: report } = await api.call("GET", `/v1/reports/airtime?${requested.toString()}`);
        expect([report.period.from, report.period.to]).toEqual([body.period.from, body.period.to]);
        // A month that goes on is compared with the same part of the one before, and its instants with equal ones.
        const compared = period !== "thisMonth" || !name.includes("T");
        const comparable = (all: { change: number | null }[]) =>
          all.map((row) => (compared ? row : { ...row, change: null }));
        expect(comparable(report.items)).toEqual(comparable(rows));
        expect(report.totals).toEqual(totals);
        met.seconds += Number(totals.seconds > 0);
        met.overMidnight += streams.filter((one) => day.format(one.from) !== day.format(one.to - 1)).length;
        met.months += Number(/^\d{4}-\d\d$/.test(name));
        met.instants += Number(name.includes("T"));
        met.dates += Number(/^\d{4}-\d\d-\d\d\/\d{4}-\d\d-\d\d$/.test(name));
        met.clipped += streams.filter(
          (one) => (one.from < from && one.to > from) || (one.from < to && one.to > to),
        ).length;
      },
    ),
    { numRuns: runs(900) },
  );
  for (const [what, count] of Object.entries(met)) expect([what, count > 2]).toEqual([what, true]);
});

/** Without airtime there are no rows, and nothing to link. */
const linkWithoutStreams = (body: Parameters<typeof linkIn>[0], seconds: number): URL | null =>
  seconds === 0 ? null : linkIn(body);

test("a month whose events are gone is reported from its months", async () => {
  const now = Date.UTC(2030, 8, 1, 12);
  await tickAt(now);
  await reportWorld(api).creator("Maria", "7001", "wl_default", [stream("2030-08-03T20:00Z", "2030-08-04T01:30Z")]);
  await api.call("POST", "/v1/goals", { watchlistId: "wl_default", hours: 5, startsOn: "2030-08-01" });
  const id = await digestOf({ period: "lastMonth" });
  const preview = async () => (await api.call("POST", `/v1/digests/${id}/preview`, {})).body.data;
  const before = await preview();
  expect(before.airtime).toMatchObject({
    totals: { seconds: 19_800, validDays: 2 },
    goals: { creators: 1, reached: 1 },
  });
  const deps: RollUpDeps = {
    ...monthStore(api.db),
    seen: { to: 0 },
    limits: LIMITS.local.retention,
    statementsLeft: () => 10_000,
    wallNow: () => 0,
  };
  for (let turn = 0; turn < 60; turn++) await rollUp(now, now - MINUTE, deps);
  await api.db.prepare("DELETE FROM events").run();
  expect(await preview()).toEqual(before);
});

test("the table of an edition has every row, for thirty days, and only with its key", async () => {
  const now = Date.UTC(2030, 8, 1, 12);
  await tickAt(now);
  for (let n = 0; n < 14; n++)
    await reportWorld(api).creator(`=C${n}`, `70${n}`, "wl_default", [
      stream("2030-08-03T20:00Z", "2030-08-03T21:00Z"),
    ]);
  const id = await digestOf({ period: "lastMonth" });
  await api.call("POST", `/v1/digests/${id}/run`);
  const key = await api.db.prepare("SELECT picture_key FROM editions").first<string>("picture_key");
  const requested = () => api.fetch(`/pictures/${key}-airtime.csv`, {}, null);
  const answer = await requested();
  expect([answer.status, answer.headers.get("content-disposition")]).toEqual([
    200,
    'attachment; filename="airtime-2030-08.csv"',
  ]);
  const lines = (await answer.text()).trim().split("\r\n");
  expect(lines).toHaveLength(15);
  expect(lines[1]).toMatch(/^tgt_\w+,"'=C\d+",,3600,/);
  expect((await api.fetch(`/pictures/${key}-lives.csv`, {}, null)).status).toBe(404);
  expect((await api.fetch(`/pictures/${"a".repeat(32)}-airtime.csv`, {}, null)).status).toBe(404);
  await api.db
    .prepare("UPDATE editions SET pictures_until = ?1")
    .bind(Date.now() - DAY)
    .run();
  expect((await requested()).status).toBe(404);
});
