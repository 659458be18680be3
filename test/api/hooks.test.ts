import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Batch } from "../../src/engine/poll/batch.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

let api: RunningApi;
let batches: Batch[];
let queue: () => Promise<void>;
let ids: { list: string; maria: string; suna: string };
beforeAll(async () => {
  api = await runSqliteApi({ UPSTREAM_POLLS_PER_MINUTE: "40" });
  const sendBatch = async (messages: { body: Batch }[]) => {
    await queue();
    batches.push(...messages.map(({ body }) => body));
  };
  Object.assign(api.env, { POLLS: { sendBatch } });
});
beforeEach(async () => {
  await api.clear();
  batches = [];
  queue = async () => undefined;
  const list = (await api.call("POST", "/v1/watchlists", { name: "Clients" })).body.id;
  const make = async (name: string, params: object, more: object) =>
    (await api.call("POST", "/v1/targets", { kind: "live", name, params, ...more })).body.id;
  ids = {
    list,
    maria: await make("Maria", { userId: "7001", handle: "Maria" }, { watchlistId: list }),
    suna: await make("Suna", { userId: "7002" }, {}),
  };
});
afterEach(() => vi.useRealTimers());
afterAll(() => api.stop());

const hookOf = async (watchlistId: string | null = null) =>
  (await api.call("POST", "/v1/hooks", { name: "Bot", watchlistId })).body as { id: string; key: string };

interface Sent {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  wait: number;
}

const send = async (path: string, body?: string, type = "application/json"): Promise<Sent> => {
  const init = body === undefined ? {} : { body, headers: { "content-type": type } };
  const answer = await api.fetch(path, { method: "POST", ...init }, null);
  const text = await answer.text();
  return { status: answer.status, body: JSON.parse(text), wait: Number(answer.headers.get("retry-after")) };
};

const hint = (key: string, body: object) => send(`/hooks/${key}`, JSON.stringify(body));

const polled = () => batches.flatMap(({ targets }) => targets.map(([id]) => id));

test("the key is shown once, kept as a hash alone, and ended with its hook or list", async () => {
  const created = await api.call("POST", "/v1/hooks", { name: "Bot", watchlistId: ids.list });
  expect(created).toMatchObject({ status: 201, body: { name: "Bot", watchlistId: ids.list, lastUsedAt: null } });
  const { id, key } = created.body;
  expect(key).toMatch(/^tlh_[a-z0-9]{52}$/);
  expect((await api.call("GET", `/v1/hooks/${id}`)).body).not.toHaveProperty("key");
  const stored = async () => JSON.stringify([await api.db.prepare("SELECT * FROM hooks").all(), await audit()]);
  const audit = async () => (await api.call("GET", "/v1/audit")).body;
  expect(await stored()).not.toContain(key);
  expect((await hint(key, { userId: "7001" })).status).toBe(202);
  expect((await api.call("GET", `/v1/hooks/${id}`)).body.lastUsedAt).not.toBeNull();
  expect((await api.call("PATCH", `/v1/hooks/${id}`, { name: "Other" })).body).toMatchObject({ id, name: "Other" });
  expect((await hint(key, { userId: "7001" })).status).toBe(202);
  expect((await api.call("DELETE", `/v1/hooks/${id}`)).status).toBe(204);
  expect((await hint(key, { userId: "7001" })).status).toBe(404);
  const other = await hookOf(ids.list);
  await api.call("DELETE", `/v1/watchlists/${ids.list}?cascade=true`);
  expect((await hint(other.key, { userId: "7001" })).status).toBe(404);
});

test("a hint is taken as JSON, form or query, by ID, user ID or handle", async () => {
  const ways: ((path: string) => Promise<Sent>)[] = [
    (path) => send(path, JSON.stringify({ targetId: ids.maria })),
    (path) => send(path, JSON.stringify({ userId: "7001" })),
    (path) => send(path, '{"userId": 7001}'),
    (path) => send(path, '{"userId": 7001}', "application/x-www-form-urlencoded"),
    (path) => send(path, '{"handle": "@MARIA"}', "application/json; charset=utf-8"),
    (path) => send(path, "handle=maria", "application/x-www-form-urlencoded"),
    // As curl sends JSON without being told so.
    (path) => send(path, '{"userId": "7001"}', "application/x-www-form-urlencoded"),
    (path) => send(`${path}?userId=7001`),
    (path) => send(`${path}?handle=https%3A%2F%2Fwww.tiktok.com%2F%40maria`, '{"event": "online"}'),
  ];
  for (const way of ways) {
    await api.db.prepare("DELETE FROM hints").run();
    const { key } = await hookOf();
    expect(await way(`/hooks/${key}`)).toMatchObject({
      status: 202,
      body: { targetIds: [ids.maria], polling: true },
    });
  }
  expect(polled()).toEqual(ways.map(() => ids.maria));
  expect(batches[0]).toMatchObject({ slot: null, grant: 1, careful: false });
});

