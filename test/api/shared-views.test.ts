import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { metered } from "../../src/db/meter.ts";
import { fillWorld } from "../support/full-world.ts";
import { runApi, type RunningApi } from "./running-api.ts";

// Whoever has a link may look as often as they like: what that costs is bounded.

const PLACES = ["/shared", "/feeds/live.ics", "/feeds/forecast.ics", "/feeds/events.atom"];
const SECOND = 1000;

/** How old what is shown may be, seconds. */
const oldest = (path: string): number => ({ "/feeds/forecast.ics": 600, "/shared": 40 })[path] ?? 30;

/** The key with the version: each request reads them. */
const ROWS_A_LOOK = 3;

let api: RunningApi;
let read = 0;
let key: string;
let start = Date.now();

beforeAll(async () => {
  api = await runApi();
  await fillWorld(api.db, Date.now());
  api.env.DB = metered(api.db, { statements: 0 }, Infinity, (name, by) => {
    if (name === "d1|rowsRead") read += by;
  });
});
afterAll(() => api.stop());
beforeEach(async () => {
  start = Date.now();
  vi.useFakeTimers({ now: start, toFake: ["Date"] });
  key = (await api.call("POST", "/v1/feed-keys", { name: "A client", watchlistId: null })).body.key;
});
afterEach(async () => {
  vi.useRealTimers();
  await api.db.prepare('DELETE FROM "feed-keys"').run();
});

const look = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await api.fetch(`${path}?key=${key}`, { headers }, null);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

const rowsOf = async (work: () => Promise<unknown>): Promise<number> => {
  read = 0;
  await work();
  return read;
};

const tick = () => api.db.prepare("UPDATE ticker SET last_tick_at = last_tick_at + 60000").run();

test.each(PLACES)("however many look at %s, it is read once in its time", async (path) => {
  const first = await rowsOf(() => look(path));
  expect(first).toBeGreaterThan(ROWS_A_LOOK);
  expect((first * 30) / oldest(path)).toBeLessThanOrEqual(400);
  for (const second of [1, oldest(path) / 2, oldest(path) - 1]) {
    vi.setSystemTime(start + second * SECOND);
    for (let viewer = 0; viewer < 2; viewer++) expect(await rowsOf(() => look(path))).toBe(ROWS_A_LOOK);
  }
  vi.setSystemTime(start + oldest(path) * SECOND);
  expect(await rowsOf(() => look(path))).toBe(first);
});

test.each(PLACES)("a tick is seen at once at %s, and where ticks are many once in its time", async (path) => {
  const created: number[] = [];
  // Steps that add up without rounding.
  const step = oldest(path) / 8;
  for (let at = 0; at < 32; at++) {
    vi.setSystemTime(start + at * step * SECOND);
    await tick();
    if ((await rowsOf(() => look(path))) > ROWS_A_LOOK) created.push(at);
  }
  expect(created).toEqual([0, 1, 2, 3, 4, 8, 16, 24]);
});

test.each(PLACES)("a key that was deleted shows nothing more at %s", async (path) => {
  expect((await look(path)).status).toBe(200);
  await api.db.prepare('DELETE FROM "feed-keys"').run();
  expect((await look(path)).status).toBe(404);
});

test("a key that is moved to another list shows that at once", async () => {
  expect((await look("/shared")).text).toContain("<h1>");
  await api.db.prepare(`UPDATE "feed-keys" SET watchlist_id = 'wl_00002'`).run();
  const list = (await api.call("GET", "/v1/watchlists/wl_00002")).body.name as string;
  expect((await look("/shared")).text).toContain(list);
});

test.each(PLACES.slice(1))("who has %s is not sent it again", async (path) => {
  const etag = (await look(path)).headers.get("etag")!;
  const again = await look(path, { "if-none-match": etag });
  expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag]);
  expect((await look(path, { "if-none-match": '"other"' })).status).toBe(200);
});

test("a tab that shows what is kept is told so", async () => {
  const version = /data-version="([^"]+)"/.exec((await look("/shared")).text)![1]!;
  expect((await look("/shared", { "x-version": version })).status).toBe(204);
  vi.setSystemTime(start + 41 * SECOND);
  expect((await look("/shared", { "x-version": version })).status).toBe(200);
});
