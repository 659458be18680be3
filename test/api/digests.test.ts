import { editionStore } from "../../src/features/digests/edition-store.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

let api: RunningApi;
let channelId: string;
beforeAll(async () => {
  api = await runSqliteApi();
});
beforeEach(async () => {
  await api.clear();
  channelId = await channelOf("discord", "http://127.0.0.1:9/api/webhooks/1/secret");
});
afterAll(() => api.stop());

const channelOf = async (kind: string, url: string): Promise<string> =>
  (await api.call("POST", "/v1/channels", { kind, name: kind, settings: { url } })).body.id;

const create = (more: object = {}) =>
  api.call("POST", "/v1/digests", { name: "Movers", channelId, schedule: "0 9 * * 1", ...more });

test("a digest needs a name, a channel and a schedule; the rest has defaults", async () => {
  const created = await create();
  expect(created.status).toBe(201);
  expect(created.headers.get("location")).toBe(`/v1/digests/${created.body.id}`);
  expect(created.body).toEqual({
    id: expect.stringMatching(/^dig_/),
    name: "Movers",
    channelId,
    watchlistId: null,
    perWatchlist: false,
    schedule: "0 9 * * 1",
    timezone: "UTC",
    period: null,
    sections: ["lives", "rankings", "hashtags", "products"],
    enabled: true,
    language: null,
    nextAt: expect.stringMatching(/T09:00:00\.000Z$/),
    createdAt: expect.any(String),
  });
  expect(new Date(created.body.nextAt).getUTCDay()).toBe(1);
  expect((await api.call("GET", `/v1/digests/${created.body.id}`)).body).toEqual(created.body);
});

test("another zone, schedule or switch moves its next time; another name leaves one that has come as it is", async () => {
  const { body } = await create();
  const history = Date.UTC(2026, 0, 5, 9);
  const patched = async (patch: object) => {
    await api.db.prepare("UPDATE digests SET next_at = ?1").bind(history).run();
    return (await api.call("PATCH", `/v1/digests/${body.id}`, patch)).body.nextAt;
  };
  expect(await patched({ name: "Renamed", sections: ["lives"] })).toBe(new Date(history).toISOString());
  expect(await patched({ timezone: "Asia/Tokyo" })).toMatch(/T00:00:00\.000Z$/);
  expect(await patched({ schedule: "30 9 * * 1" })).toMatch(/T00:30:00\.000Z$/);
  expect(await patched({ enabled: false })).toBeNull();
  expect(Date.parse(await patched({ enabled: true }))).toBeGreaterThan(Date.now());
});

