import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { metered } from "../../src/db/meter.ts";
import { Jar } from "../support/jar.ts";
import { HOSTILE_NAMES, watchedUntil } from "../support/watched-now.ts";
import { runApi, type RunningApi } from "./running-api.ts";
import { context } from "./visitor.ts";

const HOUR = 3_600_000;
const WEEK = 168 * HOUR;
const WORLD = { targets: 3000, events: 1, onAir: 0, failing: 0, names: HOSTILE_NAMES };

let api: RunningApi;
let db: D1Database;
let read = 0;
beforeAll(async () => {
  api = await runApi();
  db = api.db;
  api.env.DB = metered(db, { statements: 0 }, Infinity, (key, by) => {
    if (key === "d1|rowsRead") read += by;
  });
});
beforeEach(async () => {
  await api.clear();
  await watchedUntil(db, Date.now(), WORLD);
});
afterAll(() => api.stop());

/** Lets creators be expected so many hours from now, with a name. */
const expectedIn = (hours: number, ids: string, name: string, confidence: number | null = 0.8) =>
  db
    .prepare(
      `UPDATE targets SET expected_at = ?1, expected_confidence = ?2, name = ?3, past = NULL WHERE id IN (${ids})`,
    )
    .bind(Date.now() + hours * HOUR, confidence, name)
    .run();

const lists = (count: number) =>
  db.batch([
    db.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})
       INSERT INTO watchlists (id, created_at, updated_at, name) SELECT 'wl_' || i, i, i, 'L' || i FROM n`,
    ),
    db.prepare(
      `UPDATE targets SET watchlist_id = iif(rowid % ${count} = 0, 'wl_default', 'wl_' || (rowid % ${count}))`,
    ),
  ]);

/** The names under "Usually next", with the words about the time. */
const nextOn = (text: string): string[] => {
  const [, section = ""] = /<section class="up-next"[^>]*>([^]*?)<\/section>/.exec(text) ?? [];
  return [...section.matchAll(/<bdi class="nm">([^]*?)<\/bdi>[^]*?<p class="soft">([^]*?)<\/p>/g)].map(
    ([, name, words]) => `${name}: ${words!.replaceAll(/<[^>]+>/g, "").replaceAll(/\d\d:\d\d/g, "TIME")}`,
  );
};
const wall = async () => (await (await context(api)).open("/wall")).text;

test("the wall names who usually goes live next, of all lists, soonest first", async () => {
  await lists(3);
  await expectedIn(1, "'tgt_5'", "Maria");
  await expectedIn(-0.5, "'tgt_6'", "Suna");
  await expectedIn(30, "'tgt_7'", "Kenji 🐈");
  await expectedIn(-2, "'tgt_8'", "Too late");
  await expectedIn(200, "'tgt_9'", "In a week");
  const text = await wall();
  const [suna, maria, kenji, ...rest] = nextOn(text);
  // The initials of a name that ends with a picture.
  expect([text.includes(">KE</span>"), text.includes("\ufffd")]).toEqual([true, false]);
  expect([suna, maria, rest]).toEqual(["Suna: usually around TIME UTC", "Maria: usually around TIME UTC", []]);
  expect(kenji).toMatch(/^Kenji 🐈: usually around \w{3} TIME UTC$/);
});

test("nobody is named who may be live, is paused, or whose hour is uncertain; names from outside are escaped", async () => {
  await expectedIn(1, "'tgt_1'", "Unknown");
  await expectedIn(1, "'tgt_2'", "Paused");
  await expectedIn(1, "'tgt_3'", "Uncertain", null);
  await expectedIn(1, "'tgt_4'", "On");
  await expectedIn(2, "'tgt_5'", HOSTILE_NAMES[0]!);
  await db.batch([
    db.prepare("UPDATE targets SET unknown_since = 1 WHERE id = 'tgt_1'"),
    db.prepare("UPDATE targets SET enabled = 0 WHERE id = 'tgt_2'"),
    db.prepare("UPDATE targets SET on_air = 1 WHERE id = 'tgt_4'"),
  ]);
  const text = await wall();
  expect(nextOn(text)).toEqual([expect.stringMatching(/^&lt;script&gt;.*usually around TIME UTC$/)]);
  expect(text).not.toContain("<script>document.title");
  await db
    .prepare("UPDATE ticker SET last_tick_at = ?1")
    .bind(Date.now() - 9 * HOUR)
    .run();
  const blind = await wall();
  expect([blind.includes("We can&#39;t tell who is live"), nextOn(blind)]).toEqual([true, []]);
});

test("someone who was moved to another list is named there at once, by their usual hour", async () => {
  const { id } = (await api.call("POST", "/v1/targets", { kind: "live", name: "Moved", params: { userId: "7000123" } }))
    .body;
  const starts = Array.from({ length: 8 }, (_, week) => Date.now() + 3 * HOUR - (8 - week) * WEEK);
  const past = { starts, lengths: { count: 0, mean: 0, spread: 0 }, onMinutes: 0, startedAt: null, endedAt: null };
  await expectedIn(3, `'${id}'`, "Moved");
  await db
    .prepare("UPDATE targets SET past = ?1, on_air = 0, created_at = ?2 WHERE id = ?3")
    .bind(JSON.stringify(past), starts[0]!, id)
    .run();
  const { body: list } = await api.call("POST", "/v1/watchlists", { name: "New", timezone: "Asia/Tokyo" });
  expect((await api.call("PATCH", `/v1/targets/${id}`, { watchlistId: list.id })).status).toBe(200);
  const { key } = (await api.call("POST", "/v1/feed-keys", { name: "Client", watchlistId: list.id })).body;
  const shared = await api.send(new Request(`http://127.0.0.1:8787/shared?key=${key}`));
  expect(nextOn(await shared.text())).toEqual([expect.stringMatching(/^Moved: usually around /)]);
});

