import { afterAll, beforeAll, expect, test } from "vitest";
import { startSystem, type System } from "../support/system.ts";

const START = Date.UTC(2026, 0, 5, 12);
const MINUTE = 60_000;
const PASSWORD = "a secret that nobody is shown";

let system: System;
let account: { baseUrl: string; username: string; password: string };

beforeAll(async () => {
  system = await startSystem({ UPSTREAM_BASE_URL: "", UPSTREAM_USERNAME: "", UPSTREAM_PASSWORD: "" });
  account = { baseUrl: system.upstream.url, username: "someone", password: PASSWORD };
});

afterAll(() => system.stop());

const put = (path: string, body: unknown) => system.api("PUT", path, body);
/** Why it is not well, that these ticks are of another year aside. */
const reasons = async (): Promise<string[]> =>
  (await system.api("GET", "/healthz")).body.reasons.filter((reason: string) => reason !== "no_ticks");
const probe = (more: object = {}) =>
  system.api("POST", "/v1/upstream/probe", { operation: "live.check", params: { userId: "7012" }, ...more });

test("without a service nothing is polled, and it says so", async () => {
  const created = await system.api("POST", "/v1/targets", { kind: "live", name: "Maria", params: { userId: "7012" } });
  expect(created.status).toBe(201);
  await system.tick(START);
  expect(system.upstream.calls).toEqual([]);
  expect(await reasons()).toEqual(["not_connected"]);
  const { body } = await system.api("GET", "/v1/status");
  const problem = body.reasons.find((one: { reason: string }) => one.reason === "not_connected");
  expect(problem.detail).toMatch(/PUT \/v1\/upstream\/account/);
  const nobody = { baseUrl: null, username: null, headers: {}, query: {}, source: null };
  expect((await system.api("GET", "/v1/upstream/account")).body).toMatchObject(nobody);
  expect((await probe()).status).toBe(409);
});

test.each<[string, object, string]>([
  ["an address inside", { baseUrl: "https://10.0.0.1/api" }, "/baseUrl"],
  ["a query", { baseUrl: "https://api.example.com/?key=1" }, "/baseUrl"],
  ["no user", { username: "" }, "/username"],
  ["a field that is none", { token: "x" }, "/token"],
])("%s is refused", async (_, invalid, pointer) => {
  const { status, body } = await put("/v1/upstream/account", { ...account, ...invalid });
  expect(status).toBe(422);
  expect(body.errors.map((one: { pointer: string }) => one.pointer)).toEqual([pointer]);
});

test("an account is tried without being kept", async () => {
  const { status, body } = await probe({ account });
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 200, decoded: { verdict: "off" }, fault: null });
  expect(JSON.stringify(body)).not.toContain(PASSWORD);
  expect((await system.api("GET", "/v1/upstream/account")).body.source).toBeNull();
  const invalid = await probe({ account: { ...account, baseUrl: "http://192.168.0.1" } });
  expect(invalid.body.errors[0].pointer).toBe("/account/baseUrl");
});

test("an account that is given is polled with from the next tick on, and its password is nowhere to be read", async () => {
  const { status, body } = await put("/v1/upstream/account", account);
  expect(status).toBe(200);
  expect(body).toMatchObject({ baseUrl: account.baseUrl, username: "someone", headers: {}, query: {}, source: "api" });
  system.upstream.calls.length = 0;
  await system.tick(START + MINUTE);
  const basic = `Basic ${Buffer.from(`someone:${PASSWORD}`).toString("base64")}`;
  expect(system.upstream.calls.map(({ authorization }) => authorization)).toEqual([basic]);
  expect(await reasons()).toEqual([]);
  const stored = [
    await system.api("GET", "/v1/audit"),
    await system.api("GET", "/v1/export"),
    await system.db.prepare("SELECT * FROM ticker").all(),
    await system.db.prepare("SELECT * FROM audit").all(),
    system.log,
  ];
  expect(JSON.stringify(stored)).not.toContain(PASSWORD);
});

