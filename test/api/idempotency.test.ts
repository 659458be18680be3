import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { metered } from "../../src/db/meter.ts";
import { documentedRoutes } from "../../tools/openapi/documented-routes.ts";
import { isRevalidated } from "../../tools/openapi/documented.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

describe("idempotency", () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await runSqliteApi();
  });
  beforeEach(() => api.clear());
  afterAll(() => api.stop());

  const post = async (path: string, body: unknown, key: string, token?: string) => {
    const headers = { "content-type": "application/json", "idempotency-key": key };
    const response = await api.fetch(path, { method: "POST", headers, body: JSON.stringify(body) }, token);
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as { id: string; name: string; token: string },
    };
  };

  const count = async (path: string): Promise<number> => (await api.call("GET", path)).body.items.length;

  test("a repetition gets the first answer, and makes nothing", async () => {
    const first = await post("/v1/watchlists", { name: "Music" }, "key-1");
    const again = await post("/v1/watchlists", { name: "Music" }, "key-1");
    expect(first.status).toBe(201);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers.get("location")).toBe(first.headers.get("location"));
    expect([first, again].map(({ headers }) => headers.get("idempotency-replayed"))).toEqual([null, "true"]);
    expect(await count("/v1/watchlists")).toBe(2);
  });

  test("ten at once make one", async () => {
    const channel = { kind: "webhook", name: "hook", settings: { url: "http://127.0.0.1:9/hook" } };
    const answers = await Promise.all(Array.from({ length: 10 }, () => post("/v1/channels", channel, "key-2")));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(await count("/v1/channels")).toBe(1);
  });

  test("the key of another request is refused, that of another token is another key", async () => {
    await post("/v1/watchlists", { name: "Music" }, "key-3");
    expect((await post("/v1/watchlists", { name: "Sports" }, "key-3")).status).toBe(422);
    expect((await post("/v1/tokens", { name: "Music" }, "key-3")).status).toBe(422);
    const { body } = await post("/v1/tokens", { name: "other", scopes: ["write"] }, "key-4");
    expect((await post("/v1/watchlists", { name: "Sports" }, "key-3", body.token)).status).toBe(201);
  });

  test("the same body with another query is another request", async () => {
    const row = { kind: "live", name: "M", params: { userId: "1" }, watchlist: "Nobody has it" };
    const first = await post("/v1/targets/import", [row], "key-q");
    expect(first.status).toBe(422);
    const created = await post("/v1/targets/import?createWatchlists=true", [row], "key-r");
    expect(created.status).toBe(200);
    expect((await post("/v1/targets/import", [row], "key-r")).status).toBe(422);
    expect((await post("/v1/targets/import?createWatchlists=true", [row], "key-r")).body).toEqual(created.body);
  });

  test("an action that failed leaves its key free", async () => {
    const hook = { kind: "webhook", name: "hook", settings: { url: "http://127.0.0.1:9/hook" } };
    const { id } = (await api.call("POST", "/v1/channels", hook)).body;
    const digest = { name: "Movers", channelId: id, schedule: "0 9 * * 1" };
    const { body } = await api.call("POST", "/v1/digests", digest);
    const run = () => post(`/v1/digests/${body.id}/run`, {}, "key-run");
    await api.db.prepare("ALTER TABLE editions RENAME TO editions_away").run();
    const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const failed = await run().finally(() => api.db.prepare("ALTER TABLE editions_away RENAME TO editions").run());
    error.mockRestore();
    expect(failed.status).toBe(500);
    expect((await run()).status).toBe(201);
  });

  test("an error is not kept: the request may be mended and sent again", async () => {
    expect((await post("/v1/watchlists", { name: "" }, "key-5")).status).toBe(422);
    expect((await post("/v1/watchlists", { name: "Music" }, "key-5")).status).toBe(201);
  });

  test("a secret that was shown once is shown again to who repeats, and is sealed meanwhile", async () => {
    const first = await post("/v1/tokens", { name: "one", scopes: ["read"] }, "key-6");
    const again = await post("/v1/tokens", { name: "one", scopes: ["read"] }, "key-6");
    expect(again.body.token).toBe(first.body.token);
    const { results } = await api.db.prepare("SELECT * FROM requests").all();
    expect(results).toHaveLength(1);
    expect(JSON.stringify(results)).not.toContain(first.body.token);
  });

  test("a long answer is kept whole, and the work is done once", async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => ({
      kind: "live",
      name: `Creator ${index}`,
      params: { userId: index % 2 === 0 ? String(1000 + index) : "letters" },
    }));
    const send = () =>
      api.fetch("/v1/targets/import", {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": "key-7" },
        body: JSON.stringify(rows),
      });
    const first = await send();
    const text = await first.text();
    expect(text.length).toBeGreaterThan(700_000);
    const again = await send();
    expect([first.status, again.status, again.headers.get("idempotency-replayed")]).toEqual([200, 200, "true"]);
    expect(again.headers.get("content-type")).toBe(first.headers.get("content-type"));
    expect(await again.text()).toBe(text);
    const stored = await api.db.prepare("SELECT length(answer) AS n FROM requests").first<number>("n");
    expect(stored).toBeLessThan(text.length / 2);
    expect(await api.db.prepare("SELECT count(*) AS n FROM audit").first("n")).toBe(1);
  });

  test("an answer of 64 KB is still kept as it is", async () => {
    const { body } = await post(
      "/v1/channels",
      { kind: "webhook", name: "h", settings: { url: "http://127.0.0.1:9/h" } },
      "key-a",
    );
    const value = Array.from({ length: 55 }, () => "x".repeat(1000));
    const filters = [{ field: "data.name", op: "in", value }];
    const one = { name: "Long", events: ["*"], channelId: body.id, filters };
    const first = await post("/v1/subscriptions", one, "key-b");
    expect((await post("/v1/subscriptions", one, "key-b")).body).toEqual(first.body);
  });

  test("an answer that could not be kept is no reason to do the work again at once", async () => {
    const hook = { kind: "webhook", name: "hook", settings: { url: "http://127.0.0.1:9/hook" } };
    const { id } = (await api.call("POST", "/v1/channels", hook)).body;
    const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { db } = api;
    const prepare = (text: string) => {
      if (text.startsWith("UPDATE requests")) throw new Error("Network connection lost");
      return db.prepare(text);
    };
    api.env.DB = { prepare, batch: (all: D1PreparedStatement[]) => db.batch(all) } as unknown as D1Database;
    const headers = { "idempotency-key": "key-c" };
    const first = await api
      .fetch(`/v1/channels/${id}/test`, { method: "POST", headers })
      .finally(() => (api.env.DB = db));
    expect(first.status).toBe(200);
    expect(error.mock.calls.map(([line]) => String(line))).toEqual([expect.stringMatching(/"where":"idempotency: /)]);
    error.mockRestore();
    const row = await api.db.prepare("SELECT answer FROM requests").first();
    expect(row).toEqual({ answer: null });
  });

  test("a key ends after a day, and one whose request died after a minute", async () => {
    await post("/v1/watchlists", { name: "Music" }, "key-8");
    await api.db.prepare("UPDATE requests SET at = at - 86390000").run();
    expect((await post("/v1/watchlists", { name: "Dance" }, "key-8")).status).toBe(422);
    await api.db.prepare("UPDATE requests SET at = at - 10001").run();
    expect((await post("/v1/watchlists", { name: "Dance" }, "key-8")).status).toBe(201);
    await post("/v1/watchlists", { name: "Sports" }, "key-9");
    await api.db.prepare("UPDATE requests SET answer = NULL, at = at - 60001").run();
    expect((await post("/v1/watchlists", { name: "Games" }, "key-9")).status).toBe(201);
  });

  test("a repetition gets the first answer, though by now it would be refused", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const silence = { type: "live.*", until: new Date(Date.now() + 3_600_000).toISOString() };
      const first = await post("/v1/silences", silence, "key-e");
      vi.setSystemTime(Date.now() + 7_200_000);
      const again = await post("/v1/silences", silence, "key-e");
      expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
      expect((await post("/v1/silences", silence, "key-f")).status).toBe(422);
    } finally {
      vi.useRealTimers();
    }
  });

  test("a key must be visible ASCII, at most 255 characters", async () => {
    for (const key of ["", "a b", "x".repeat(256), "ü"]) {
      expect((await post("/v1/watchlists", { name: "Music" }, key)).status).toBe(400);
    }
  });
});

