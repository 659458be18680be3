import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { OFF, polledJustNow, reportWorld, stream } from "../support/report-world.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await runSqliteApi();
});
beforeEach(async () => {
  await api.clear();
  await polledJustNow(api.db);
});
afterAll(() => api.stop());

const HOUR = 3_600_000;

const row = (id: string) =>
  api.db
    .prepare("SELECT gaps, paused_at, created_at, updated_at FROM targets WHERE id = ?1")
    .bind(id)
    .first<{ gaps: string | null; paused_at: number | null; created_at: number; updated_at: number }>();

const patch = async (id: string, body: object) => {
  const { status, body: changed } = await api.call("PATCH", `/v1/targets/${id}`, body);
  expect([status, changed.errors]).toEqual([200, undefined]);
};

const maria = (more: object = {}) =>
  reportWorld(api)
    .creator("Maria", "7001", "wl_default", [stream("2026-03-05T10:00Z", "2026-03-05T12:00Z")])
    .then(async (id) => {
      if (Object.keys(more).length > 0) await patch(id, more);
      return id;
    });

const march = async () => (await api.call("GET", "/v1/reports/airtime?period=2026-03")).body.items;

test("a pause is a gap from then until it is over, and while it lasts", async () => {
  const id = await maria();
  const from = Date.now();
  await patch(id, { enabled: false });
  const paused = await row(id);
  expect(paused!.gaps).toBe("[]");
  expect(paused!.paused_at!).toBeGreaterThanOrEqual(from);
  // Paused once more, it is the same pause.
  await patch(id, { enabled: false, name: "Maria B" });
  expect((await row(id))!.paused_at).toBe(paused!.paused_at);
  // March was over.
  expect(await march()).toMatchObject([{ seconds: 7200, coverage: 1 }]);
  await patch(id, { enabled: true });
  const resumed = await row(id);
  expect([resumed!.gaps, resumed!.paused_at]).toEqual([
    JSON.stringify([[paused!.paused_at, resumed!.updated_at]]),
    null,
  ]);
  await patch(id, { name: "Maria" });
  expect((await row(id))!.gaps).toBe(resumed!.gaps);
});

test("one that never had a verdict has no gaps, paused or not: all of its time is unknown", async () => {
  const body = { kind: "live", name: "New", params: { userId: "7002" }, enabled: false };
  const { body: created } = await api.call("POST", "/v1/targets", body);
  expect((await row(created.id))!.gaps).toBeNull();
  await patch(created.id, { enabled: true });
  await patch(created.id, { enabled: false });
  await patch(created.id, { enabled: true });
  expect(await row(created.id)).toMatchObject({ gaps: null, paused_at: null });
});

test("new params discard the state, and nothing of what was known before", async () => {
  const id = await maria();
  await patch(id, { params: { userId: "7099" } });
  expect(await api.db.prepare("SELECT state FROM targets").first("state")).toBeNull();
  expect(await march()).toMatchObject([{ seconds: 7200, coverage: 1 }]);
});

test("a creator who is added again after a deletion is another one, and each has its own time", async () => {
  const id = await maria();
  await api.db.prepare("UPDATE targets SET consecutive_faults = 1, last_ok_at = ?1").bind(Date.now()).run();
  expect((await api.call("DELETE", `/v1/targets/${id}`)).status).toBe(204);
  const again = { kind: "live", name: "Maria", params: { userId: "7001" } };
  const { body: second } = await api.call("POST", "/v1/targets", again);
  expect(await march()).toMatchObject([
    { targetId: id, removed: true, seconds: 7200, coverage: 1 },
    { targetId: second.id, removed: false, seconds: 0, coverage: null },
  ]);
});

test("the configuration and a deleted list leave creators in the reports of their time", async () => {
  const { body: list } = await api.call("POST", "/v1/watchlists", { name: "A" });
  const ids = [
    await reportWorld(api).creator("One", "7001", list.id, [stream("2026-03-05T10:00Z", "2026-03-05T12:00Z")]),
    await reportWorld(api).creator("Two", "7002", "wl_default", [stream("2026-03-06T10:00Z", "2026-03-06T11:00Z")]),
  ];
  await api.db.prepare("UPDATE targets SET consecutive_faults = 1, last_ok_at = ?1").bind(Date.now()).run();
  expect((await api.call("DELETE", `/v1/watchlists/${list.id}?cascade=true`)).status).toBe(204);
  const { body: document } = await api.call("GET", "/v1/export");
  expect((await api.call("PUT", "/v1/config", { ...document, targets: [] })).status).toBe(200);
  expect(await api.db.prepare("SELECT count(*) AS n FROM targets").first("n")).toBe(0);
  expect(await march()).toMatchObject([
    { targetId: ids[0], removed: true, seconds: 7200, coverage: 1 },
    { targetId: ids[1], removed: true, seconds: 3600, coverage: 1 },
  ]);
  // Applied again, whatever ids the document names, nobody is there twice.
  expect((await api.call("PUT", "/v1/config", document)).status).toBe(200);
  const names = (await march()).map(({ targetId }: { targetId: string }) => targetId);
  expect(new Set(names).size).toBe(names.length);
});

test("a place of a ranking that was deleted stays the best of its time, for a client too", async () => {
  await maria();
  const ranking = { kind: "ranking", name: "R", params: { roomId: "71", userId: "7001" } };
  const { body: ranked } = await api.call("POST", "/v1/targets", ranking);
  const at = Date.parse("2026-03-06T10:00Z");
  await reportWorld(api).ranked(ranked.id, { "1.8": "Daily" }, [
    [at, { "1.8": 4 }],
    [at + HOUR, { "1.8": 3 }],
    [at + 2 * HOUR, {}],
  ]);
  const before = await march();
  expect(before).toMatchObject([{ bestPlaces: [{ title: "Daily", place: 3 }] }]);
  expect((await api.call("DELETE", `/v1/targets/${ranked.id}`)).status).toBe(204);
  expect(await march()).toEqual(before);
});

test("whoever was live when they were deleted was so until the last check", async () => {
  const id = await maria();
  const startedAt = Date.parse("2026-03-20T10:00Z");
  const session = { id: "s", room: "7", startedAt, lastOnAt: startedAt, toldAt: startedAt };
  const state = { ...(JSON.parse(OFF) as object), verdict: "on", since: startedAt, session };
  await api.db
    .prepare("UPDATE targets SET state = ?2, enabled = 0, paused_at = ?3, last_ok_at = ?3 WHERE id = ?1")
    .bind(id, JSON.stringify(state), startedAt + 3 * HOUR)
    .run();
  expect(await march()).toMatchObject([{ seconds: 5 * 3600, removed: false }]);
  expect((await api.call("DELETE", `/v1/targets/${id}`)).status).toBe(204);
  expect(await march()).toMatchObject([{ seconds: 5 * 3600, removed: true }]);
});
