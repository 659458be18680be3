import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { compose } from "../../src/wiring/compose.ts";
import { MAX_COMPUTED, storeMonths } from "../../src/features/goals/months.ts";
import { OFF, polledJustNow } from "../support/report-world.ts";
import { streamed } from "../support/http-server.ts";
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

const HOUR = 3_600_000;
const QUARTER = HOUR / 4;

const said = (text: string): string => text.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

const list = async (name: string) =>
  (await api.call("POST", "/v1/watchlists", { name, timezone: "UTC" })).body.id as string;

/** So many creators of a list, who are watched since long ago. */
async function creators(watchlistId: string, many: number): Promise<string[]> {
  const rows = Array.from({ length: many }, (_, n) => ({
    kind: "live",
    name: `C${n}`,
    params: { userId: String(9000 + n) },
    watchlistId,
  }));
  expect((await api.call("POST", "/v1/targets/import", rows)).status).toBeLessThan(300);
  await api.db.prepare("UPDATE targets SET created_at = 0, state = ?1, gaps = '[]'").bind(OFF).run();
  await polledJustNow(api.db);
  const { results } = await api.db.prepare("SELECT id FROM targets WHERE watchlist_id = ?1").bind(watchlistId).all();
  return results.map(({ id }) => String(id));
}

const now = Date.now();
const first = Date.UTC(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth(), 1);
/** Live since the month began, as long as that can be. */
const live = { from: first, to: Math.min(now, first + 2 * HOUR) };
const hours = (people: number) => Math.floor(people * (Math.floor((live.to - live.from) / 36_000) / 100));

/** So many ticks that each begin a quarter of an hour, the first `later` than now. */
async function ticks(many: number, later = 0, apart = 1): Promise<void> {
  for (let n = 0; n < many; n++) {
    const at = now + later + n * apart;
    await storeMonths(at, at - QUARTER, compose(api.env).sweep.months);
  }
}

const stored = async (): Promise<string[]> =>
  (await api.db.prepare("SELECT watchlist_id FROM list_months WHERE watchlist_id <> '' ORDER BY 1").all()).results.map(
    (row) => String(row["watchlist_id"]),
  );

test("an agency of five hundred sees hours and goals of each list, counted a part at a time", async () => {
  const [large, small] = [await list("Large"), await list("Small")];
  const many = await creators(large, 420);
  const few = await creators(small, 80);
  for (const id of [...many.slice(0, 12), ...many.slice(-3)]) await streamed(api.db, { id, watchlistId: large }, live);
  for (const id of few.slice(0, 5)) await streamed(api.db, { id, watchlistId: small }, live);
  const { body: goal } = await api.call("POST", "/v1/goals", {
    watchlistId: large,
    hours: 700,
    startsOn: new Date(first).toISOString().slice(0, 10),
  });
  expect(said((await me.open(`/lists/${large}`)).text)).toContain("is being counted");
  expect(said((await me.open(`/goals/${goal.id}`)).text)).toContain("is being counted");
  expect(said((await me.open("/lists")).text)).toContain("Not counted yet, usually within 15 minutes");
  await ticks(2);
  // What is under way is nobody's yet.
  expect(await stored()).toEqual([large, small].filter((id) => id < [large, small].toSorted()[1]! && id === small));
  await ticks(1, 2);
  expect(await stored()).toEqual([large, small].toSorted());
  const lists = said((await me.open("/lists")).text);
  expect(lists).toMatch(/as of .*counted every three hours/);
  expect(lists).not.toContain("Not counted yet");
  const known = live.to - live.from >= HOUR;
  if (known) expect(lists).toContain(` ${hours(15)} h`);
  const page = (await me.open(`/lists/${large}`)).text;
  if (known) expect(said(page)).toContain(`${hours(15)} h`);
  expect(said(page)).toContain("420 creators");
  expect(page.length).toBeLessThan(60_000);
  const everyone = (await me.open(`/goals/${goal.id}`)).text;
  expect(everyone.match(/\/creators\/tgt_/g)).toHaveLength(50);
  expect(said(everyone)).toMatch(/Page 1 Next page .*counted .*every three hours/i);
  const last = await me.open(`/goals/${goal.id}?page=9`);
  expect(last.text.match(/\/creators\/tgt_/g)).toHaveLength(20);
  expect(said((await me.open("/goals")).text)).toMatch(/Large Each creator: 700 hours a month/);
});

test("a round is not made again within three hours, and forgets lists that have no creators any more", async () => {
  const [one, other] = [await list("One"), await list("Other")];
  await creators(one, 60);
  await creators(other, 60);
  await ticks(1);
  expect(await stored()).toEqual([one, other].toSorted());
  const at = async () => api.db.prepare("SELECT max(at) AS at FROM list_months").first<number>("at");
  const before = await at();
  await ticks(11, QUARTER, QUARTER);
  expect(await at()).toBe(before);
  await api.db
    .prepare("UPDATE targets SET watchlist_id = ?1, identity = identity || 'x' WHERE watchlist_id = ?2")
    .bind(one, other)
    .run();
  await ticks(1, 3 * HOUR);
  expect(await stored()).toEqual([one]);
  expect(await at()).toBeGreaterThan(before!);
});

test("a first count begins with the next tick and goes on with each; who is added is counted within a quarter", async () => {
  const [one, added] = [await list("One"), await list("Added")];
  await creators(one, 250);
  await api.call("POST", "/v1/goals", {
    watchlistId: one,
    hours: 1,
    startsOn: new Date(first).toISOString().slice(0, 10),
  });
  const minute = (n: number) => storeMonths(now + n, now + n, compose(api.env).sweep.months);
  await minute(0);
  expect(await stored()).toEqual([]);
  await minute(1);
  expect(await stored()).toEqual([one]);
  const page = (await me.open("/goals")).text;
  expect(page).not.toContain("This is how it will look");
  // Before the fourth day nobody is behind.
  if (new Date(now).getUTCDate() > 4) {
    expect(said(page)).toMatch(/250 creators need help/);
    expect(said(page)).toMatch(/250 behind · counted .* C\d+ .* of 1 h .*and 245 more/);
    expect(page.match(/href="\/creators\/tgt_/g)).toHaveLength(5);
  }
  const row = { kind: "live", name: "New", params: { userId: "1" }, watchlistId: added };
  expect((await api.call("POST", "/v1/targets", row)).status).toBe(201);
  await minute(2);
  expect(await stored()).toEqual([one]);
  await ticks(2, QUARTER);
  expect(await stored()).toEqual([one, added].toSorted());
});

test("with few creators, a tick computes nothing: pages do", async () => {
  const id = await list("Few");
  await creators(id, MAX_COMPUTED);
  await ticks(1);
  expect(await stored()).toEqual([]);
  expect(said((await me.open("/lists")).text)).not.toContain("every three hours");
});
