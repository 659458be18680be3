import { surelyKnown } from "../support/readings.ts";
import { OFF } from "../support/report-world.ts";
import { unlimited } from "../support/setting.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LIMITS } from "../../src/core/limits.ts";
import { airtimeStore } from "../../src/features/reports/airtime-store.ts";
import { historyStore } from "../../src/features/digests/history-store.ts";
import { metered } from "../../src/db/meter.ts";
import { monthStore } from "../../src/engine/retain/retain-store.ts";
import type { Content } from "../../src/features/digests/message/digest.ts";
import { gather } from "../../src/features/digests/edition/gather.ts";
import { rollUp, type RollUpDeps } from "../../src/engine/retain/roll-up.ts";
import { runApi, type RunningApi } from "./running-api.ts";
import { context } from "./visitor.ts";
import { roomStore } from "../../src/features/reports/room.ts";

const DAY = 86_400_000;
const HOUR = DAY / 24;
const CREATORS = 300;
const LISTS = 12;
const DAYS = 70;

/** In the future, so that the last tick is the time of every request. */
const NOW = Date.UTC(2030, 2, 20, 15);
const MIDNIGHT = Date.UTC(2030, 2, 20);

let api: RunningApi;
const counted = new Map<string, number>();

interface Cost {
  statements: number;
  read: number;
  written: number;
}

async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  counted.clear();
  await work();
  const of = (name: string) => counted.get(`d1|${name}`) ?? 0;
  return { statements: of("statements"), read: of("rowsRead"), written: of("rowsWritten") };
}

const numbers = (count: number, name: string) =>
  `${name} (${name}) AS (SELECT 0 UNION ALL SELECT ${name} + 1 FROM ${name} WHERE ${name} < ${count - 1})`;

