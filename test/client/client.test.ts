import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createClient, TallylightError, type ClientOptions } from "../../packages/client/src/index.ts";
import { runSqliteApi, type RunningApi } from "../api/running-api.ts";
import { TOKEN } from "../support/setting.ts";

const BASE = "http://api.test";

let api: RunningApi;
beforeAll(async () => {
  api = await runSqliteApi();
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

/** A client of the API in this process. */
const client = (more: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: BASE, token: TOKEN, fetch: (url, init) => api.send(new Request(url, init)), ...more });

const target = (userId: string) => ({ kind: "live" as const, name: `Creator ${userId}`, params: { userId } });

const refused = async (call: Promise<unknown>): Promise<TallylightError> => {
  const thrown: unknown = await call.then(
    () => null,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(TallylightError);
  return thrown as TallylightError;
};

test("creates, reads, changes and deletes", async () => {
  const tally = client();
  const created = await tally.post("/v1/targets", { body: target("7012") });
  expect(created.params).toMatchObject({ userId: "7012" });
  const path = { id: created.id };
  expect(await tally.get("/v1/targets/{id}", { path })).toEqual(created);
  expect(await tally.patch("/v1/targets/{id}", { path, body: { name: "Ana" } })).toMatchObject({ name: "Ana" });
  expect(await tally.delete("/v1/targets/{id}", { path, query: { cascade: true } })).toBeUndefined();
  expect((await refused(tally.get("/v1/targets/{id}", { path }))).status).toBe(404);
});

test("lists every item, page by page, from a given cursor", async () => {
  const tally = client();
  const body = Array.from({ length: 25 }, (_, index) => target(String(index + 1)));
  await tally.post("/v1/targets/import", { body });
  const names: string[] = [];
  for await (const { name } of tally.list("/v1/targets", { query: { limit: 10, kind: "live" } })) names.push(name);
  expect(names).toHaveLength(25);
  expect(new Set(names).size).toBe(25);
  const pages = [];
  for await (const page of tally.pages("/v1/targets", { query: { limit: 10 } })) pages.push(page);
  expect(pages.map(({ items }) => items.length)).toEqual([10, 10, 5]);
  const rest = tally.list("/v1/targets", { query: { limit: 10, cursor: pages[0]!.nextCursor! } });
  expect((await rest.next()).value).toEqual(pages[1]!.items[0]);
  await rest.return();
});

test("sends and reads other types than JSON", async () => {
  const tally = client();
  const csv = "kind,name,userId\nlive,Anna,8001\nlive,Ben,letters\n";
  const { summary } = await tally.post("/v1/targets/import", { body: csv, contentType: "text/csv" });
  expect(summary).toEqual({ created: 1, existing: 0, failed: 1 });
  expect(await tally.text("/v1/events", "text/csv")).toMatch(/^id,type,/);
});

test("names the fields that are wrong, and never the token", async () => {
  const invalid = { ...target("letters"), watchlist: "x" };
  const error = await refused(client().post("/v1/targets", { body: invalid }));
  expect(error).toMatchObject({ status: 422, type: "/problems/invalid", retryAfterSeconds: null });
  expect(error.errors.map(({ field, pointer }) => [field, pointer])).toEqual([
    ["params.userId", "/params/userId"],
    ["watchlist", "/watchlist"],
  ]);
  expect(error.message).toMatch(/^422 Invalid content: .*params\.userId must be .*did you mean watchlistId\?/);
  const unknown = await refused(client({ token: "no-such-token" }).get("/v1/status"));
  expect(unknown.status).toBe(401);
  expect(`${JSON.stringify(unknown)} ${unknown.message} ${unknown.stack}`).not.toContain("no-such-token");
});

test("says what uses a resource", async () => {
  const tally = client();
  const settings = { url: "http://127.0.0.1:9/hook" };
  const { id: channelId } = await tally.post("/v1/channels", { body: { kind: "webhook", name: "Mine", settings } });
  await tally.post("/v1/subscriptions", { body: { name: "All", events: ["live.*"], channelId } });
  const error = await refused(tally.delete("/v1/channels/{id}", { path: { id: channelId } }));
  expect([error.status, error.usedBy]).toMatchObject([409, [{ type: "subscription", name: "All" }]]);
});

test("reads again only what has changed, and changes only what is as it was read", async () => {
  const tally = client();
  const { data, etag } = await tally.answer("post", "/v1/watchlists", { body: { name: "Music" } });
  const path = { id: data.id };
  expect(await tally.changed("/v1/watchlists/{id}", etag!, { path })).toBeNull();
  await tally.patch("/v1/watchlists/{id}", { path, body: { name: "Songs" }, ifMatch: etag! });
  expect((await tally.changed("/v1/watchlists/{id}", etag!, { path }))!.data.name).toBe("Songs");
  const late = tally.patch("/v1/watchlists/{id}", { path, body: { name: "Late" }, ifMatch: etag! });
  expect((await refused(late)).status).toBe(412);
});

test("an idempotency key carries a POST out once", async () => {
  const tally = client();
  const options = { body: { name: "Music" }, idempotencyKey: "key-1" };
  const [first, second] = [await tally.post("/v1/watchlists", options), await tally.post("/v1/watchlists", options)];
  expect(second).toEqual(first);
});

test.each(["a/b", "..", "%2e%2e", "a?b#c", "é"])("an id such as %s stays one part of the path", async (id) => {
  const requested: string[] = [];
  const fetch: ClientOptions["fetch"] = async (url) => {
    requested.push(url);
    return Response.json({});
  };
  const call = client({ fetch, baseUrl: "https://tally.example/under/" }).get("/v1/targets/{id}", { path: { id } });
  if (id === "..") return expect(call).rejects.toThrow(TypeError);
  await call;
  expect(requested).toEqual([`https://tally.example/under/v1/targets/${encodeURIComponent(id)}`]);
});

test.each([
  [{ baseUrl: "nowhere" }, /baseUrl/],
  [{ token: " " }, /token/],
])("refuses %o", (invalid, reported) => {
  expect(() => client(invalid)).toThrow(reported);
});
