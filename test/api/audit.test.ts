import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await runSqliteApi();
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

const as = (token: string, address = "203.0.113.7") => ({
  post: async (path: string, body?: unknown, method = "POST") => {
    const headers = { "content-type": "application/json", "cf-connecting-ip": address };
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    return (await api.fetch(path, { method, headers, ...text }, token)).status;
  },
});

const tokenOf = async (scope: string) =>
  (await api.call("POST", "/v1/tokens", { name: scope, scopes: [scope] })).body as { id: string; token: string };

const entries = async () => (await api.call("GET", "/v1/audit?limit=200")).body.items;

test("every change is told with who made it, from where and what came of it, newest first", async () => {
  const token = (await api.call("POST", "/v1/tokens", { name: "Anna", scopes: ["write"] })).body;
  expect(await as(token.token).post("/v1/watchlists", { name: "Music" })).toBe(201);
  const id = (await api.call("GET", "/v1/watchlists")).body.items[1].id;
  await api.call("PATCH", `/v1/watchlists/${id}`, { description: "Bands" });
  await api.call("GET", "/v1/watchlists");
  expect((await api.call("PATCH", `/v1/watchlists/${id}`, { name: "" })).status).toBe(422);
  await api.call("DELETE", `/v1/watchlists/${id}?cascade=true`);
  const admin = { tokenId: null, name: "ADMIN_TOKEN" };
  const common = { at: expect.any(String), actor: admin, subject: id, address: null, requestId: expect.any(String) };
  expect(await entries()).toEqual([
    { ...common, operation: "deleteWatchlist", request: { cascade: true }, status: 204 },
    { ...common, operation: "changeWatchlist", request: { name: "" }, status: 422 },
    { ...common, operation: "changeWatchlist", request: { description: "Bands" }, status: 200 },
    {
      ...common,
      actor: { tokenId: token.id, name: "Anna" },
      operation: "createWatchlist",
      request: { name: "Music" },
      status: 201,
      address: "203.0.113.7",
    },
    {
      ...common,
      operation: "createToken",
      subject: token.id,
      request: { name: "Anna", scopes: ["write"] },
      status: 201,
    },
  ]);
});

test("an entry names its request as the answer does, refused or not, whoever chose the id", async () => {
  const call = (method: string, path: string, body: object, headers = {}) =>
    api.call(method, path, body, { "idempotency-key": crypto.randomUUID(), ...headers });
  const answers = [
    await call("POST", "/v1/watchlists", { name: "Music" }),
    await call("POST", "/v1/watchlists", { name: "" }),
    await call("POST", "/v1/watchlists", { name: "Bands" }, { "x-request-id": "mine.1" }),
  ];
  const ids = answers.map(({ headers }) => headers.get("x-request-id"));
  expect(new Set(ids).size).toBe(3);
  expect(ids[2]).toBe("mine.1");
  const stored = (await entries()).map((one: { requestId: string }) => one.requestId);
  expect(stored.toReversed()).toEqual(ids);
});

test("what is refused is told with its status and the address; what nobody could read, and what only looks, is not", async () => {
  const read = await tokenOf("read");
  const write = await tokenOf("write");
  const before = (await entries()).length;
  expect(await as(read.token, "198.51.100.1").post("/v1/watchlists", { name: "x" })).toBe(403);
  expect(await as(write.token).post("/v1/tokens", { name: "mine", scopes: ["admin"] })).toBe(403);
  expect(await as(write.token).post("/v1/watchlists/wl_none", {}, "PATCH")).toBe(404);
  expect(await as(write.token).post("/v1/watchlists/wl_default", undefined, "DELETE")).toBe(409);
  expect(await as(write.token).post("/v1/watchlists", { name: 1 })).toBe(422);
  expect(await as("nobody's").post("/v1/watchlists", { name: "x" })).toBe(401);
  expect((await api.fetch("/v1/watchlists", { method: "POST", body: "{" }, write.token)).status).toBe(415);
  expect((await api.fetch("/v1/tokens", {}, write.token)).status).toBe(403);
  expect(await as(write.token).post("/v1/subscriptions/preview", {})).toBe(422);
  const notified = (await entries()).slice(0, -before).toReversed();
  expect(
    notified.map(({ operation, status, address, actor }: any) => [operation, status, address, actor.name]),
  ).toEqual([
    ["createWatchlist", 403, "198.51.100.1", "read"],
    ["createToken", 403, "203.0.113.7", "write"],
    ["changeWatchlist", 404, "203.0.113.7", "write"],
    ["deleteWatchlist", 409, "203.0.113.7", "write"],
    ["createWatchlist", 422, "203.0.113.7", "write"],
    ["listTokens", 403, null, "write"],
  ]);
});

