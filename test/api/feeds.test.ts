import { beforeAll, beforeEach, expect, test } from "vitest";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

const HOSTILE = `<script>alert(1)</script> "&' \u202Eevil\u200B, ; \\n\u0001${"x".repeat(150)}`;
/** The signs of the hostile name that nobody sees. */
const unseenIn = (text: string): string[] => ["\u202E", "\u200B", "\u0001"].filter((sign) => text.includes(sign));

const NOW = Date.now();
const HOUR = 3_600_000;

let api: RunningApi;
let ids: { mine: string; other: string; list: string };
beforeAll(async () => {
  api = await runSqliteApi();
});
beforeEach(async () => {
  await api.clear();
  const list = (await api.call("POST", "/v1/watchlists", { name: "Clients" })).body.id;
  const make = async (name: string, userId: string, more: object) =>
    (await api.call("POST", "/v1/targets", { kind: "live", name, params: { userId }, ...more })).body.id;
  ids = { list, mine: await make("Maria", "1", { watchlistId: list }), other: await make("Suna", "2", {}) };
  await ended(ids.mine, list, 1, { title: "Late, night; talk", peakViewers: 12_400 });
  await ended(ids.other, "wl_default", 2, {});
});

/** A broadcast of an hour that ended so many hours ago. */
const ended = (targetId: string, list: string, hoursAgo: number, more: { title?: string; peakViewers?: number }) => {
  const at = NOW - hoursAgo * HOUR;
  const name = targetId === ids?.mine ? HOSTILE : "Suna";
  const { title, peakViewers = null } = more;
  const data = {
    roomId: "7",
    sessionId: "s",
    startedAt: new Date(at - HOUR).toISOString(),
    durationSeconds: 3600,
    info: title === undefined ? null : { title },
    peakViewers,
  };
  return api.db
    .prepare(
      `INSERT INTO events (seq, id, type, target_id, watchlist_id, target, occurred_at, detected_at, window_from, window_to, data, commit_id)
       VALUES (?1, ?2, 'live.ended', ?3, ?4, ?5, ?6, ?6, NULL, ?6, ?7, 'c')`,
    )
    .bind(
      at * 512 + 1,
      `evt_${hoursAgo}`,
      targetId,
      list,
      JSON.stringify({ name, kind: "live", params: { userId: "1", handle: "maria" } }),
      at,
      JSON.stringify(data),
    )
    .run();
};

const keyFor = async (watchlistId: string | null): Promise<string> =>
  (await api.call("POST", "/v1/feed-keys", { name: "A client", watchlistId })).body.key;

const read = async (path: string): Promise<[number, string, Headers]> => {
  const response = await api.fetch(path, {}, null);
  return [response.status, await response.text(), response.headers];
};

test("when a key was last opened is noted once a day", async () => {
  const { key, id } = (await api.call("POST", "/v1/feed-keys", { name: "Marc", watchlistId: ids.list })).body;
  const openedAt = async () => (await api.call("GET", `/v1/feed-keys/${id}`)).body.openedAt;
  expect(await openedAt()).toBeNull();
  const open = () => api.send(new Request(`http://127.0.0.1:8787/feeds/events.atom?key=${key}`));
  expect((await open()).status).toBe(200);
  const first = await openedAt();
  expect(Date.parse(first)).toBeGreaterThanOrEqual(NOW);
  await open();
  expect(await openedAt()).toBe(first);
  await api.db
    .prepare(`UPDATE "feed-keys" SET opened_at = opened_at - ?1`)
    .bind(24 * HOUR)
    .run();
  await open();
  expect(Date.parse(await openedAt())).toBeGreaterThanOrEqual(Date.parse(first));
});

test("a key is shown once and kept as a hash alone", async () => {
  const created = await api.call("POST", "/v1/feed-keys", { name: "A client", watchlistId: ids.list });
  expect(created.status).toBe(201);
  expect(created.body.key).toMatch(/^tlf_[a-z0-9]{52}$/);
  expect((await api.call("GET", `/v1/feed-keys/${created.body.id}`)).body).not.toHaveProperty("key");
  const stored = JSON.stringify(await api.db.prepare(`SELECT * FROM "feed-keys"`).all());
  expect(stored).not.toContain(created.body.key);
  await api.call("DELETE", `/v1/watchlists/${ids.list}?cascade=true`);
  expect((await api.call("GET", `/v1/feed-keys/${created.body.id}`)).status).toBe(404);
  expect((await read(`/feeds/live.ics?key=${created.body.key}`))[0]).toBe(404);
});

