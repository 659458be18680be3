import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { TOKEN } from "../support/setting.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await runSqliteApi();
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

const DAY_MS = 86_400_000;
/** Midnight; later than any wall clock, so that the last tick's time is now. */
const DAY = Date.UTC(2040, 2, 1);
const HOUR_MS = 3_600_000;

const iso = (at: number) => new Date(at).toISOString();

const tickAt = (at: number) =>
  api.db.batch([
    api.db.prepare("UPDATE ticker SET last_tick_at = ?1").bind(at),
    api.db.prepare("UPDATE tally SET last_poll_at = ?1").bind(at),
  ]);

async function watch(kind = "live", params: object = { userId: "7012" }): Promise<string> {
  return (await api.call("POST", "/v1/targets", { kind, name: "Maria", params })).body.id;
}

const ended = (id: string, startedAt: number, endedAt: number, notified: object = {}) =>
  api.db
    .prepare(
      `INSERT INTO events (seq, id, type, target_id, watchlist_id, target, occurred_at, detected_at, window_to, data, commit_id)
       VALUES (?1, ?2, 'live.ended', ?3, 'wl_default', '{"name":"=Maria","kind":"live","params":{}}', ?4, ?4, ?4, ?5, 'c')`,
    )
    .bind(
      endedAt * 512,
      `evt_${endedAt}`,
      id,
      endedAt,
      JSON.stringify({
        roomId: "71",
        sessionId: "ses_1",
        startedAt: iso(startedAt),
        durationSeconds: Math.round((endedAt - startedAt) / 1000),
        ...notified,
      }),
    )
    .run();

const onAir = (id: string, startedAt: number) =>
  api.db
    .prepare("UPDATE targets SET state = ?2, gaps = '[]', on_air = 1 WHERE id = ?1")
    .bind(
      id,
      JSON.stringify({
        verdict: "on",
        since: startedAt,
        knownAt: null,
        room: "72",
        session: { id: "ses_2", room: "72", startedAt, startedAfter: null, lastOnAt: null, toldAt: startedAt },
        flip: null,
        baseline: false,
      }),
    )
    .run();

test("sessions are the broadcasts, newest first: the one that lasts, then those that ended", async () => {
  const id = await watch();
  expect((await api.call("GET", `/v1/targets/${id}/sessions`)).body).toEqual({ items: [], nextCursor: null });
  await ended(id, DAY - HOUR_MS, DAY + HOUR_MS);
  await ended(id, DAY + 2 * HOUR_MS, DAY + 3 * HOUR_MS, { info: { title: "Songs" }, peakViewers: 12 });
  await onAir(id, DAY + 4 * HOUR_MS);
  await tickAt(DAY + 5 * HOUR_MS);
  const untold = { title: null, peakViewers: null, unknownSince: null, imported: false };
  const all = [
    {
      startedAt: iso(DAY + 4 * HOUR_MS),
      endedAt: null,
      roomId: "72",
      durationSeconds: 3600,
      unknownSeconds: 0,
      ...untold,
    },
    {
      startedAt: iso(DAY + 2 * HOUR_MS),
      endedAt: iso(DAY + 3 * HOUR_MS),
      roomId: "71",
      durationSeconds: 3600,
      unknownSeconds: 0,
      title: "Songs",
      peakViewers: 12,
      unknownSince: null,
      imported: false,
    },
    {
      startedAt: iso(DAY - HOUR_MS),
      endedAt: iso(DAY + HOUR_MS),
      roomId: "71",
      durationSeconds: 7200,
      unknownSeconds: 0,
      ...untold,
    },
  ];
  expect((await api.call("GET", `/v1/targets/${id}/sessions`)).body).toEqual({ items: all, nextCursor: null });
  for (const limit of [1, 2]) {
    const seen: unknown[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const more: string = cursor === "" ? "" : `&cursor=${cursor}`;
      const { body } = await api.call("GET", `/v1/targets/${id}/sessions?limit=${limit}${more}`);
      expect(body.items.length).toBeLessThanOrEqual(limit);
      seen.push(...body.items);
      cursor = body.nextCursor;
    }
    expect(seen).toEqual(all);
  }
});