test("a page of one list, by key or for a token limited to it, names only that list's creators", async () => {
  await lists(2);
  await expectedIn(1, "SELECT id FROM targets WHERE watchlist_id = 'wl_default' LIMIT 1", "Elsewhere");
  await expectedIn(2, "SELECT id FROM targets WHERE watchlist_id = 'wl_1' LIMIT 1", "Here");
  const limited = { name: "Client", scopes: ["read"], watchlistIds: ["wl_1"] };
  const { token } = (await api.call("POST", "/v1/tokens", limited)).body;
  const client = new Jar((request) => api.send(request));
  await client.send("/sign-in", { token, next: "/" });
  const own = await (await client.open("/")).text();
  expect(own).toContain("Here");
  expect(own).not.toContain("Elsewhere");
  expect((await client.open("/wall")).status).toBe(403);
  // Where nobody is live, the page of the list says that these are the next ones.
  const mine = new Jar((request) => api.send(request));
  await mine.send("/sign-in", { token: api.env["ADMIN_TOKEN"] as string, next: "/" });
  expect(await (await mine.open("/lists/wl_1")).text()).toMatch(/<h2 id="live">Usually next<.*usually around/s);
  const { key } = (await api.call("POST", "/v1/feed-keys", { name: "Client", watchlistId: "wl_1" })).body;
  const shared = await api.send(new Request(`http://127.0.0.1:8787/shared?key=${key}`));
  expect(nextOn(await shared.text())).toEqual(["Here: usually around TIME UTC"]);
});

test("what it reads depends on the number of lists, not of creators, and ends at two hundred lists", async () => {
  const moderator = await context(api);
  const costOf = async (count: number) => {
    await api.clear();
    await watchedUntil(db, Date.now(), WORLD);
    await lists(count);
    await expectedIn(1, "SELECT id FROM targets", "Anna");
    read = 0;
    const { text } = await moderator.open("/wall");
    return { named: nextOn(text).length, read };
  };
  const atMost = (max: number) => expect.toSatisfy((rows) => rows <= max);
  const [two, most, more] = [await costOf(2), await costOf(200), await costOf(201)];
  expect(two).toEqual({ named: 4, read: atMost(70) });
  expect(most).toEqual({ named: 4, read: atMost(520) });
  expect(more).toEqual({ named: 0, read: atMost(420) });
});