describe("if none match", () => {
  const TARGET = { kind: "live", name: "Maria", params: { userId: "7012" } };
  const HOOK = { kind: "webhook", settings: { url: "http://127.0.0.1:9/one" } };

  let api: RunningApi;
  /** Ids by the collection before them in a path. */
  const ids: Record<string, string> = { operations: "live.check" };
  let statements = 0;
  let counted = 0;

  beforeAll(async () => {
    api = await runSqliteApi();
    const created = async (path: string, body: object) => (await api.call("POST", path, body)).body.id as string;
    ids["targets"] = await created("/v1/targets", TARGET);
    const [moved, notified] = [
      await created("/v1/channels", { ...HOOK, name: "a" }),
      await created("/v1/channels", { ...HOOK, name: "b" }),
    ];
    await created("/v1/subscriptions", { name: "All", events: ["channel.*"], channelId: notified });
    await api.call("PATCH", `/v1/channels/${moved}`, { settings: { url: "http://127.0.0.1:9/two" } });
    for (const list of ["events", "deliveries"]) ids[list] = (await api.call("GET", `/v1/${list}`)).body.items[0].id;
    api.env.DB = metered(api.db, { statements: 0 }, Infinity, (name, by) => {
      if (name !== "d1|statements") return;
      statements += by;
      counted += by;
    });
  });
  afterAll(() => api.stop());

  /** A path of the operation with ids that exist; null where the contract suite of its resource makes them. */
  function addressOf(path: string): string | null {
    const [, collection] = /(\w+)\/\{\w+\}/.exec(path) ?? [];
    if (collection === undefined) return path;
    const id = ids[collection];
    return id === undefined ? null : path.replace(/\{\w+\}/, id);
  }

  const read = documentedRoutes.filter((route) => route.method === "get" && route.scope !== "public");
  const revalidated = read.filter(isRevalidated);

  test.each(revalidated)("$operation answers 304 to who has its answer, for the same statements", async ({ path }) => {
    const address = addressOf(path);
    if (address === null) return expect(path).toMatch(/^\/v1\/[\w-]+\/\{id\}$/);
    const costOf = async (headers: Record<string, string>) => {
      statements = 0;
      const answer = await api.fetch(address, { headers });
      return { answer, text: await answer.text(), statements };
    };
    const first = await costOf({});
    const tag = first.answer.headers.get("etag")!;
    expect([first.answer.status, tag]).toEqual([200, expect.stringMatching(/^"(\d+-)?[0-9a-f]{16}"$/)]);
    const again = await costOf({ "if-none-match": tag });
    // The clock is part of some answers.
    if (again.answer.status === 200) expect(again.text).not.toBe(first.text);
    else expect([again.answer.status, again.text, again.answer.headers.get("etag")]).toEqual([304, "", tag]);
    expect(again.answer.headers.get("content-type")).toBe(again.answer.status === 304 ? null : "application/json");
    expect(again.statements).toBeLessThanOrEqual(first.statements);
    expect((await costOf({ "if-none-match": '"0000000000000000"' })).answer.status).toBe(200);
  });

  test("only answers that the document gives a tag have one", async () => {
    expect([revalidated.length > 20, counted > 20]).toEqual([true, true]);
    for (const route of read.filter((one) => !isRevalidated(one) && !one.path.includes("{")))
      expect([route.path, (await api.fetch(route.path)).headers.get("etag")]).toEqual([route.path, null]);
  });

  test("what polls find about a target is news, but no obstacle to a change", async () => {
    const path = `/v1/targets/${ids["targets"]}`;
    const tag = (await api.fetch(path)).headers.get("etag")!;
    const requested = () => api.fetch(path, { headers: { "if-none-match": tag } });
    expect((await requested()).status).toBe(304);
    await api.call("POST", `${path}/poll`);
    expect((await requested()).status).toBe(200);
    const changed = await api.call("PATCH", path, { name: "Maria M." }, { "if-match": tag });
    expect(changed.status).toBe(200);
    expect((await api.call("PATCH", path, { name: "Ana" }, { "if-match": tag })).status).toBe(412);
  });
});
