import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await runSqliteApi();
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

const create = (more: object = {}) => api.call("POST", "/v1/tokens", { name: "Dashboard", scopes: ["read"], ...more });

test("a token's secret is shown once, and only its hash is kept", async () => {
  const created = await create();
  expect(created.status).toBe(201);
  expect(created.headers.get("location")).toBe(`/v1/tokens/${created.body.id}`);
  const { token, ...shown } = created.body;
  expect(token).toMatch(/^tly_[0-9a-z]{52}$/);
  expect(shown).toEqual({
    id: expect.stringMatching(/^tok_/),
    name: "Dashboard",
    scopes: ["read"],
    watchlistIds: null,
    email: null,
    createdAt: expect.any(String),
    expiresAt: null,
    lastUsedAt: null,
  });
  expect((await api.call("GET", `/v1/tokens/${shown.id}`)).body).toEqual(shown);
  expect((await api.call("GET", "/v1/tokens")).body).toEqual({ items: [shown], nextCursor: null });
  const { results } = await api.db.prepare("SELECT * FROM tokens").all();
  expect(JSON.stringify(results)).not.toContain(token);
});

test("the highest of its scopes counts", async () => {
  const { body } = await create({ scopes: ["admin", "read"] });
  expect(body.scopes).toEqual(["read", "admin"]);
  expect((await api.fetch("/v1/tokens", {}, body.token)).status).toBe(200);
});

test("its last use is noted, to the minute", async () => {
  const { body } = await create();
  const { body: other } = await create({ name: "Unused" });
  await api.fetch("/v1/targets", {}, body.token);
  expect((await api.call("GET", `/v1/tokens/${other.id}`)).body.lastUsedAt).toBeNull();
  const once = (await api.call("GET", `/v1/tokens/${body.id}`)).body.lastUsedAt;
  expect(Date.parse(once)).toBeGreaterThan(Date.now() - 10_000);
  await api.fetch("/v1/targets", {}, body.token);
  expect((await api.call("GET", `/v1/tokens/${body.id}`)).body.lastUsedAt).toBe(once);
});

test("a token ends when it expires, or is deleted", async () => {
  const { body } = await create({ expiresAt: "2099-01-01T00:00:00Z" });
  const works = async () => (await api.fetch("/v1/targets", {}, body.token)).status;
  expect(await works()).toBe(200);
  const ended = await api.call("PATCH", `/v1/tokens/${body.id}`, { expiresAt: "2020-01-01" });
  expect(ended.body.expiresAt).toBe("2020-01-01T00:00:00.000Z");
  expect(await works()).toBe(401);
  await api.call("PATCH", `/v1/tokens/${body.id}`, { expiresAt: null });
  expect(await works()).toBe(200);
  expect((await api.call("DELETE", `/v1/tokens/${body.id}`)).status).toBe(204);
  expect(await works()).toBe(401);
  expect((await api.call("DELETE", `/v1/tokens/${body.id}`)).status).toBe(404);
});

test("what does not fit is told by field", async () => {
  const invalid: [object, string][] = [
    [{ name: "" }, "/name"],
    [{ scopes: [] }, "/scopes"],
    [{ scopes: ["root"] }, "/scopes/0"],
    [{ expiresAt: "soon" }, "/expiresAt"],
    [{ expiresAt: "2020-01-01T00:00:00.000Z" }, "/expiresAt"],
    [{ token: "mine" }, "/token"],
  ];
  for (const [more, pointer] of invalid) {
    const answer = await create(more);
    expect([more, answer.status, answer.body.errors[0].pointer]).toEqual([more, 422, pointer]);
  }
});
