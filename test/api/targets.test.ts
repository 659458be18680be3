import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { EntryPatch } from "../../src/core/sheet.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

describe("targets", () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await runSqliteApi();
  });
  beforeEach(() => api.clear());
  afterAll(() => api.stop());

  let next = 7000;

  const create = async (more: object = {}) =>
    (
      await api.call("POST", "/v1/targets", {
        kind: "live",
        name: "Maria",
        params: { userId: String(next++) },
        ...more,
      })
    ).body;

  const sheets = async () =>
    (
      await api.db
        .prepare("SELECT id, edits, size, revision FROM sheets ORDER BY id")
        .all<Record<string, number | string>>()
    ).results;

  const editOf = async (id: string): Promise<EntryPatch | undefined> =>
    (JSON.parse(String((await sheets())[0]!["edits"])) as Record<string, EntryPatch>)[id];

  /** As the tick leaves it: edits folded in, this target last polled at `last`. */
  const pollSlot = (id: string, entry: number[]) =>
    api.db
      .prepare("UPDATE sheets SET entries = json_set(entries, ?1, json(?2)), edits = '{}'")
      .bind(`$.${id}`, JSON.stringify(entry))
      .run();

  test("a target needs kind, name and params; the rest has defaults", async () => {
    const answer = await api.call("POST", "/v1/targets", {
      kind: "live",
      name: " Maria ",
      params: { userId: "7012", handle: "@maria" },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get("location")).toBe(`/v1/targets/${answer.body.id}`);
    expect(answer.body).toMatchObject({
      id: expect.stringMatching(/^tgt_[0-9a-z]{20,}$/),
      kind: "live",
      params: { userId: "7012", handle: "maria" },
      name: "Maria",
      watchlistId: "wl_default",
      intervalSeconds: 60,
      priority: 1,
      enabled: true,
      announceInitial: false,
      settings: { confirmOn: 1, confirmOff: 2, graceSeconds: 180 },
      status: { since: null, lastPolledAt: null, lastOkAt: null, consecutiveFaults: 0, fault: null },
      snapshot: null,
    });
    expect((await api.call("GET", `/v1/targets/${answer.body.id}`)).body).toEqual(answer.body);
  });

  test("the same kind and params twice in one watchlist is 409, in another it is not", async () => {
    const body = { kind: "live", name: "Maria", params: { userId: "7012" } };
    expect((await api.call("POST", "/v1/targets", body)).status).toBe(201);
    expect((await api.call("POST", "/v1/targets", { ...body, name: "Again" })).status).toBe(409);
    const { body: other } = await api.call("POST", "/v1/watchlists", { name: "other" });
    const second = await api.call("POST", "/v1/targets", { ...body, watchlistId: other.id });
    expect(second.status).toBe(201);
    expect((await api.call("PATCH", `/v1/targets/${second.body.id}`, { watchlistId: "wl_default" })).status).toBe(409);
    const nowhere = await api.call("POST", "/v1/targets", { ...body, watchlistId: "wl_none" });
    expect(nowhere.body.errors).toEqual([{ pointer: "/watchlistId", message: "names no watchlist" }]);
    expect((await sheets())[0]).toMatchObject({ size: 2 });
  });

  test("a new target is on the timetable, due at the next tick", async () => {
    const target = await create({ priority: 3, intervalSeconds: 120 });
    expect(await editOf(target.id)).toEqual({
      gone: null,
      due: 0,
      last: 0,
      intervalSeconds: 120,
      weight: 16,
      calls: 1,
      cpuWeight: 1,
      habitual: true,
      operation: "",
    });
    const off = await create({ enabled: false });
    expect(await editOf(off.id)).toBeUndefined();
    expect(await sheets()).toMatchObject([{ id: 1, size: 2, revision: 2 }]);
  });

  test("a full sheet is followed by another", async () => {
    await api.db.prepare("INSERT INTO sheets (id, size) VALUES (1, 999)").run();
    await create();
    await create();
    expect(await sheets()).toMatchObject([
      { id: 1, size: 1000 },
      { id: 2, size: 1 },
    ]);
  });

  test("a merge patch changes what it names; null means the default", async () => {
    const target = await create({ intervalSeconds: 90, settings: { confirmOn: 3, graceSeconds: 10 } });
    const path = `/v1/targets/${target.id}`;
    const patched = await api.call("PATCH", path, {
      name: "Ana",
      settings: { confirmOn: null },
      intervalSeconds: null,
    });
    expect(patched.status).toBe(200);
    expect(patched.body).toMatchObject({
      name: "Ana",
      intervalSeconds: 60,
      settings: { confirmOn: 1, confirmOff: 2, graceSeconds: 10 },
      params: target.params,
    });
    expect((await api.call("GET", path)).body).toEqual(patched.body);
    expect((await api.call("PATCH", path, { name: null })).body.errors).toEqual([
      { pointer: "/name", message: "is required" },
    ]);
    expect((await api.call("PATCH", path, { kind: "ranking" })).status).toBe(422);
    expect((await api.call("PATCH", path, { params: { userId: null } })).status).toBe(422);
    expect((await api.call("PATCH", path, { intervalSeconds: 10 })).body.errors[0].pointer).toBe("/intervalSeconds");
    expect((await api.call("PATCH", path, {})).body).toMatchObject({ name: "Ana" });
  });

  test("changes reach the timetable with the next tick", async () => {
    const { id } = await create({ intervalSeconds: 300 });
    const path = `/v1/targets/${id}`;
    await pollSlot(id, [5000, 4000, 0, 0, 300, 1, 1]);
    await api.call("PATCH", path, { name: "Only a name" });
    expect(await editOf(id)).toBeUndefined();
    await api.call("PATCH", path, { priority: 2, intervalSeconds: 600 });
    expect(await editOf(id)).toEqual({ intervalSeconds: 600, weight: 4 });
    await api.call("PATCH", path, { intervalSeconds: 60 });
    expect(await editOf(id)).toEqual({ intervalSeconds: 60, weight: 4, due: 0 });
    await api.call("PATCH", path, { enabled: false });
    expect(await editOf(id)).toMatchObject({ gone: true });
    await api.call("PATCH", path, { enabled: true });
    const edit = await editOf(id);
    expect(edit).toMatchObject({ last: 4000, intervalSeconds: 60, weight: 4, calls: 1 });
    expect(edit).not.toHaveProperty("gone");
    await api.call("DELETE", path);
    expect(await editOf(id)).toMatchObject({ gone: true });
    expect((await sheets())[0]).toMatchObject({ size: 0 });
  });

  test("other params begin anew, a name does not", async () => {
    const { id } = await create();
    const state = { verdict: "on", since: 1000, knownAt: null, room: "71", session: null, flip: null, baseline: false };
    const remember = () =>
      api.db
        .prepare("UPDATE targets SET state = ?1, last_ok_at = 3000, judged_at = 3000, revision = revision + 1")
        .bind(JSON.stringify(state))
        .run();
    await remember();
    await pollSlot(id, [9000, 6000, 0, 0, 60, 1, 1]);
    const renamed = await api.call("PATCH", `/v1/targets/${id}`, { name: "Ana" });
    expect(renamed.body.status).toMatchObject({
      verdict: "on",
      since: "1970-01-01T00:00:01.000Z",
      lastPolledAt: "1970-01-01T00:00:06.000Z",
      lastOkAt: "1970-01-01T00:00:06.000Z",
    });
    const other = await api.call("PATCH", `/v1/targets/${id}`, { params: { userId: "1" } });
    expect(other.body.status).toMatchObject({ verdict: "unknown", since: null, lastPolledAt: null, lastOkAt: null });
    expect((await api.call("GET", `/v1/targets/${id}`)).body).toEqual(other.body);
    const row = await api.db.prepare("SELECT state, judged_at, last_ok_at FROM targets").first();
    expect(row).toEqual({ state: null, judged_at: null, last_ok_at: null });
    expect(await editOf(id)).toMatchObject({ last: 0, due: 0, calls: 1 });
  });

  test("the last poll is the claim whose batch is in, or what an edit says", async () => {
    const { id } = await create();
    const polledAt = async () => (await api.call("GET", `/v1/targets/${id}`)).body.status.lastPolledAt;
    await pollSlot(id, [9000, 2000, 5000, 1, 60, 1, 1]);
    expect(await polledAt()).toBe("1970-01-01T00:00:02.000Z");
    await api.db.prepare("UPDATE tally SET done = json_object('5000', ',0,', '4000', ',1,')").run();
    expect(await polledAt()).toBe("1970-01-01T00:00:02.000Z");
    await api.db.prepare("UPDATE tally SET done = json_object('5000', ',0,1,')").run();
    expect(await polledAt()).toBe("1970-01-01T00:00:05.000Z");
    await api.db
      .prepare("UPDATE sheets SET edits = ?1")
      .bind(JSON.stringify({ [id]: { last: 7000 } }))
      .run();
    expect(await polledAt()).toBe("1970-01-01T00:00:07.000Z");
  });

  test("while faults last, the last good answer is the one before them", async () => {
    const { id } = await create();
    const fault = JSON.stringify({ kind: "unreachable", status: 503, detail: "answered 503" });
    await api.db.prepare("UPDATE targets SET consecutive_faults = 2, last_ok_at = 1000, fault = ?1").bind(fault).run();
    await pollSlot(id, [9000, 6000, 0, 0, 60, 1, 1]);
    expect((await api.call("GET", `/v1/targets/${id}`)).body.status).toMatchObject({
      lastPolledAt: "1970-01-01T00:00:06.000Z",
      lastOkAt: "1970-01-01T00:00:01.000Z",
      consecutiveFaults: 2,
      fault: { kind: "unreachable", status: 503 },
    });
  });

  test("a change that meets a poll's write is read again and applied", async () => {
    const { id } = await create();
    const both = [
      api.call("PATCH", `/v1/targets/${id}`, { name: "Ana" }),
      api.call("PATCH", `/v1/targets/${id}`, { priority: 3 }),
      api.db.prepare("UPDATE targets SET revision = revision + 1").run(),
      api.call("PATCH", `/v1/targets/${id}`, { intervalSeconds: 90 }),
    ];
    await Promise.all(both);
    expect((await api.call("GET", `/v1/targets/${id}`)).body).toMatchObject({
      name: "Ana",
      priority: 3,
      intervalSeconds: 90,
    });
  });

  test("a target that a subscription names is 409 to delete, unless it cascades", async () => {
    const { id } = await create();
    const settings = { url: "http://127.0.0.1:9/hook" };
    const { body: channel } = await api.call("POST", "/v1/channels", { kind: "webhook", name: "hook", settings });
    const wanted = { name: "hers", events: ["*"], channelId: channel.id, targetId: id };
    const { body: subscription } = await api.call("POST", "/v1/subscriptions", wanted);
    const refused = await api.call("DELETE", `/v1/targets/${id}`);
    expect(refused.status).toBe(409);
    expect(refused.body.usedBy).toEqual([{ type: "subscription", id: subscription.id, name: "hers" }]);
    expect((await sheets())[0]).toMatchObject({ size: 1 });
    expect((await api.call("DELETE", `/v1/targets/${id}?cascade=true`)).status).toBe(204);
    expect((await api.call("GET", `/v1/subscriptions/${subscription.id}`)).status).toBe(404);
    expect((await api.call("GET", `/v1/targets/${id}`)).status).toBe(404);
  });

  test("targets are filtered by kind, watchlist, enabled and part of the name", async () => {
    const { body: list } = await api.call("POST", "/v1/watchlists", { name: "other" });
    await create({ name: "Maria_1" });
    await create({ name: "MARIA 21", enabled: false });
    await create({ name: "José 100%", watchlistId: list.id });
    const names = async (query: string) =>
      (await api.call("GET", `/v1/targets?${query}`)).body.items.map(({ name }: { name: string }) => name);
    expect(await names("q=maria")).toEqual(["Maria_1", "MARIA 21"]);
    expect(await names("q=_")).toEqual(["Maria_1"]);
    expect(await names("q=100%25")).toEqual(["José 100%"]);
    expect(await names(`q=${"漢".repeat(200)}`)).toEqual([]);
    expect(await names(`watchlistId=${list.id}`)).toEqual(["José 100%"]);
    expect(await names("enabled=false")).toEqual(["MARIA 21"]);
    expect(await names("enabled=true&kind=live")).toEqual(["Maria_1", "José 100%"]);
  });

  test("pages follow each other without gap or repeat", async () => {
    const created: string[] = [];
    for (let index = 0; index < 7; index++) created.push((await create()).id);
    await api.db.prepare("UPDATE targets SET created_at = 1000").run();
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const path: string = `/v1/targets?limit=3${cursor === "" ? "" : `&cursor=${cursor}`}`;
      const { body } = await api.call("GET", path);
      seen.push(...body.items.map(({ id }: { id: string }) => id));
      cursor = body.nextCursor;
    }
    expect(seen).toEqual(created.toSorted((a, b) => (a < b ? -1 : 1)));
  });
});