test("the sessions of all targets come together, by watchlist and begin, and go on page by page", async () => {
  const { body: list } = await api.call("POST", "/v1/watchlists", { name: "Music" });
  const one = await watch();
  const make = (userId: string) => ({ kind: "live", name: userId, params: { userId }, watchlistId: list.id });
  const [two, three] = await Promise.all(
    ["1", "2"].map(async (userId) => (await api.call("POST", "/v1/targets", make(userId))).body.id as string),
  );
  await ended(one, DAY - HOUR_MS, DAY + HOUR_MS);
  await ended(one, DAY + 2 * HOUR_MS, DAY + 3 * HOUR_MS);
  await onAir(one, DAY + 4 * HOUR_MS);
  await onAir(two!, DAY + 5 * HOUR_MS);
  await onAir(three!, DAY + 5 * HOUR_MS);
  await tickAt(DAY + 6 * HOUR_MS);
  const read = async (query: string) => {
    const { items, nextCursor } = (await api.call("GET", `/v1/sessions?${query}`)).body;
    return {
      items: items.map((item: { targetId: string; startedAt: string }) => [item.targetId, item.startedAt]),
      nextCursor,
    };
  };
  const at = (hour: number) => iso(DAY + hour * HOUR_MS);
  const newest = [two!, three!].toSorted().map((id) => [id, at(5)]);
  const all = [...newest, [one, at(4)], [one, at(2)], [one, at(-1)]];
  expect(await read("")).toEqual({ items: all, nextCursor: null });
  expect((await read(`watchlistId=${list.id}`)).items).toEqual(newest);
  expect((await read(`since=${at(2)}&until=${at(4)}`)).items).toEqual(all.slice(2, 4));
  for (const limit of [1, 2, 3]) {
    const seen: unknown[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page = await read(`limit=${limit}${cursor === "" ? "" : `&cursor=${cursor}`}`);
      seen.push(...page.items);
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(all);
  }
});

test("a session says how much of it lies within the asked period, and of which list and zone it is", async () => {
  const list = { name: "Osaka", timezone: "Asia/Tokyo" };
  const { id: watchlistId } = (await api.call("POST", "/v1/watchlists", list)).body;
  const make = { kind: "live", name: "Maria", params: { userId: "7012" }, watchlistId };
  const { id } = (await api.call("POST", "/v1/targets", make)).body;
  const at = (hour: number) => DAY + hour * HOUR_MS;
  await ended(id, at(-9), at(-8));
  // An hour of it was not observed: half an hour of that within the day.
  const unknown = [{ from: iso(at(-0.5)), to: iso(at(0.5)) }];
  await ended(id, at(-2), at(1), { unknown, unknownSeconds: 3600, durationSeconds: 7200 });
  await ended(id, at(2), at(3));
  await onAir(id, at(22));
  await api.db
    .prepare("UPDATE events SET watchlist_id = ?1 WHERE id <> ?2")
    .bind(watchlistId, `evt_${at(3)}`)
    .run();
  await tickAt(at(26));
  const day = `since=${iso(at(0))}&until=${iso(at(24))}`;
  const read = async (query: string) =>
    (await api.call("GET", `/v1/sessions?${query}`)).body.items.map((one: any) => [
      one.startedAt,
      one.durationSeconds,
      one.secondsWithin,
      one.watchlistName,
      one.timezone,
    ]);
  const osaka = ["Osaka", "Asia/Tokyo"];
  const began = [
    [iso(at(22)), 4 * 3600, 2 * 3600, ...osaka],
    [iso(at(2)), 3600, 3600, "default", null],
  ];
  expect(await read(day)).toEqual(began);
  expect(await read(`${day}&overlapping=true`)).toEqual([...began, [iso(at(-2)), 7200, 1800, ...osaka]]);
  // One that lasts still, and began before the period.
  expect(await read(`overlapping=true&since=${iso(at(25))}&until=${iso(at(30))}`)).toEqual([
    [iso(at(22)), 4 * 3600, 3600, ...osaka],
  ]);
  expect((await csv(`/v1/sessions?format=csv&overlapping=true&${day}`)).lines.at(-2)).toMatch(
    new RegExp(`,7200,71,,,,3600,false,1800,${watchlistId},Osaka,Asia/Tokyo$`),
  );
});

async function csv(path: string, accept = "text/csv") {
  const response = await api.fetch(path, { headers: { accept } });
  const { headers } = response;
  const lines = (await response.text()).split("\r\n");
  return { status: response.status, type: headers.get("content-type"), headers, lines };
}

test("sessions, events and samples are tables too, with names, and no cell is a formula", async () => {
  const id = await sampled();
  await ended(id, DAY, DAY + HOUR_MS, { info: { title: '@x,"y";=1;-2;-)\n-' }, peakViewers: -5 });
  const sessions = await csv("/v1/sessions");
  expect(sessions.type).toBe("text/csv; charset=utf-8; header=present");
  expect(sessions.headers.get("vary")).toBe("accept");
  expect(sessions.headers.get("content-disposition")).toBe('attachment; filename="sessions.csv"');
  expect(sessions.lines).toEqual([
    "targetId,targetName,startedAt,endedAt,durationSeconds,roomId,title,peakViewers,unknownSince,unknownSeconds,imported,secondsWithin,watchlistId,watchlistName,timezone",
    `${id},"'=Maria",${iso(DAY)},${iso(DAY + HOUR_MS)},3600,71,"'@x,""y"";'=1;'-2;-)\n-",-5,,0,false,3600,wl_default,default,`,
    "",
  ]);
  const { lines } = await csv("/v1/events?format=csv&type=live.ended", "application/json");
  expect(lines[0]).toMatch(/^id,type,occurredAt,.*,target\.name,.*,data\.roomId,data\.sessionId,/);
  expect(lines[1]).toContain(`,"'=Maria",live,`);
  expect((await csv(`/v1/targets/${id}/events`)).lines).toHaveLength(3);
  const samples = await csv(`/v1/targets/${id}/samples?series=views:*&until=${iso(DAY)}`);
  expect(samples.lines).toEqual([
    "at,targetId,targetName,series,name,value,currency",
    `${iso(DAY)},${id},Maria,views:0,#dance,0,`,
    "",
  ]);
});

test("a table goes on where it ends, and who would rather have JSON gets it", async () => {
  const id = await watch();
  for (const hour of [0, 1, 2]) await ended(id, DAY + hour * HOUR_MS, DAY + hour * HOUR_MS + 1000);
  const whole = await csv(`/v1/targets/${id}/sessions`);
  expect(whole.lines).toHaveLength(5);
  expect(whole.headers.get("link")).toBeNull();
  const first = await csv(`/v1/targets/${id}/sessions?limit=2`);
  const next = /^<(\/v1\/[^>]*)>; rel="next"$/.exec(first.headers.get("link") ?? "")?.[1];
  const second = await csv(next!);
  expect([...first.lines.slice(1, -1), ...second.lines.slice(1, -1)]).toEqual(whole.lines.slice(1, -1));
  const typeFor = async (accept: string) => (await csv("/v1/events", accept)).type!.split(";")[0];
  expect(await typeFor("text/csv;q=0.5, application/json")).toBe("application/json");
  expect(await typeFor("application/json;q=0.5, text/csv;q=0.9")).toBe("text/csv");
  expect(await typeFor("text/*")).toBe("text/csv");
  expect(await typeFor("text/html, */*;q=0.8")).toBe("application/json");
  expect(await typeFor("text/csv;q=0")).toBe("application/json");
  expect((await csv("/v1/events?format=xml")).status).toBe(400);
});

test("a long table has all its rows, and on the free plan its last line says where the rest is", async () => {
  const id = await watch();
  await api.db
    .prepare(
      `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 10_300)
       INSERT INTO events (seq, id, type, target_id, watchlist_id, target, occurred_at, detected_at, window_to, data, commit_id)
       SELECT n, 'evt_' || n, 'live.ended', ?1, 'wl_default', '{"name":"Maria","kind":"live","params":{}}', n, n, n, '{}', 'c' FROM n`,
    )
    .bind(id)
    .run();
  const all = Array.from({ length: 10_300 }, (_, index) => `evt_${10_300 - index}`);
  const ask = async (path: string, LIMITS: string) => {
    const request = new Request(`http://host${path}`, { headers: { authorization: `Bearer ${TOKEN}` } });
    const response = await api.send(request, { ...api.env, LIMITS });
    return { link: response.headers.get("link"), lines: (await response.text()).split("\r\n") };
  };
  const path = `/v1/targets/${id}/events?format=csv`;
  const whole = await ask(path, "local");
  expect(whole.lines.slice(1, -1).map((line) => line.split(",", 1)[0])).toEqual(all);
  const { link, lines } = await ask(path, "free");
  expect(lines).toHaveLength(250 + 3);
  const more = /^# More rows follow: http:\/\/host(\S*?),+$/.exec(lines.at(-2)!)![1]!;
  expect(link).toBe(`<${more}>; rel="next"`);
  expect((await ask(more, "free")).lines[1]).toContain("evt_10050,");
});

test("the longest table ends after 25,000 rows, and what its last line leads to has the rest, each once", async () => {
  const id = await watch();
  const rows = 25_700;
  await api.db
    .prepare(
      `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${rows})
       INSERT INTO events (seq, id, type, target_id, watchlist_id, target, occurred_at, detected_at, window_to, data, commit_id)
       SELECT n, 'evt_' || n, 'live.ended', ?1, 'wl_default', '{"name":"Maria","kind":"live","params":{}}', n, n, n, '{}', 'c' FROM n`,
    )
    .bind(id)
    .run();
  const ids: string[] = [];
  const counts: number[] = [];
  for (let path: string | undefined = "/v1/events?format=csv"; path !== undefined;) {
    const request = new Request(`http://host${path}`, { headers: { authorization: `Bearer ${TOKEN}` } });
    const response = await api.send(request, { ...api.env, LIMITS: "local" });
    const lines = (await response.text()).split("\r\n");
    const [last] = lines.slice(-2);
    path = /^# More rows follow: http:\/\/host(\S*?),+$/.exec(last!)?.[1];
    const own = lines.slice(1, path === undefined ? -1 : -2).map((line) => line.split(",", 1)[0]!);
    ids.push(...own);
    counts.push(own.length);
  }
  expect(counts).toEqual([25_000, 700]);
  expect(ids).toEqual(Array.from({ length: rows }, (_, n) => `evt_${rows - n}`));
});

test("only live targets have sessions", async () => {
  const id = await watch("ranking", { userId: "7012", roomId: "7100" });
  expect((await api.call("GET", `/v1/targets/${id}/sessions`)).body).toEqual({ items: [], nextCursor: null });
});

test("the series of a live target is its airtime a day, split at midnight, with what lasts", async () => {
  const id = await watch();
  await ended(id, DAY - 3 * DAY_MS - HOUR_MS, DAY - 3 * DAY_MS + HOUR_MS);
  await ended(id, DAY - HOUR_MS, DAY + HOUR_MS);
  await ended(id, DAY + 2 * HOUR_MS, DAY + 3 * HOUR_MS);
  await onAir(id, DAY + 23 * HOUR_MS);
  await tickAt(DAY + 25 * HOUR_MS);
  const read = async (query = "") => (await api.call("GET", `/v1/targets/${id}/samples${query}`)).body;
  const days = [
    [1, 1],
    [0, 3],
    [-1, 1],
    [-3, 1],
    [-4, 1],
  ].map(([day, hours]) => ({
    at: iso(DAY + day! * DAY_MS),
    values: { airtimeSeconds: hours! * 3600 },
    names: { airtimeSeconds: "Maria" },
  }));
  expect(await read()).toEqual({ items: days, nextCursor: null });
  expect((await read(`?since=${iso(DAY - DAY_MS)}&until=${iso(DAY)}`)).items).toEqual(days.slice(1, 3));
  expect((await read("?series=airtimeSeconds")).items).toHaveLength(5);
  expect((await read("?series=viewers")).items).toEqual([]);
  const first = await read("?limit=2");
  const second = await read(`?limit=3&cursor=${first.nextCursor}`);
  expect([...first.items, ...second.items]).toEqual(days);
  expect(second.nextCursor).toBeNull();
});

test("the days of airtime are those of the creator's zone, else of the watchlist's", async () => {
  const id = await watch();
  // Clocks go forward in Berlin on 25 March 2040: that day has 23 hours.
  const at = (hour: number) => Date.UTC(2040, 2, 24, 22) + hour * HOUR_MS;
  await ended(id, at(0), at(25));
  await tickAt(at(30));
  const read = async () =>
    (await api.call("GET", `/v1/targets/${id}/samples?series=airtimeSeconds`)).body.items.map((one: any) => [
      one.at,
      one.values.airtimeSeconds / 3600,
    ]);
  const berlin = [
    [iso(at(24)), 1],
    [iso(at(1)), 23],
    [iso(at(-23)), 1],
  ];
  const utc = [
    [iso(at(2)), 23],
    [iso(at(-22)), 2],
  ];
  expect(await read()).toEqual(utc);
  await api.call("PATCH", "/v1/watchlists/wl_default", { timezone: "Europe/Berlin" });
  expect(await read()).toEqual(berlin);
  await api.call("PATCH", `/v1/targets/${id}`, { timezone: "UTC" });
  expect(await read()).toEqual(utc);
});

async function sampled(): Promise<string> {
  const id = await watch("hashtag", { keyword: "dance", region: "US" });
  const points = (day: number) =>
    [0, 6, 6, 12].map((hour, index) => [DAY + day * DAY_MS + hour * HOUR_MS, { [`views:${index}`]: day, uses: index }]);
  for (const day of [0, 1, 2]) {
    await api.db
      .prepare("INSERT INTO series (target_id, begins_at, points) VALUES (?1, ?2, ?3), ('other', ?2, ?3)")
      .bind(id, DAY + day * DAY_MS, JSON.stringify(points(day)))
      .run();
  }
  const known = Object.fromEntries([0, 1, 2, 3].map((cid) => [cid, { name: cid === 3 ? null : "#dance" }]));
  await api.db
    .prepare("UPDATE targets SET state = ?2, gaps = '[]' WHERE id = ?1")
    .bind(id, JSON.stringify({ since: 0, known }))
    .run();
  return id;
}

const NAMES: Record<string, string> = {
  "views:0": "#dance",
  "views:1": "#dance",
  "views:2": "#dance",
  "views:3": "3",
  uses: "Maria",
};

const sample = (at: string, values: Record<string, number>) => ({
  at,
  values,
  names: Object.fromEntries(Object.keys(values).map((series) => [series, NAMES[series]])),
});

test("samples are the points of the time series, newest first, paged within the days", async () => {
  const id = await sampled();
  const { body } = await api.call("GET", `/v1/targets/${id}/samples`);
  expect(body.items).toHaveLength(12);
  expect(body.items[0]).toEqual(sample(iso(DAY + 2 * DAY_MS + 12 * HOUR_MS), { "views:3": 2, uses: 3 }));
  expect(body.items.map(({ at }: { at: string }) => at)).toEqual(
    body.items.map(({ at }: { at: string }) => at).toSorted((a: string, b: string) => (a < b ? 1 : -1)),
  );
  const seen: unknown[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const path: string = `/v1/targets/${id}/samples?limit=5${cursor === "" ? "" : `&cursor=${cursor}`}`;
    const page = (await api.call("GET", path)).body;
    seen.push(...page.items);
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(body.items);
});

test("samples are chosen by time and by series", async () => {
  const id = await sampled();
  const read = async (query: string) => (await api.call("GET", `/v1/targets/${id}/samples?${query}`)).body.items;
  const noon = iso(DAY + 12 * HOUR_MS);
  expect(await read(`since=${noon}&until=${iso(DAY + DAY_MS)}`)).toEqual([
    sample(iso(DAY + DAY_MS), { "views:0": 1, uses: 0 }),
    sample(noon, { "views:3": 0, uses: 3 }),
  ]);
  expect(await read("series=views:1")).toEqual(
    [2, 1, 0].map((day) => sample(iso(DAY + day * DAY_MS + 6 * HOUR_MS), { "views:1": day })),
  );
  expect(await read("series=views:*&limit=1")).toEqual([
    sample(iso(DAY + 2 * DAY_MS + 12 * HOUR_MS), { "views:3": 2 }),
  ]);
  expect(await read("series=*")).toHaveLength(12);
  expect(await read("series=position:*")).toEqual([]);
});
