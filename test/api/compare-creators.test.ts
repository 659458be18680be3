import { surelyKnown } from "../support/readings.ts";
import { unlimited } from "../support/setting.ts";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { airtimeStore } from "../../src/features/reports/airtime-store.ts";
import { calendarPeriod } from "../../src/core/calendar-period.ts";
import { compareCreators } from "../../src/features/trends/compare-creators.ts";
import { reportWorld, stream, type Stream } from "../support/report-world.ts";
import { runs } from "../support/runs.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

let api: RunningApi;
let me: Visitor;
beforeAll(async () => {
  api = await runSqliteApi();
  me = await context(api);
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Around both clock changes of a spring and of an autumn. */
const SEASONS = [
  { begin: Date.UTC(2026, 2, 2), range: "2026-03-05/2026-04-02", now: Date.UTC(2026, 3, 2, 13, 7) },
  { begin: Date.UTC(2025, 9, 20), range: "2025-10-22/2025-11-09", now: Date.UTC(2026, 0, 5) },
];

test("days are what counting minute by minute comes to, and what nobody observed is unknown, not zero", async () => {
  const met = { live: 0, unseen: 0, zero: 0, unknown: 0, overMidnight: 0, young: 0, viewers: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...SEASONS),
      fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 24 * 1440 }), fc.integer({ min: 1, max: 900 })), {
        maxLength: 14,
        selector: ([start]) => start,
      }),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 24 * 1440 }), fc.integer({ min: 1, max: 4000 })), { maxLength: 2 }),
      fc.constantFrom(-30, 0, 9),
      fc.constantFrom("UTC", "Europe/Berlin", "America/New_York"),
      async ({ begin, range, now }, all, gaps, added, timezone) => {
        await api.clear();
        const createdAt = begin + added * DAY;
        const streams: Stream[] = [];
        for (const [start, length] of all.toSorted(([a], [b]) => a - b)) {
          const from = begin + start * MINUTE;
          const to = from + length * MINUTE;
          if (from <= (streams.at(-1)?.to ?? 0) || from < createdAt || to > now) continue;
          streams.push({ from, to, gap: null, viewers: [[from + 30_000, (start % 90) + 10]] });
        }
        const unknown: [number, number][] = [];
        for (const [start, length] of gaps.toSorted(([a], [b]) => a - b)) {
          const [since, known] = [begin + start * MINUTE, begin + (start + length) * MINUTE];
          if (known > now || since < createdAt || since <= (unknown.at(-1)?.[1] ?? 0)) continue;
          unknown.push([since, known]);
        }
        const id = await reportWorld(api).creator("Maria", "7001", "wl_default", streams, createdAt, unknown);
        const period = calendarPeriod(range, timezone, now)!;
        const frame = { period, timezone, validDayMs: 60 * MINUTE, now };
        const [one] = await compareCreators([id, "tgt_none"], frame, airtimeStore(api.db, unlimited, surelyKnown));
        const day = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, dateStyle: "short" });
        const seconds = new Map<string, number>();
        const open = new Set<string>();
        const whole = new Set<string>();
        for (let at = period.from; at < Math.min(period.to, now); at += MINUTE) {
          const date = day.format(at);
          whole.add(date);
          const isKnown = at >= createdAt && !unknown.some(([from, to]) => from <= at && at < to);
          const isLive = streams.some(({ from, to }) => from <= at && at < to);
          if (!isKnown) open.add(date);
          if (isKnown && isLive) seconds.set(date, (seconds.get(date) ?? 0) + 60);
          met.unseen += Number(!isKnown && isLive);
        }
        const expected = [...whole].map((date) => [date, seconds.get(date) ?? (open.has(date) ? null : 0)]);
        expect(one!.days.map((each) => [day.format(each.at), each.seconds])).toEqual(expected);
        const counted = [...seconds.values()].reduce((sum, value) => sum + value, 0);
        expect(one!.row.seconds).toBe(counted);
        for (const each of one!.days) if ((each.seconds ?? 0) === 0) expect(each.averageViewers).toBeNull();
        met.live += seconds.size;
        met.zero += expected.filter(([, value]) => value === 0).length;
        met.unknown += expected.filter(([, value]) => value === null).length;
        met.young += Number(added > 0);
        met.overMidnight += streams.filter((each) => day.format(each.from) !== day.format(each.to - 1)).length;
        met.viewers += one!.days.filter(({ averageViewers }) => averageViewers !== null).length;
      },
    ),
    { numRuns: runs(200) },
  );
  for (const [what, count] of Object.entries(met)) expect([what, count > 5]).toEqual([what, true]);
});

const world = async () => {
  const { creator } = reportWorld(api);
  const ids: string[] = [];
  for (let n = 0; n < 12; n++)
    ids.push(
      await creator(n === 0 ? "<b>=Zoë" : `C${n}`, `70${n}`, "wl_default", [
        stream(`2026-03-${String(n + 1).padStart(2, "0")}T20:00Z`, `2026-03-${String(n + 2).padStart(2, "0")}T01:00Z`, {
          viewers: [[Date.parse(`2026-03-${String(n + 1).padStart(2, "0")}T21:00Z`), 100 * (n + 1)]],
        }),
      ]),
    );
  return ids;
};

test("the page compares two to ten creators over any dates, in a chart, a table and a whole CSV", async () => {
  const ids = await world();
  const query = `from=2026-03-01&to=2026-03-20&${ids.map((id) => `c=${id}`).join("&")}`;
  const { status, text } = await me.open(`/trends/creators?${query}`);
  expect(status).toBe(200);
  expect(text.match(/class="k\d+"/g)).toHaveLength(10);
  // Twelve were asked for, ten are compared.
  expect(text).not.toContain(`/creators/${ids[10]}"`);
  expect(text).toContain("5 h 00 min");
  expect(text).not.toContain("<b>=Zo");
  const csv = await me.open(`/trends/creators.csv?${query}`);
  const lines = csv.text.trim().split("\r\n");
  expect(lines).toHaveLength(1 + 10 * 20);
  expect(lines[1]).toMatch(/^tgt_\w+,<b>=Zoë,2026-03-01,\d+,100,100,1$/);
  const viewers = await me.open(`/trends/creators?measure=viewers&${query}`);
  expect(viewers.text).toContain("Average viewers per day");
});

test.each([
  ["from=2026-03-20&to=2026-03-01", true],
  ["from=2026-13-01&to=2026-14-01", true],
  ["from=2026-03-01&to=", true],
  ["from=2099-01-01&to=2099-01-02", true],
  ["from=2020-01-01&to=2026-01-01", true],
  ["days=7", false],
  ["days=8&measure=none&c=x&c=y&q=%00", false],
])("dates that are none are refused in words: %s", async (query, refused) => {
  await world();
  const { status, text } = await me.open(`/trends/creators?${query}`);
  expect(status).toBe(200);
  expect(text.includes("Enter two dates")).toBe(refused);
});

test("a creator whom nobody observed is unknown in the legend, and of many some are offered", async () => {
  const world = reportWorld(api);
  await world.creator("Never", "7001", "wl_default", [], Date.now() - DAY, [[Date.now() - DAY, Date.now()]]);
  await api.db.prepare("UPDATE targets SET gaps = NULL, state = NULL").run();
  await world.creator("Other", "7002", "wl_default", []);
  const text = async () => (await me.open("/trends/creators")).text;
  expect(await text()).toContain("Never unknown");
  expect(await text()).not.toMatch(/\d shown/);
  for (let n = 0; n < 31; n++) await world.creator(`C${n}`, `80${n}`, "wl_default", []);
  expect(await text()).toMatch(/3\d shown/);
});
