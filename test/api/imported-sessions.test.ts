import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

const HOUR = 3_600_000;
const NOW = Math.floor(Date.now() / HOUR) * HOUR;
const at = (hoursAgo: number) => new Date(NOW - hoursAgo * HOUR).toISOString();

let api: RunningApi;
let id: string;
beforeAll(async () => {
  api = await runSqliteApi();
});
beforeEach(async () => {
  await api.clear();
  id = (
    await api.call("POST", "/v1/targets", { kind: "live", name: "Maria", params: { userId: "7012", handle: "maria" } })
  ).body.id;
});
afterAll(() => api.stop());

const send = (rows: unknown) => api.call("POST", "/v1/sessions/import", rows);
const listed = async (path = `/v1/targets/${id}/sessions`) => (await api.call("GET", path)).body.items;

/** A stream that polls saw. */
const observed = (from: number, to: number) =>
  api.db
    .prepare(
      `INSERT INTO events (seq, id, type, target_id, watchlist_id, target, occurred_at, detected_at, window_from, window_to, data, commit_id, span)
       VALUES (?1, 'evt_1', 'live.ended', ?2, 'wl_default', ?3, ?4, ?4, NULL, ?4, ?5, 'c', 1)`,
    )
    .bind(
      (NOW - to * HOUR) * 512,
      id,
      JSON.stringify({ name: "Maria", kind: "live", params: { userId: "7012" } }),
      NOW - to * HOUR,
      JSON.stringify({
        roomId: "7",
        sessionId: "s",
        startedAt: at(from),
        durationSeconds: (from - to) * 3600,
        info: null,
      }),
    )
    .run();

test("they are listed as imported, by ID, user ID or handle, once however often they come", async () => {
  const rows = [
    { targetId: id, startedAt: at(100), endedAt: at(98) },
    { userId: "7012", startedAt: at(76), endedAt: at(74) },
    { handle: "@Maria", startedAt: at(52) },
  ];
  const first = await send(rows);
  expect(first).toMatchObject({ status: 200, body: { summary: { created: 3, existing: 0, failed: 0 } } });
  expect(first.body.items).toEqual(rows.map((_, index) => ({ index, id })));
  expect((await send(rows)).body.summary).toEqual({ created: 0, existing: 3, failed: 0 });
  const items = await listed();
  expect(items.map((one: { startedAt: string }) => one.startedAt)).toEqual([at(52), at(76), at(100)]);
  expect(items[1]).toMatchObject({ imported: true, endedAt: at(74), durationSeconds: 7200 });
  expect(await listed("/v1/sessions")).toHaveLength(3);
  expect(await listed("/v1/sessions?watchlistId=wl_default")).toHaveLength(3);
});

test("pages go through observed and imported ones", async () => {
  await observed(30, 28);
  await send([60, 80, 100].map((hours) => ({ userId: "7012", startedAt: at(hours), endedAt: at(hours - 1) })));
  for (const path of [`/v1/targets/${id}/sessions`, "/v1/sessions"])
    for (const limit of [1, 2, 3]) {
      const starts: string[] = [];
      for (let cursor = ""; ;) {
        const { body } = await api.call("GET", `${path}?limit=${limit}${cursor}`);
        starts.push(...body.items.map((one: { startedAt: string }) => one.startedAt));
        if (body.nextCursor === null) break;
        cursor = `&cursor=${body.nextCursor}`;
      }
      expect(starts).toEqual([at(30), at(60), at(80), at(100)]);
    }
});

test("a row that overlaps what was observed is no second broadcast", async () => {
  await observed(30, 28);
  const rows = [31, 29].map((hours) => ({ userId: "7012", startedAt: at(hours), endedAt: at(hours - 1.5) }));
  expect((await send(rows)).body.summary).toEqual({ created: 0, existing: 2, failed: 0 });
  expect(await listed()).toHaveLength(1);
});

test("our own export is taken as it is, as JSON and as CSV, and changes nothing", async () => {
  await observed(30, 28);
  await send([
    { userId: "7012", startedAt: at(60), endedAt: at(58) },
    { userId: "7012", startedAt: at(90) },
  ]);
  const before = await listed();
  const exported = (await api.call("GET", "/v1/sessions")).body;
  expect((await send(exported)).body.summary).toEqual({ created: 0, existing: 3, failed: 0 });
  const csv = await (await api.fetch("/v1/sessions?format=csv")).text();
  const sent = await api.fetch("/v1/sessions/import", {
    method: "POST",
    body: csv,
    headers: { "content-type": "text/csv" },
  });
  expect(await sent.json()).toMatchObject({ summary: { created: 0, existing: 3, failed: 0 } });
  expect(await listed()).toEqual(before);
});

test("each bad row says what is wrong, the others are taken; times without a zone are the creator's", async () => {
  await api.call("PATCH", `/v1/targets/${id}`, { timezone: "Asia/Tokyo" });
  const rows: [object, string | null][] = [
    [{ userId: "7012", startedAt: "2026-02-01 20:00", endedAt: "2026-02-01 22:00" }, null],
    [{ userId: "7012", startedAt: at(-2) }, "/startedAt"],
    [{ userId: "7012", startedAt: at(20), endedAt: at(21) }, "/endedAt"],
    [{ userId: "7012", startedAt: at(120), endedAt: at(20) }, "/endedAt"],
    [{ userId: "7999", startedAt: at(20) }, "/userId"],
    [{ userId: "7012", startedAt: "yesterday" }, "/startedAt"],
    [{ userId: "7012", startedAt: 1_700_000_000 }, "/startedAt"],
    [{ userId: "7012" }, "/startedAt"],
    [{ startedAt: at(20) }, ""],
    [{ userId: "7012", startedAt: "2026-02-30 20:00" }, "/startedAt"],
  ];
  const { items } = (await send(rows.map(([row]) => row))).body;
  expect(items.map((one: { errors?: { pointer: string }[] }) => one.errors?.[0]?.pointer ?? null)).toEqual(
    rows.map(([, pointer]) => pointer),
  );
  expect((await listed())[0].startedAt).toBe("2026-02-01T11:00:00.000Z");
  expect((await send([{ userId: "7999", startedAt: at(20) }])).status).toBe(422);
  expect((await send({})).status).toBe(422);
  const body = "userId,startedAt\n\n7999,2026-02-01 20:00\n";
  const csv = await api.fetch("/v1/sessions/import", { method: "POST", body, headers: { "content-type": "text/csv" } });
  expect(await csv.json()).toMatchObject({ errors: [{ message: expect.stringMatching(/^line 3: /) }] });
});

test("usual hours are known at once, and no report, event or live count has them", async () => {
  const weekly = Array.from({ length: 6 }, (_, week) => (week + 1) * 168 - 30);
  await send(weekly.map((hours) => ({ userId: "7012", startedAt: at(hours), endedAt: at(hours - 2) })));
  const { learnedHours } = (await api.call("GET", `/v1/targets/${id}`)).body;
  expect(learnedHours).toHaveLength(1);
  const report = (await api.call("GET", "/v1/reports/airtime?period=lastMonth&timezone=UTC")).body;
  expect(JSON.stringify(report)).not.toMatch(/"(?:seconds|streams)":[1-9]/);
  expect((await api.call("GET", "/v1/events")).body.items).toEqual([]);
  expect((await api.call("GET", "/v1/status")).body.liveNow).toEqual([]);
  await api.call("DELETE", `/v1/targets/${id}`);
  expect((await api.db.prepare("SELECT count(*) AS n FROM imported_sessions").first<{ n: number }>())!.n).toBe(0);
});