const at = `(${MIDNIGHT} - d * ${DAY} + ${12 * HOUR} + i * 1000)`;
const when = (time: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${time} / 1000.0, 'unixepoch')`;
const TARGET = `INSERT INTO targets (id, created_at, updated_at, watchlist_id, kind, name, params, identity, interval_seconds, priority, enabled, announce_initial, settings, sheet_id, state, gaps)`;

const RANKED = JSON.stringify({ since: 0, rankings: { "0.1": { title: "Hourly" }, "1.8": { title: "Daily" } } });

/** Each creator is live for two hours a day, with viewers; each list has a goal and a ranking of its first creator. */
async function fill(db: D1Database) {
  const targets = (kind: string, of: string, params: string, state: string) => `WITH RECURSIVE ${numbers(CREATORS, "i")}
    ${TARGET}
    SELECT printf('tgt_${kind}_%03d', i), i, 0, printf('wl_%02d', i % ${LISTS}), '${kind}', printf('C%03d', i),
      ${params}, printf('${kind}%03d', i), 60, 1, 1, 0, '{}', 1, '${state}', json_array(json_array(${MIDNIGHT} - 3 * ${DAY}, ${MIDNIGHT} - 2.5 * ${DAY})) FROM i`;
  const statements = [
    `WITH RECURSIVE ${numbers(LISTS, "i")} INSERT INTO watchlists (id, created_at, updated_at, name, description)
       SELECT printf('wl_%02d', i), 0, 0, 'List ' || i, '' FROM i`,
    targets("live", "C", "json_object('userId', cast(7000 + i AS text))", OFF),
    `${targets("ranking", "R", "json_object('roomId', '71', 'userId', cast(7000 + i AS text))", RANKED)} WHERE i < ${LISTS}`,
    `WITH RECURSIVE ${numbers(LISTS, "i")} INSERT INTO goals (id, created_at, updated_at, watchlist_id, hours, valid_day_minutes)
       SELECT 'goal_' || i, 0, 0, printf('wl_%02d', i), 40, 60 FROM i`,
    ...["live.started", "live.ended"].map(
      (type, place) => `WITH RECURSIVE ${numbers(CREATORS, "i")}, ${numbers(DAYS, "d")}
        INSERT INTO events (seq, id, type, target_id, watchlist_id, target, occurred_at, detected_at, window_to, data, commit_id)
        SELECT ${at} * 512 + ${place}, 'evt_${place}_' || i || '_' || d, '${type}', printf('tgt_live_%03d', i), printf('wl_%02d', i % ${LISTS}),
          '{}', ${at}, ${at}, ${at}, json_object('startedAt', ${when(`(${at} - ${2 * HOUR})`)}, 'peakViewers', 900), 'c'
        FROM i, d`,
    ),
    `WITH RECURSIVE ${numbers(LISTS, "i")}, ${numbers(DAYS, "d")}
      INSERT INTO series (target_id, begins_at, points)
      SELECT printf('tgt_ranking_%03d', i), ${MIDNIGHT} - d * ${DAY}, (SELECT json_group_array(json_array(${MIDNIGHT} - d * ${DAY} + p.value * 3600000,
        json_object('place:0.1', 1 + (d * 7 + p.value) % 50, 'place:1.8', 20))) FROM json_each('[0,1,2,3,4,5,6,7,8,9,10,11]') p) FROM i, d`,
    `WITH RECURSIVE ${numbers(CREATORS, "i")}, ${numbers(DAYS, "d")}
      INSERT INTO series (target_id, begins_at, points)
      SELECT printf('tgt_live_%03d', i), ${at} - ${2 * HOUR}, (SELECT json_group_array(json_array(${at} - ${2 * HOUR} + p.value * 600000,
        json_object('viewers', 700 + i + p.value))) FROM json_each('[0,1,2,3,4,5,6,7,8,9,10,11]') p) FROM i, d`,
    `UPDATE ticker SET last_tick_at = ${NOW} WHERE id = 1`,
    `UPDATE tally SET last_poll_at = ${NOW} WHERE id = 1`,
  ];
  for (const sql of statements) await db.prepare(sql).run();
}

const deps = (db: D1Database): RollUpDeps => ({
  ...monthStore(db),
  seen: { to: 0 },
  limits: { ...LIMITS.paid.retention },
  statementsLeft: () => 10_000,
  wallNow: () => 0,
});

const rolledTo = async () => (await monthStore(api.db).rolled()).at!.to;

beforeAll(async () => {
  api = await runApi({ LIMITS: "tight" });
  await fill(api.db);
  // The future events of the last day are not there yet.
  await api.db.prepare(`DELETE FROM events WHERE detected_at > ${NOW}`).run();
  const ofDays = deps(api.db);
  while (!((await monthStore(api.db).rolled()).at?.to === MIDNIGHT - DAY))
    await rollUp(NOW - DAY, NOW - DAY - 60_000, ofDays);
  api.env.DB = metered(api.db, { statements: 0 }, Infinity, (key, by) =>
    counted.set(key, (counted.get(key) ?? 0) + by),
  );
}, 120_000);
afterAll(() => api.stop());

test("a day is rolled up for a row per creator and month, and little reading", async () => {
  const cost = await costOf(() => rollUp(NOW, NOW - 60_000, deps(api.env.DB)));
  expect(await rolledTo()).toBe(MIDNIGHT);
  const pages = Math.ceil((CREATORS + LISTS) / 100) + 1;
  expect(cost.written).toBeLessThanOrEqual(CREATORS + LISTS + pages);
  // Four of them are of the gaps: the row, its gap, and twice to drop what months hold.
  expect(cost.read / CREATORS).toBeLessThan(25);
  const again = await costOf(() => rollUp(NOW, NOW - 60_000, deps(api.env.DB)));
  expect(again).toEqual({ statements: 1, read: 1, written: 0 });
});

const requested = async (query: string) => {
  const answer = await api.fetch(`/v1/reports/airtime?${query}`);
  expect([query, answer.status]).toEqual([query, 200]);
  const body = (await answer.json()) as { totals: { creators: number; seconds: number }; items: { bestPlaces: [] }[] };
  return body;
};

test.each(["2030-02", "thisMonth", "lastMonth&timezone=Europe/Berlin"])(
  "a report of a list reads at most 300 rows, of everybody 1,000 a page: %s",
  async (period) => {
    let one: Awaited<ReturnType<typeof requested>> | undefined;
    const list = await costOf(async () => (one = await requested(`period=${period}&watchlistId=wl_03`)));
    expect(one!.totals.creators).toBe(CREATORS / LISTS);
    expect(one!.totals.seconds).toBeGreaterThan(25 * 18 * 7000);
    expect(one!.items.filter(({ bestPlaces }) => bestPlaces.length > 0)).toHaveLength(1);
    expect(list.read).toBeLessThanOrEqual(300);
    let all: Awaited<ReturnType<typeof requested>> | undefined;
    const everybody = await costOf(async () => (all = await requested(`period=${period}`)));
    expect(all!.totals.creators).toBe(CREATORS);
    // Creators are read in pages of 75, with four statements each, and one says up to when states are known.
    const pages = CREATORS / 75;
    expect(everybody.statements).toBeLessThanOrEqual(4 * pages + 1);
    expect(everybody.read).toBeLessThanOrEqual(1000 * pages);
    expect(everybody.written).toBe(0);
  },
);

test("the airtime section of a digest reads at most 300 rows for a list, and writes nothing", async () => {
  const store = airtimeStore(api.env.DB, unlimited, surelyKnown);
  const facts = { name: "Month end", watchlistId: "wl_03", timezone: "Europe/Berlin", sections: ["airtime"] };
  // As on the first of the month at nine, and over days that months do not hold yet.
  for (const [from, to] of [
    [Date.UTC(2030, 0, 31, 23), Date.UTC(2030, 1, 28, 23)],
    [NOW - 7 * DAY, NOW],
  ] as const) {
    let content: Content = {};
    const cost = await costOf(async () => {
      content = await gather(facts, { from, to }, NOW, {
        ...historyStore(api.env.DB),
        ...roomStore(api.env.DB, unlimited),
        airtime: store,
        retentionMs: Infinity,
      });
    });
    expect(content["airtime"]).toMatchObject({ totals: { creators: CREATORS / LISTS }, goals: { creators: 25 } });
    expect(cost.read).toBeLessThanOrEqual(300);
    // One of them says up to when states are known.
    expect(cost.statements).toBeLessThanOrEqual(8);
    expect(cost.written).toBe(0);
  }
});

test("the longest periods are read as well: 400 days of a report, and four years of a digest", async () => {
  // D1 answers at most a hundred columns, and joins at most 64 tables.
  for (const query of ["period=2029-01-01/2030-02-04", "period=2029-01-01T05:00:00Z/2030-02-05T05:00:00Z"])
    expect((await api.fetch(`/v1/reports/airtime?watchlistId=wl_03&${query}`)).status).toBe(200);
  const { body: channel } = await api.call("POST", "/v1/channels", {
    kind: "webhook",
    name: "Leap",
    settings: { url: "http://127.0.0.1:9/x" },
  });
  for (const sections of [["lives"], ["airtime"]]) {
    const leap = {
      name: sections[0],
      channelId: channel.id,
      watchlistId: "wl_03",
      schedule: "0 9 29 2 *",
      period: null,
    };
    const { body: created, status } = await api.call("POST", "/v1/digests", { ...leap, sections });
    expect([status, created.errors]).toEqual([201, undefined]);
    const { status: previewed } = await api.call("POST", `/v1/digests/${created.id}/preview`, {});
    expect([sections, previewed]).toEqual([sections, 200]);
  }
});

test("the first preview of a digest's page reads at most a hundred rows of each creator, and nothing of many", async () => {
  const { body: one } = await api.call("POST", "/v1/channels", {
    kind: "webhook",
    name: "Clients",
    settings: { url: "http://127.0.0.1:9/x" },
  });
  const me = await context(api);
  const form = (scope: string): [string, string][] => [
    ["/channelId", one.id],
    ["/watchlistId", scope],
    ["/timezone", "UTC"],
    ["/period", "P7D"],
    ["when", "1"],
    ["time", "09:00"],
    ...["lives", "rankings", "hashtags", "products"].map((name): [string, string] => ["sections", name]),
  ];
  let text = "";
  const costOfFirst = (scope: string) =>
    costOf(async () => ({ text } = await me.send("/digests/preview?first=1", form(scope))));
  const list = await costOfFirst("wl_03");
  expect(text).toContain('class="disc"');
  expect(list.read).toBeLessThanOrEqual(100 * (CREATORS / LISTS));
  const each = await costOfFirst("each");
  expect(text).toContain('name="shownList"');
  expect(each.read).toBeLessThanOrEqual(100 * (CREATORS / LISTS) + 100);
  const all = await costOfFirst("");
  expect(text).toContain("so its preview is only prepared when you ask");
  expect(all.read).toBeLessThanOrEqual(100);
});

test("a report of more creators than the plan can read is refused before they are read", async () => {
  await api.db.prepare("UPDATE counts SET n = 10000 WHERE name = 'targets|live'").run();
  await api.db.prepare("UPDATE list_counts SET n = 10000 WHERE watchlist_id = 'wl_03' AND kind = 'live'").run();
  for (const query of ["", "&watchlistId=wl_03"]) {
    const cost = await costOf(async () => {
      const answer = await api.fetch(`/v1/reports/airtime?period=2030-02${query}`);
      expect(answer.status).toBe(422);
      expect(await answer.json()).toMatchObject({ detail: expect.stringContaining("one watchlist") });
    });
    expect(cost.read).toBeLessThanOrEqual(20);
    expect(cost.written).toBe(0);
  }
});