describe("watchlists", () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await runSqliteApi();
  });
  beforeEach(() => api.clear());
  afterAll(() => api.stop());

  test("a watchlist is made, read, changed and deleted", async () => {
    const created = await api.call("POST", "/v1/watchlists", { name: "Music" });
    expect(created.status).toBe(201);
    const path = created.headers.get("location")!;
    expect(created.body).toEqual({
      id: expect.stringMatching(/^wl_/),
      name: "Music",
      description: "",
      language: null,
      timezone: null,
      createdAt: expect.any(String),
    });
    expect((await api.call("GET", path)).body).toEqual(created.body);
    expect((await api.call("PATCH", path, { description: "Bands" })).body).toMatchObject({
      name: "Music",
      description: "Bands",
    });
    expect((await api.call("PATCH", path, { description: null })).body).toMatchObject({ description: "" });
    expect((await api.call("GET", "/v1/watchlists")).body.items.map(({ name }: { name: string }) => name)).toEqual([
      "default",
      "Music",
    ]);
    expect((await api.call("DELETE", path)).status).toBe(204);
    expect((await api.call("GET", path)).status).toBe(404);
  });

  test("names are unique", async () => {
    await api.call("POST", "/v1/watchlists", { name: "Music" });
    expect((await api.call("POST", "/v1/watchlists", { name: " Music " })).status).toBe(409);
    const { body: other } = await api.call("POST", "/v1/watchlists", { name: "Dance" });
    expect((await api.call("PATCH", `/v1/watchlists/${other.id}`, { name: "Music" })).status).toBe(409);
  });

  test("the default one stays, and keeps its name", async () => {
    expect((await api.call("DELETE", "/v1/watchlists/wl_default?cascade=true")).status).toBe(409);
    expect((await api.call("PATCH", "/v1/watchlists/wl_default", { name: "x" })).status).toBe(409);
    expect((await api.call("PATCH", "/v1/watchlists/wl_default", { description: "x" })).status).toBe(200);
  });

  test("one in use is 409 that lists its users; cascade takes them along", async () => {
    const { body: list } = await api.call("POST", "/v1/watchlists", { name: "Music" });
    const live = { kind: "live", watchlistId: list.id };
    const { body: target } = await api.call("POST", "/v1/targets", { ...live, name: "Maria", params: { userId: "1" } });
    await api.call("POST", "/v1/targets", { ...live, name: "Ana", params: { userId: "2" } });
    await api.call("POST", "/v1/targets", { kind: "live", name: "Stays", params: { userId: "3" } });
    const settings = { url: "http://127.0.0.1:9/hook" };
    const { body: channel } = await api.call("POST", "/v1/channels", { kind: "webhook", name: "hook", settings });
    const to = { events: ["*"], channelId: channel.id };
    await api.call("POST", "/v1/subscriptions", { ...to, name: "list", watchlistId: list.id });
    await api.call("POST", "/v1/subscriptions", { ...to, name: "target", targetId: target.id });
    await api.call("POST", "/v1/subscriptions", { ...to, name: "all" });
    const refused = await api.call("DELETE", `/v1/watchlists/${list.id}`);
    expect(refused.status).toBe(409);
    expect(
      refused.body.usedBy.map(({ type, name }: { type: string; name: string }) => `${type} ${name}`).toSorted(),
    ).toEqual(["subscription list", "target Ana", "target Maria"]);
    expect((await api.call("DELETE", `/v1/watchlists/${list.id}?cascade=true`)).status).toBe(204);
    const names = async (what: string) =>
      (await api.call("GET", `/v1/${what}`)).body.items.map(({ name }: { name: string }) => name);
    expect(await names("targets")).toEqual(["Stays"]);
    expect(await names("subscriptions")).toEqual(["all"]);
    const sheet = await api.db.prepare("SELECT size, edits FROM sheets").first<{ size: number; edits: string }>();
    expect(sheet!.size).toBe(1);
    const edits = Object.values(JSON.parse(sheet!.edits) as Record<string, { gone?: true }>);
    expect(edits.filter(({ gone }) => gone === true)).toHaveLength(2);
  });
});