test("who reads secrets, sealed as they are, is told; so is who may not read what they ask for, in one entry with a count", async () => {
  const read = await tokenOf("read");
  await api.call("GET", "/v1/export");
  await api.call("GET", "/v1/export?secrets=encrypted");
  for (let n = 0; n < 9; n++) {
    expect((await api.fetch("/v1/audit", {}, read.token)).status).toBe(403);
    expect((await api.fetch("/v1/export?secrets=encrypted", {}, read.token)).status).toBe(403);
  }
  expect((await api.fetch("/v1/export?secrets=encrypted&format=x", {}, read.token)).status).toBe(400);
  const notified = (await entries()).slice(0, -1);
  expect(
    notified.map(({ operation, status, actor, request }: any) => [operation, status, actor.name, request]),
  ).toEqual([
    ["exportConfig", 403, "read", { count: 8 }],
    ["listAudit", 403, "read", { count: 8 }],
    ["exportConfig", 200, "ADMIN_TOKEN", { secrets: "encrypted" }],
  ]);
});

test("what changes nothing fills the log no further than 5,000 entries a day: more are counted; a change has its own", async () => {
  const write = await tokenOf("write");
  const fill = (at: number) =>
    api.db
      .prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
         INSERT INTO audit (at, token_name, operation, request, status) SELECT ?1, 'x', 'x', 'null', 200 FROM n`,
      )
      .bind(at)
      .run();
  const rows = async () => (await api.db.prepare("SELECT count(*) AS n FROM audit").first<number>("n"))!;
  const refusals = async (count: number) => {
    for (let n = 0; n < count; n++) await as(write.token).post("/v1/watchlists", { name: 1 });
  };
  for (const _ of [1, 2]) await fill(Date.now() - 86_400_000);
  const before = await rows();
  await refusals(3);
  expect((await rows()) - before).toBe(3);
  await fill(Date.now());
  const full = await rows();
  await refusals(20);
  expect((await entries())[0]).toMatchObject({ operation: "createWatchlist", status: 422, request: { count: 16 } });
  await api.fetch("/v1/audit", {}, write.token);
  expect((await rows()) - full).toBe(2);
  expect(await as(write.token).post("/v1/watchlists", { name: "Music" })).toBe(201);
  expect((await entries())[0]).toMatchObject({ operation: "createWatchlist", status: 201, request: { name: "Music" } });
  expect((await rows()) - full).toBe(3);
});

test("tests, polls, probes and imports are told", async () => {
  const hook = { kind: "webhook", name: "hook", settings: { url: "http://127.0.0.1:9/hook" } };
  const channel = (await api.call("POST", "/v1/channels", hook)).body.id;
  const target = { kind: "live", name: "a", params: { userId: "1" } };
  const { items } = (await api.call("POST", "/v1/targets/import", [target, { kind: "live" }])).body;
  await api.call("POST", `/v1/channels/${channel}/test`);
  await api.call("POST", `/v1/targets/${items[0].id}/poll`);
  await api.call("POST", "/v1/upstream/probe", { operation: "live.check", params: { userId: "1" } });
  expect((await entries()).map(({ operation, subject, request }: any) => [operation, subject, request])).toEqual([
    ["probeOperation", null, { operation: "live.check", params: { userId: "1" } }],
    ["pollTarget", items[0].id, null],
    ["testChannel", channel, null],
    ["importTargets", null, { rows: 2, failed: 1 }],
    ["createChannel", channel, { ...hook, settings: { url: "…" } }],
  ]);
});

test("a document that changes a thousand things hides nothing: destinations and what is gone come first, all are named", async () => {
  const list = (name: string) => ({ name, id: `wl_${name}` });
  const hook = { kind: "webhook", name: "hook", id: "ch_hook" };
  const put = (document: object, query = "") => api.call("PUT", `/v1/config${query}`, { version: 1, ...document });
  const names = Array.from({ length: 250 }, (_, n) => `n${n}`);
  await put({
    watchlists: [list("old"), list("kept")],
    channels: [{ ...hook, settings: { url: "http://127.0.0.1:9/a" } }],
  });
  const before = (await entries()).length;
  const changed = {
    watchlists: [...names.map(list), list("kept")],
    channels: [{ ...hook, settings: { url: "http://127.0.0.1:9/b" } }],
  };
  await put(changed, "?dryRun=true");
  expect((await put(changed)).status).toBe(200);
  const notified = (await entries()).slice(0, -before);
  expect(notified.map(({ operation, request }: any) => [operation, request.changes.length, request.count])).toEqual([
    ["applyConfig", 100, 252],
    ["applyConfig", 100, 252],
    ["applyConfig", 52, 252],
  ]);
  const all = notified.flatMap(({ request }: any) => request.changes);
  expect(all.slice(0, 2)).toEqual(['change channel ch_hook "hook" settings', 'delete watchlist wl_old "old"']);
  for (const name of names) expect(all).toContain(`create watchlist wl_${name} "${name}"`);
});

/** Runs this while nobody can write the log; answers what operators read meanwhile. */
async function withoutLog(act: () => Promise<unknown>): Promise<string[]> {
  const reported: string[] = [];
  const error = vi.spyOn(console, "error").mockImplementation((line) => reported.push(String(line)));
  await api.db.prepare("ALTER TABLE audit RENAME TO audit_away").run();
  try {
    await act();
  } finally {
    await api.db.prepare("ALTER TABLE audit_away RENAME TO audit").run();
    error.mockRestore();
  }
  return reported;
}

test("no change without its entry: a log that cannot be written takes it back, is told loudly, and leaves the key free", async () => {
  const settings = { url: "http://127.0.0.1:9/very-secret" };
  const post = async () => {
    const headers = { "content-type": "application/json", "idempotency-key": "key-1" };
    const body = JSON.stringify({ kind: "webhook", name: "once", settings });
    return api.fetch("/v1/channels", { method: "POST", headers, body });
  };
  const document = { version: 1, channels: [], watchlists: [{ name: "Music" }] };
  const stored = (await api.call("POST", "/v1/channels", { kind: "webhook", name: "kept", settings })).body;
  const reported = await withoutLog(async () => {
    expect((await post()).status).toBe(500);
    expect((await api.call("PATCH", `/v1/channels/${stored.id}`, { name: "changed" })).status).toBe(500);
    expect((await api.call("DELETE", `/v1/channels/${stored.id}`)).status).toBe(500);
    expect((await api.call("PUT", "/v1/config", document)).status).toBe(500);
    expect(
      (await api.call("POST", "/v1/targets/import", [{ kind: "live", name: "a", params: { userId: "1" } }])).status,
    ).toBe(500);
    const { items } = (await api.call("GET", "/v1/channels")).body;
    expect(items.map(({ name }: { name: string }) => name)).toEqual(["kept"]);
    expect((await api.call("GET", "/v1/targets")).body.items).toEqual([]);
    expect((await api.call("GET", "/v1/watchlists")).body.items).toHaveLength(1);
    expect((await api.db.prepare("SELECT * FROM requests").all()).results).toEqual([]);
    expect((await api.call("PATCH", "/v1/watchlists/wl_none", {})).status).toBe(404);
  });
  expect(reported.filter((line) => /"where":"audit: .*createChannel/.test(line))).toHaveLength(1);
  expect(reported.join()).not.toContain("very-secret");
  const first = await post();
  expect([first.status, first.headers.get("idempotency-replayed")]).toEqual([201, null]);
  expect(await (await post()).text()).toBe(await first.text());
  const notified = (await entries()).map(({ operation, status }: any) => [operation, status]);
  expect(notified).toEqual([
    ["createChannel", 201],
    ["createChannel", 201],
  ]);
});

test("what was sent is not taken back by a log that cannot be written: it stands, and is told loudly", async () => {
  const hook = { kind: "webhook", name: "hook", settings: { url: "http://127.0.0.1:9/very-secret" } };
  const { id } = (await api.call("POST", "/v1/channels", hook)).body;
  const send = () => api.fetch(`/v1/channels/${id}/test`, { method: "POST", headers: { "idempotency-key": "key-1" } });
  const reported = await withoutLog(async () => {
    const first = await send();
    const again = await send();
    expect([first.status, again.status, again.headers.get("idempotency-replayed")]).toEqual([200, 200, "true"]);
    expect(await again.text()).toBe(await first.text());
  });
  expect(reported).toEqual([expect.stringMatching(/"where":"audit: .*testChannel/)]);
  expect(reported.join()).not.toContain("very-secret");
});

test("secrets are never in it, and a large request is cut", async () => {
  const url = "http://127.0.0.1:9/hook/very-secret";
  await api.call("POST", "/v1/channels", { kind: "webhook", name: "n".repeat(150), settings: { url } });
  await api.call("POST", "/v1/watchlists", { name: "Music", description: "d".repeat(900) });
  const { body } = await api.call("GET", "/v1/audit");
  expect(body.items[1].request.settings).toEqual({ url: "…" });
  expect(body.items[0].request.description).toHaveLength(201);
  expect(JSON.stringify(body)).not.toContain("very-secret");
});

test("it is read page by page", async () => {
  for (const name of ["a", "b", "c"]) await api.call("POST", "/v1/watchlists", { name });
  const first = await api.call("GET", "/v1/audit?limit=2");
  const rest = await api.call("GET", `/v1/audit?limit=2&cursor=${encodeURIComponent(first.body.nextCursor)}`);
  const names = [...first.body.items, ...rest.body.items].map(({ request }) => request.name);
  expect(names).toEqual(["c", "b", "a"]);
  expect(rest.body.nextCursor).toBeNull();
});

test("what is kept of a request is bounded, whatever its shape", async () => {
  const wide = (depth: number): unknown =>
    depth === 0
      ? "x".repeat(300)
      : Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`k${n}`, wide(depth - 1)]));
  expect((await api.call("POST", "/v1/watchlists", { name: "Music", more: wide(2), and: wide(2) })).status).toBe(422);
  const row = await api.db.prepare("SELECT length(request) AS n FROM audit").first<number>("n");
  expect(row).toBeLessThan(30_000);
});