test("a creator in two lists is polled in both, and of a hook with a list only there", async () => {
  const { body } = await api.call("POST", "/v1/targets", { kind: "live", name: "Maria", params: { userId: "7001" } });
  const [all, one] = [await hookOf(), await hookOf(ids.list)];
  expect((await hint(one.key, { userId: "7001" })).body.targetIds).toEqual([ids.maria]);
  await api.db.prepare("DELETE FROM hints").run();
  expect((await hint(all.key, { userId: "7001" })).body.targetIds.toSorted()).toEqual([ids.maria, body.id].toSorted());
});

test("who isn't in the hook's list is as one that doesn't exist", async () => {
  const { key } = await hookOf(ids.list);
  for (const [field, foreign, absent] of [
    ["targetId", ids.suna, "tgt_none"],
    ["userId", "7002", "7999"],
    ["handle", "suna", "nobody"],
  ] as const) {
    const answers = [await hint(key, { [field]: foreign }), await hint(key, { [field]: absent })];
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ status: 422, body: { errors: [{ pointer: `/${field}` }] } });
  }
  expect(batches).toEqual([]);
});

test("a paused target says so", async () => {
  const { key } = await hookOf();
  await api.call("PATCH", `/v1/targets/${ids.suna}`, { enabled: false });
  expect((await hint(key, { userId: "7002" })).status).toBe(409);
  expect(batches).toEqual([]);
});

test("what is no hint is refused clearly, and polls nobody", async () => {
  const { key } = await hookOf();
  const [json, form] = ["application/json", "application/x-www-form-urlencoded"];
  const bodies: [body: string | undefined, type: string, status: number, query?: string][] = [
    [undefined, json, 422],
    ["{}", json, 422],
    ["{", json, 400],
    ["null", json, 422],
    ["[]", json, 422],
    ['[{"userId": "7001"}]', json, 422],
    ['"7001"', json, 422],
    ['{"userId": 0}', json, 422],
    ['{"userId": -7001}', json, 422],
    ['{"userId": 7001.5}', json, 422],
    ['{"userId": 1e400}', json, 422],
    ['{"userId": true}', json, 422],
    ['{"userId": 7001, "live": true}', json, 422],
    ['{"userId": 7001, "handle": "maria"}', json, 422],
    ['{"targetId": 7001}', json, 422],
    ['{"handle": 7001}', json, 422],
    ['{"userId": ["7001"]}', json, 422],
    ['{"userId": null}', json, 422],
    ['{"userId": "70 01"}', json, 422],
    ['{"userId": "7001", "handle": "maria"}', json, 422],
    ['{"userId": "7001", "live": true}', json, 422],
    ['{"__proto__": {"userId": "7001"}}', json, 422],
    [`{"userId": "7001", "more": "${"x".repeat(1_100_000)}"}`, json, 413],
    [`{"handle": "${"x".repeat(900_000)}"}`, json, 422],
    [`{"targetId": "${"x".repeat(900_000)}"}`, json, 422],
    ["[".repeat(200_000), json, 400],
    ["userId=7001&userId=7002", form, 400],
    ["userId=7001&live=1", form, 422],
    ["userId[]=7001", form, 422],
    ["hello", "text/plain", 415],
    ["<a/>", "application/xml", 415],
    [undefined, json, 400, "?userId=7001&userId=7002"],
    [undefined, json, 400, "?userId=7001&live=1"],
    [undefined, json, 422, "?userId="],
    [undefined, json, 422, "?userId=7001&handle=maria"],
  ];
  for (const [body, type, status, query = ""] of bodies) {
    const answer = await send(`/hooks/${key}${query}`, body, type);
    expect([body?.slice(0, 60), query, answer.status]).toEqual([body?.slice(0, 60), query, status]);
    expect(answer.body.detail.length).toBeLessThan(400);
  }
  expect(batches).toEqual([]);
});

test("a user ID as a number counts as its digits, unless it has lost some", async () => {
  const large = Number.MAX_SAFE_INTEGER;
  const { body } = await api.call("POST", "/v1/targets", {
    kind: "live",
    name: "Long",
    params: { userId: `${large}` },
  });
  const { key } = await hookOf();
  expect(await hint(key, { userId: large })).toMatchObject({ status: 202, body: { targetIds: [body.id] } });
  const messageOf = async (userId: string) =>
    (await send(`/hooks/${key}`, `{"userId": ${userId}}`)).body.errors.map((one: object) => Object.values(one));
  const quotes = "must be a text in quotes: numbers lose digits after the 15th";
  expect(await messageOf(`${large + 1}`)).toEqual([["/userId", quotes]]);
  expect(await messageOf("7001234567890123456")).toEqual([["/userId", quotes]]);
  expect(await messageOf("7001.5")).toEqual([["/userId", "must be 1 to 32 digits"]]);
  expect(await messageOf("-7001")).toEqual([["/userId", "must be 1 to 32 digits"]]);
  expect(await messageOf("0")).toEqual([["/userId", "must not be zero"]]);
  expect(await messageOf('"0"')).toEqual([["/userId", "must not be zero"]]);
  expect(await messageOf('"70 01"')).toEqual([["/userId", "must be 1 to 32 digits"]]);
  expect(await messageOf("null")).toEqual([["/userId", "must be 1 to 32 digits"]]);
});