test.each(["/feeds/live.ics", "/feeds/forecast.ics", "/feeds/events.atom", "/badge/{target}.svg"])(
  "%s is there for its key, and for nobody else",
  async (path) => {
    const key = await keyFor(ids.list);
    const at = (provided: string) => path.replace("{target}", ids.mine) + provided;
    expect((await read(at(`?key=${key}`)))[0]).toBe(200);
    for (const invalid of ["?key=tlf_wrong", `?key=${key}x`, "?key=test_admin_token_0123456789abcdef0123456789"])
      expect((await read(at(invalid)))[0]).toBe(404);
    expect((await read(at("")))[0]).toBe(400);
    const { body } = await api.call("GET", "/v1/feed-keys");
    await api.call("DELETE", `/v1/feed-keys/${body.items[0].id}`);
    expect((await read(at(`?key=${key}`)))[0]).toBe(404);
  },
);

test("the calendar has the broadcasts of its list, one an event, with title and peak; hostile names stay text", async () => {
  const [, text, headers] = await read(`/feeds/live.ics?key=${await keyFor(ids.list)}`);
  expect(headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  const lines = text.split("\r\n");
  expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  const whole = text.replaceAll("\r\n ", "");
  expect(whole).toContain(String.raw`DESCRIPTION:Late\, night\; talk\nPeak: 12400 viewers`);
  expect(whole).toMatch(/SUMMARY:<script>alert\(1\)<\/script> /);
  expect(unseenIn(whole)).toEqual([]);
  const [, all] = await read(`/feeds/live.ics?key=${await keyFor(null)}`);
  expect(all.match(/BEGIN:VEVENT/g)).toHaveLength(2);
});

test("the forecast has the starts that are expected within two weeks of its list, with how sure that is; not of who is paused or irregular", async () => {
  const WEEK = 168 * HOUR;
  const tomorrow = Math.ceil(NOW / HOUR) * HOUR + 24 * HOUR;
  const set = (id: string, weeks: number[]) => {
    const starts = weeks.map((ago) => tomorrow - ago * WEEK);
    const lengths = { count: 2, mean: Math.log(90), spread: 0 };
    const history = { starts, lengths, onMinutes: 900, startedAt: null, endedAt: null };
    const expected = weeks.length < 3 ? null : tomorrow;
    return api.db
      .prepare(
        "UPDATE targets SET past = ?1, created_at = ?2, expected_at = ?3, expected_confidence = 0.9 WHERE id = ?4",
      )
      .bind(JSON.stringify(history), tomorrow - 10 * WEEK, expected, id)
      .run();
  };
  await set(ids.mine, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  await set(ids.other, [9, 8, 7, 6, 4, 3, 2, 1]);
  await api.call("PATCH", `/v1/targets/${ids.mine}`, { name: HOSTILE });
  const [, text, headers] = await read(`/feeds/forecast.ics?key=${await keyFor(ids.list)}`);
  expect(headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  const whole = text.replaceAll("\r\n ", "");
  const stamp = (at: number) => `${new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, "")}`;
  expect(whole.match(/DTSTART:\w+/g)).toEqual([`DTSTART:${stamp(tomorrow)}`, `DTSTART:${stamp(tomorrow + WEEK)}`]);
  expect(whole).toContain(`DTEND:${stamp(tomorrow + 1.5 * HOUR)}`);
  expect(whole).toContain("DESCRIPTION:Usually live about this time: 90 % sure.");
  expect(whole).toMatch(/SUMMARY:<script>alert\(1\)<\/script> /);
  expect(unseenIn(whole)).toEqual([]);
  const all = async () => (await read(`/feeds/forecast.ics?key=${await keyFor(null)}`))[1].match(/BEGIN:VEVENT/g);
  expect(await all()).toHaveLength(4);
  const weekday = new Date(tomorrow).toLocaleDateString("en", { weekday: "long", timeZone: "UTC" }).toLowerCase();
  const time = new Date(tomorrow).toISOString().slice(11, 16);
  const { learnedHours } = (await api.call("GET", `/v1/targets/${ids.mine}`)).body;
  expect(learnedHours).toEqual([{ weekday, time, timezone: "UTC", confidence: 0.9, seen: 10, of: 10 }]);
  // On a wall of its own the hours are the same moments, until clocks change there.
  const zoned = async () => (await api.call("GET", `/v1/targets/${ids.mine}`)).body.learnedHours[0].timezone;
  const sure = () =>
    api.db.prepare("SELECT expected_confidence FROM targets WHERE id = ?1").bind(ids.mine).first("expected_confidence");
  await api.call("PATCH", `/v1/watchlists/${ids.list}`, { description: "Ours" });
  expect(await sure()).toBe(0.9);
  // What is expected was worked out on another clock: polls have to do that again before anybody is missed.
  await api.call("PATCH", `/v1/watchlists/${ids.list}`, { timezone: "Asia/Tokyo" });
  expect(await sure()).toBeNull();
  await set(ids.mine, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect([await zoned(), await all()]).toEqual(["Asia/Tokyo", expect.objectContaining({ length: 4 })]);
  await api.call("PATCH", `/v1/targets/${ids.mine}`, { timezone: "Asia/Kathmandu" });
  expect([await zoned(), await all()]).toEqual(["Asia/Kathmandu", expect.objectContaining({ length: 4 })]);
  expect(await sure()).toBeNull();
  await api.call("PATCH", `/v1/targets/${ids.mine}`, { enabled: false });
  expect(await all()).toHaveLength(2);
  // Another creator takes the place: what was learned is of somebody else.
  await api.call("PATCH", `/v1/targets/${ids.other}`, { params: { userId: "77" } });
  expect((await api.call("GET", `/v1/targets/${ids.other}`)).body.learnedHours).toEqual([]);
  await set(ids.other, [2, 1]);
  expect(await all()).toBeNull();
});

test("the Atom feed says what happened in words, newest first, and nothing of it is markup", async () => {
  const [, text, headers] = await read(`/feeds/events.atom?key=${await keyFor(null)}`);
  expect(headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
  expect([...text.matchAll(/<id>urn:tallylight:(evt_\d)<\/id>/g)].map(([, id]) => id)).toEqual(["evt_1", "evt_2"]);
  expect(text).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(text).not.toContain("<script");
  expect(unseenIn(text)).toEqual([]);
  expect(text).toContain("Suna is no longer live");
  const [, own] = await read(`/feeds/events.atom?key=${await keyFor(ids.list)}`);
  expect(own).not.toContain("evt_2");
});

test("a badge says on air, off or not known, and never of who is on another list", async () => {
  const key = await keyFor(ids.list);
  const badge = async (id: string) => read(`/badge/${id}.svg?key=${key}`);
  expect((await badge(ids.mine))[1]).toContain("Maria: unknown");
  const state = (verdict: string, session: object | null) =>
    JSON.stringify({ verdict, since: NOW, knownAt: null, room: "7", session, flip: null, baseline: false });
  const set = (text: string, faults = 0) =>
    api.db
      .prepare("UPDATE targets SET state = ?1, consecutive_faults = ?2 WHERE id = ?3")
      .bind(text, faults, ids.mine)
      .run();
  const open = { id: "s", room: "7", startedAt: NOW, startedAfter: null, lastOnAt: null, toldAt: NOW };
  await set(state("on", open));
  const [, on, headers] = await badge(ids.mine);
  expect(on).toContain("Maria: live");
  expect(headers.get("content-security-policy")).toContain("sandbox");
  await set(state("off", null));
  expect((await badge(ids.mine))[1]).toContain("Maria: offline");
  await set(state("on", open), 5);
  expect((await badge(ids.mine))[1]).toContain("Maria: unknown");
  await api.call("PATCH", `/v1/targets/${ids.mine}`, { name: HOSTILE });
  const [, hostile] = await badge(ids.mine);
  expect(hostile).not.toContain("<script");
  expect(unseenIn(hostile)).toEqual([]);
  expect(Number(/width="(\d+)"/.exec(hostile)![1])).toBeLessThan(500);
  expect((await badge(ids.other))[0]).toBe(404);
});

test("a thousand made-up keys from one address are too many; a known one is never refused for it", async () => {
  // Tries are counted by module, and tests share modules: no other test comes from here.
  const from = { headers: { "cf-connecting-ip": "198.19.255.77" } };
  const requested = async (key: string) => (await api.fetch(`/feeds/live.ics?key=${key}`, from, null)).status;
  const tried = new Map<number, number>();
  for (let n = 0; n <= 1000; n++) {
    const status = await requested(`fk_${n}`);
    tried.set(status, (tried.get(status) ?? 0) + 1);
  }
  expect([...tried]).toEqual([
    [404, 1000],
    [429, 1],
  ]);
  expect(await requested(await keyFor(null))).toBe(200);
});