test("how an operation is called is tried, kept, and taken back", async () => {
  const definition = {
    path: "/v2/on",
    query: { id: "{userId}" },
    verdict: "/data/live",
    on: ["yes"],
    off: ["no"],
  };
  system.upstream.interfere = ({ path }) =>
    path === "/v2/on" ? { body: JSON.stringify({ code: 0, data: { live: "yes" } }) } : null;
  expect((await probe({ definition })).body).toMatchObject({ decoded: { verdict: "on" } });
  expect((await probe()).body).toMatchObject({ decoded: { verdict: "off" } });
  const invalid = await put("/v1/upstream/operations/live.check", { path: "no slash", verdict: "x" });
  expect(invalid.body.errors.map((one: { pointer: string }) => one.pointer)).toEqual(["/path", "/verdict"]);
  const stored = await put("/v1/upstream/operations/live.check", definition);
  expect(stored.body).toMatchObject({ name: "live.check", path: "/v2/on", source: "config" });
  await system.tick(START + 2 * MINUTE);
  expect((await system.api("GET", "/v1/status")).body.liveNow).toMatchObject([{ name: "Maria" }]);
  expect((await system.api("DELETE", "/v1/upstream/operations/live.check")).status).toBe(204);
  expect((await system.api("DELETE", "/v1/upstream/operations/live.check")).status).toBe(404);
  expect((await probe()).body).toMatchObject({ decoded: { verdict: "off" } });
  expect((await put("/v1/upstream/operations/no%22name", definition)).status).toBe(404);
});

test("another account opens the gate that the one before had closed", async () => {
  system.upstream.interfere = ({ authorization }) =>
    authorization?.includes(Buffer.from("someone:").toString("base64").slice(0, 10)) === true
      ? { status: 401, body: "{}" }
      : null;
  await system.tick(START + 3 * MINUTE);
  expect(await reasons()).toEqual(["upstream_unauthorized"]);
  await put("/v1/upstream/account", { ...account, username: "another" });
  system.upstream.calls.length = 0;
  await system.tick(START + 4 * MINUTE);
  expect(system.upstream.calls).toHaveLength(1);
  expect(await reasons()).toEqual([]);
});

test("only admins see or change it", async () => {
  const { token } = (await system.api("POST", "/v1/tokens", { name: "writer", scopes: ["write"] })).body;
  const as = (method: string, path: string, body?: object) =>
    fetch(system.base + path, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).then(({ status }) => status);
  expect(await as("GET", "/v1/upstream/account")).toBe(403);
  expect(await as("PUT", "/v1/upstream/account", account)).toBe(403);
  expect(await as("DELETE", "/v1/upstream/operations/live.check")).toBe(403);
  const requested = { operation: "live.check", params: { userId: "7012" } };
  expect(await as("POST", "/v1/upstream/probe", { ...requested, account })).toBe(403);
  expect(await as("POST", "/v1/upstream/probe", { ...requested, definition: { path: "/x" } })).toBe(403);
  expect(await as("POST", "/v1/upstream/probe", requested)).toBe(200);
});

test.each(["headers", "query"])(
  "the values of an account's %s are nowhere to be read, whatever their names",
  async (where) => {
    const { baseUrl } = account;
    const secret = `s3cret-of-${where}`;
    expect((await put("/v1/upstream/account", { baseUrl, [where]: { "X-Two": secret } })).status).toBe(200);
    expect((await put("/v1/upstream/account", { baseUrl: "nowhere", [where]: { plain: secret } })).status).toBe(422);
    await probe({ account: { baseUrl, [where]: { "X-Three": secret } } });
    await system.tick(START + 10 * MINUTE);
    const stored = [
      await system.api("GET", "/v1/audit"),
      await system.api("GET", "/v1/export"),
      await system.db.prepare("SELECT * FROM ticker").all(),
      await system.db.prepare("SELECT * FROM audit").all(),
      system.log,
    ];
    expect(JSON.stringify(stored)).not.toContain(secret);
  },
);