test("digests are listed page by page, oldest first", async () => {
  for (const name of ["a", "b", "c", "d", "e"]) await create({ name });
  const names: string[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const { body } = await api.call("GET", `/v1/digests?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    names.push(...body.items.map(({ name }: { name: string }) => name));
    cursor = body.nextCursor;
  }
  expect(names).toEqual(["a", "b", "c", "d", "e"]);
});

test("what does not fit is told by field", async () => {
  const invalid: [object, string][] = [
    [{ name: "" }, "/name"],
    [{ channelId: "ch_none" }, "/channelId"],
    [{ watchlistId: "wl_none" }, "/watchlistId"],
    [{ schedule: "@daily" }, "/schedule"],
    [{ schedule: "0 0 9 * * 1" }, "/schedule"],
    [{ schedule: "0 0 30 2 *" }, "/schedule"],
    [{ schedule: "61 * * * *" }, "/schedule"],
    [{ timezone: "Mars/Olympus" }, "/timezone"],
    [{ timezone: "+01:00" }, "/timezone"],
    [{ period: "7 days" }, "/period"],
    [{ period: "P0D" }, "/period"],
    [{ period: "-P7D" }, "/period"],
    [{ period: "P2Y" }, "/period"],
    [{ sections: [] }, "/sections"],
    [{ sections: ["lives", "weather"] }, "/sections/1"],
    [{ perWatchlist: true, watchlistId: "wl_default" }, "/perWatchlist"],
    [{ perWatchlist: true, schedule: "0 * * * *" }, "/schedule"],
    [{ enabled: "yes" }, "/enabled"],
    [{ language: "tlh" }, "/language"],
    [{ what: 1 }, "/what"],
  ];
  for (const [more, pointer] of invalid) {
    const answer = await create(more);
    expect([more, answer.status]).toEqual([more, 422]);
    expect([more, answer.body.errors[0].pointer]).toEqual([more, pointer]);
  }
});

test("a merge patch changes what it names; a disabled digest has no next time", async () => {
  const { body } = await create({ period: "P7D" });
  const path = `/v1/digests/${body.id}`;
  const off = await api.call("PATCH", path, { enabled: false });
  expect(off.body).toEqual({ ...body, enabled: false, nextAt: null });
  const on = await api.call("PATCH", path, {
    enabled: true,
    schedule: "30 6 * * *",
    period: null,
    sections: ["lives"],
  });
  expect(on.body).toMatchObject({ period: null, sections: ["lives"], nextAt: expect.stringMatching(/T06:30/) });
  expect((await api.call("PATCH", path, { schedule: null })).status).toBe(422);
  expect((await api.call("PATCH", "/v1/digests/dig_none", {})).status).toBe(404);
});

test("a channel or watchlist that a digest uses is deleted with it, or not at all", async () => {
  const watchlist = await api.call("POST", "/v1/watchlists", { name: "Music" });
  const { body } = await create({ watchlistId: watchlist.body.id });
  for (const path of [`/v1/channels/${channelId}`, `/v1/watchlists/${watchlist.body.id}`]) {
    const refused = await api.call("DELETE", path);
    expect(refused.status).toBe(409);
    expect(refused.body.usedBy).toEqual([{ type: "digest", id: body.id, name: "Movers" }]);
  }
  expect((await api.call("DELETE", `/v1/watchlists/${watchlist.body.id}?cascade=true`)).status).toBe(204);
  expect((await api.call("GET", `/v1/digests/${body.id}`)).status).toBe(404);
  await create();
  expect((await api.call("DELETE", `/v1/channels/${channelId}?cascade=true`)).status).toBe(204);
  expect((await api.call("GET", "/v1/digests")).body.items).toEqual([]);
});

test("a digest that is deleted is gone", async () => {
  const { body } = await create();
  expect((await api.call("DELETE", `/v1/digests/${body.id}`)).status).toBe(204);
  expect((await api.call("DELETE", `/v1/digests/${body.id}`)).status).toBe(404);
});

test("a preview shows data, messages and pictures, and sends nothing", async () => {
  await api.call("POST", "/v1/targets", { kind: "live", name: "Maria", params: { userId: "7012" } });
  for (const [kind, url] of [
    ["slack", "http://127.0.0.1:9/slack/T/B/secret"],
    ["webhook", "http://127.0.0.1:9/hook/secret"],
    ["discord", "http://127.0.0.1:9/api/webhooks/1/secret"],
  ] as const) {
    const { body } = await create({ channelId: await channelOf(kind, url), period: "P7D" });
    const answer = await api.call("POST", `/v1/digests/${body.id}/preview`, {});
    expect(answer.status).toBe(200);
    const { period, data, messages } = answer.body;
    expect(Date.parse(period.to) - Date.parse(period.from)).toBe(7 * 86_400_000);
    expect(Object.keys(data)).toEqual(["lives", "rankings", "hashtags", "products"]);
    expect(messages[0].text).toContain("Movers");
    expect(JSON.stringify(answer.body)).not.toContain("secret");
  }
  expect((await api.call("GET", "/v1/deliveries")).body.items).toEqual([]);
  expect(api.nudges).toEqual([]);
});

test("a preview may be of another period, which changes nothing that is stored", async () => {
  const { body } = await create({ timezone: "Europe/Berlin", period: "P7D" });
  const previewOf = (period: unknown) => api.call("POST", `/v1/digests/${body.id}/preview`, { period });
  const { period } = (await previewOf("P1D")).body;
  expect(Date.parse(period.to) - Date.parse(period.from)).toBe(86_400_000);
  const month = (await previewOf("lastMonth")).body.period;
  const berlin = (at: string) =>
    new Date(at).toLocaleString("sv", { timeZone: "Europe/Berlin", dateStyle: "short", timeStyle: "short" });
  expect(berlin(month.from)).toMatch(/^\d{4}-\d\d-01 00:00$/);
  expect(berlin(month.to)).toMatch(/^\d{4}-\d\d-01 00:00$/);
  for (const invalid of ["yesterday", "", 7, null]) {
    const refused = await previewOf(invalid);
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, "/period"]);
  }
  expect((await api.call("GET", `/v1/digests/${body.id}`)).body.period).toBe("P7D");
});

test("an action takes no fields", async () => {
  const { body } = await create();
  for (const action of ["preview", "run"]) {
    const answer = await api.call("POST", `/v1/digests/${body.id}/${action}`, { now: true });
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, "/now"]);
  }
});

test("run makes a delivery that brings the digest; a disabled channel refuses", async () => {
  const { body } = await create();
  const run = await api.call("POST", `/v1/digests/${body.id}/run`);
  expect(run.status).toBe(201);
  expect(run.body).toMatchObject({ channelId, eventIds: [], status: "pending", digestId: body.id });
  expect(run.headers.get("location")).toBe(`/v1/deliveries/${run.body.id}`);
  expect(api.nudges).toHaveLength(1);
  expect((await api.call("GET", `/v1/digests/${body.id}`)).body.nextAt).toBe(body.nextAt);
  await api.call("PATCH", `/v1/channels/${channelId}`, { enabled: false });
  expect(run.body.deliveries).toEqual([{ id: run.body.id, watchlistId: null }]);
  expect((await api.call("POST", `/v1/digests/${body.id}/run`)).status).toBe(409);
});

test("run of a digest for each list answers the first delivery, and names those of all lists", async () => {
  const lists: string[] = [];
  for (const [index, name] of ["Bravo", "Alpha", "Empty"].entries()) {
    const { id: watchlistId } = (await api.call("POST", "/v1/watchlists", { name })).body;
    if (name === "Empty") continue;
    const params = { userId: `70${index}` };
    await api.call("POST", "/v1/targets", { kind: "live", name, params, watchlistId });
    lists.unshift(watchlistId);
  }
  const { body } = await create({ perWatchlist: true });
  const run = await api.call("POST", `/v1/digests/${body.id}/run`);
  expect(run.status).toBe(201);
  expect(run.body.deliveries.map(({ watchlistId }: { watchlistId: string }) => watchlistId)).toEqual(lists);
  expect(run.body.deliveries[0].id).toBe(run.body.id);
  for (const { id } of run.body.deliveries)
    expect((await api.call("GET", `/v1/deliveries/${id}`)).body).toMatchObject({ digestId: body.id, channelId });
});

test("a picture's address must be known, and answers for thirty days", async () => {
  expect((await api.fetch("/pictures/none.png", {}, null)).status).toBe(404);
  expect((await api.fetch(`/pictures/${"a".repeat(32)}-lives.png`, {}, null)).status).toBe(404);
  const target = await api.call("POST", "/v1/targets", { kind: "live", name: "Maria", params: { userId: "7012" } });
  const endedAt = Date.now() - 3_600_000;
  await api.db
    .prepare(
      `INSERT INTO events (seq, id, type, target_id, watchlist_id, target, occurred_at, detected_at, window_to, data, commit_id)
       VALUES (?1 * 512, 'evt_1', 'live.ended', ?2, 'wl_default', '{}', ?1, ?1, ?1, ?3, 'c')`,
    )
    .bind(
      endedAt,
      target.body.id,
      JSON.stringify({ startedAt: new Date(endedAt - 3_600_000).toISOString(), durationSeconds: 3600 }),
    )
    .run();
  const { body } = await create({ sections: ["lives"] });
  await api.call("POST", `/v1/digests/${body.id}/run`);
  const key = await api.db.prepare("SELECT picture_key FROM editions").first<string>("picture_key");
  for (const theme of ["", "?theme=dark"]) {
    const picture = await api.fetch(`/pictures/${key}-lives.png${theme}`, {}, null);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(new Uint8Array(await picture.arrayBuffer()).slice(1, 4)).toEqual(new TextEncoder().encode("PNG"));
  }
  const drawing = await api.fetch(`/pictures/${key}-lives.svg`, {}, null);
  expect(drawing.headers.get("content-type")).toBe("image/svg+xml");
  expect(await drawing.text()).toContain("Maria");
  expect((await api.fetch(`/pictures/${key}-hashtags.png`, {}, null)).status).toBe(404);
  expect((await api.fetch(`/pictures/${key}-lives.png?theme=pink`, {}, null)).status).toBe(400);
  const until = await api.db.prepare("SELECT pictures_until FROM editions").first<number>("pictures_until");
  await api.db.prepare("UPDATE editions SET pictures_until = ?1").bind(Date.now()).run();
  expect((await api.fetch(`/pictures/${key}-lives.png`, {}, null)).status).toBe(404);
  await api.db.prepare("UPDATE editions SET pictures_until = ?1").bind(until).run();
  const store = editionStore(api.db);
  const id = (await api.db.prepare("SELECT id FROM editions").first<string>("id"))!;
  expect((await store.find(id))!.pictureKey).toBe(key);
  // They end with their digest, and a message of it that is still to come names none.
  await api.call("DELETE", `/v1/digests/${body.id}`);
  for (const end of ["png", "svg"])
    expect((await api.fetch(`/pictures/${key}-lives.${end}`, {}, null)).status).toBe(404);
  expect(await store.find(id)).toMatchObject({ pictureKey: null, content: expect.any(Object) });
});

test("a period longer than events are stored is refused, unless only months are read, or it was so before", async () => {
  const refused = async (more: object) => {
    const { status, body } = await create(more);
    return [status, body.errors?.[0]?.pointer ?? null];
  };
  expect(await refused({ period: "P100D" })).toEqual([422, "/period"]);
  expect(await refused({ period: "P90D" })).toEqual([201, null]);
  expect(await refused({ period: "P400D", sections: ["lives", "airtime"] })).toEqual([201, null]);
  expect(await refused({ period: "P400D", sections: ["lives", "products"] })).toEqual([422, "/period"]);
  expect(await refused({ period: "lastMonth" })).toEqual([201, null]);
  const { body } = await create({ name: "Long", period: "P400D", sections: ["lives"] });
  const patched = async (more: object) => (await api.call("PATCH", `/v1/digests/${body.id}`, more)).status;
  expect(await patched({ sections: ["lives", "rankings"] })).toBe(422);
  // As an older version, or one with another RETENTION_DAYS, took it.
  await api.db.prepare("UPDATE digests SET sections = '[\"rankings\"]' WHERE id = ?1").bind(body.id).run();
  expect(await patched({ name: "Longer" })).toBe(200);
  expect(await patched({ period: "P30D" })).toBe(200);
  expect(await patched({ period: "P200D" })).toBe(422);
});