test("an unknown key is a 404, whatever is sent with it", async () => {
  for (const key of ["none", `tlh_${"0".repeat(52)}`, "x".repeat(3000), "%00", "tgt_1"])
    for (const body of ['{"userId": "7001"}', "{", `{"a": "${"x".repeat(1_100_000)}"}`, undefined])
      expect((await send(`/hooks/${key}`, body)).status).toBe(404);
  expect((await api.fetch("/hooks/none", {}, null)).status).toBe(405);
});

describe("cost", () => {
  const more = async (count: number) => {
    const rows = Array.from({ length: count }, (_, index) => ({
      kind: "live",
      name: `Creator ${index}`,
      params: { userId: String(8000 + index) },
    }));
    expect((await api.call("POST", "/v1/targets/import", rows)).body.summary.created).toBe(count);
  };

  test("a target is polled once in ten seconds, whoever hints, and again after that", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 5, 1, 12, 0, 5) });
    const keys = [(await hookOf()).key, (await hookOf(ids.list)).key];
    for (const key of [...keys, ...keys]) expect((await hint(key, { userId: "7001" })).status).toBe(202);
    vi.advanceTimersByTime(9_999);
    expect((await hint(keys[1]!, { handle: "maria" })).body.polling).toBe(false);
    expect(polled()).toEqual([ids.maria]);
    vi.advanceTimersByTime(1);
    expect((await hint(keys[1]!, { handle: "maria" })).body.polling).toBe(true);
    expect(polled()).toEqual([ids.maria, ids.maria]);
  });

  test("concurrent hints at one target poll it once", async () => {
    const { key } = await hookOf();
    const answers = await Promise.all(Array.from({ length: 8 }, () => hint(key, { userId: "7001" })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    expect(polled()).toEqual([ids.maria]);
  });

  test("a key takes a quarter of the budget in a minute, all keys together half, and the rest is a 429 that says when", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 5, 1, 12, 0, 20) });
    await more(40);
    // What a start would need is set aside for the first hints alone.
    const held = () => batches.reduce((sum, { grant, spare = 0 }) => sum + grant + spare, 0);
    const keys = [(await hookOf()).key, (await hookOf()).key, (await hookOf()).key];
    const statuses = async (key: string, from: number, count: number) => {
      const all = [];
      for (let index = from; index < from + count; index++)
        all.push((await hint(key, { userId: String(8000 + index) })).status);
      return all;
    };
    expect(await statuses(keys[0]!, 0, 10)).toEqual(Array.from({ length: 10 }, () => 202));
    expect(await hint(keys[0]!, { userId: "8010" })).toMatchObject({ status: 429, wait: 40 });
    expect(await statuses(keys[1]!, 10, 11)).toEqual([...Array.from({ length: 10 }, () => 202), 429]);
    expect(await statuses(keys[2]!, 21, 1)).toEqual([429]);
    expect(polled()).toHaveLength(20);
    const { tokens } = (await api.db.prepare("SELECT tokens FROM ticker").first<{ tokens: number }>())!;
    expect(held()).toBe(32);
    expect(tokens).toBe(40 - held());
    vi.advanceTimersByTime(40_000);
    expect(await statuses(keys[0]!, 30, 1)).toEqual([202]);
  });

  test("without a call left it says when there is one, and the hint costs nothing", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 5, 1, 12) });
    const { id, key } = await hookOf();
    const at = Date.now();
    const budget = (tokens: number) =>
      api.db
        .prepare("UPDATE ticker SET tokens = ?1, filled_at = ?2, last_tick_at = ?2, spacing_ms = 60000")
        .bind(tokens, at)
        .run();
    await budget(0);
    expect(await hint(key, { userId: "7001" })).toMatchObject({ status: 429, wait: 2 });
    const row = await api.db.prepare("SELECT used FROM hooks WHERE id = ?1").bind(id).first();
    expect(row).toEqual({ used: 0 });
    expect(polled()).toEqual([]);
    // The budget refills between ticks, evenly: one call each 1.5 s.
    vi.setSystemTime(at + 1_500);
    expect((await hint(key, { userId: "7001" })).status).toBe(202);
    expect((await hint(key, { userId: "7002" })).status).toBe(429);
    vi.setSystemTime(at + 3_000);
    expect((await hint(key, { userId: "7002" })).status).toBe(202);
    expect(await api.db.prepare("SELECT tokens FROM ticker").first()).toEqual({ tokens: -2 });
  });

  test("a flood with one key is refused before it costs more than a look at the key", async () => {
    const { key } = await hookOf();
    const answers = [];
    for (let n = 0; n < 130; n++) answers.push(await hint(key, { userId: "7999" }));
    expect(answers.slice(0, 120).every(({ status }) => status === 422)).toBe(true);
    expect(answers.slice(120).every(({ status, wait }) => status === 429 && wait > 0)).toBe(true);
  });
});
