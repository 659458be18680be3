import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { resources } from "../../src/resources/registry.ts";
import type { Declared } from "../../src/resources/resource.ts";
import { typeName } from "../../src/resources/view.ts";
import { createApp } from "../../src/wiring/api/app.ts";
import type { LimitablePorts } from "../../src/wiring/api/limited.ts";
import { routes } from "../../src/wiring/api/routes.ts";
import type { Scope } from "../../src/features/people/resource/scopes.ts";
import { Jar } from "../support/jar.ts";
import { TOKEN } from "../support/setting.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

const PICTURES = ["/pictures/{key}.png", "/pictures/{key}.csv", "/pictures/{key}.svg"];
/** Who has a feed key needs no token. */
const FEEDS = [
  "/feeds/live.ics",
  "/feeds/forecast.ics",
  "/feeds/events.atom",
  "/badge/{targetId}.svg",
  "/hooks/{key}",
  "/feeds/report.html",
];

/** Chat services sign their requests. */
const CHATS = ["/chat/discord", "/chat/slack/commands", "/chat/slack/interactions", "/chat/telegram/{botId}"];

const PUBLIC = ["/healthz", "/openapi.json", "/docs", "/problems/{sort}", ...PICTURES, ...FEEDS, ...CHATS];

/** A path as the document writes it. */
const documentedPath = (path: string): string =>
  path.replaceAll(/:(\w+)(?:\{\[\^\/\]\+\\(\.\w+)\})?/g, (_, name: string, end = "") => `{${name}}${end}`);

let api: RunningApi;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  api = await runSqliteApi();
  for (const scope of ["read", "write", "admin", "expired"]) {
    const scopes = [scope === "expired" ? "admin" : scope];
    const created = await api.call("POST", "/v1/tokens", { name: scope, scopes, expiresAt: "2099-01-01" });
    tokens[scope] = created.body.token;
    if (scope === "expired") await api.call("PATCH", `/v1/tokens/${created.body.id}`, { expiresAt: "2020-01-01" });
  }
});
afterAll(() => api.stop());

/** An app whose every token has this scope, and that has nothing behind it. */
const appFor = (scope: Scope) =>
  createApp(
    () => ({ identify: () => Promise.resolve({ tokenId: null, name: "any", scope }) }) as unknown as LimitablePorts,
  );

const registered = [...new Set(appFor("admin").routes.map(({ method, path }) => `${method} ${path}`))];

const requests = registered.flatMap((name) => {
  const [method, path] = name.split(" ") as [string, string];
  if (path === "/*" || PUBLIC.includes(documentedPath(path))) return [];
  return [
    { method: method === "ALL" ? "PUT" : method, path: path.replace("*", "nowhere").replaceAll(/:\w+/g, "some_id") },
  ];
});

test.each(requests)("$method $path wants a token", async ({ method, path }) => {
  for (const token of [null, "wrong", "x".repeat(43)]) {
    const response = await api.fetch(path, { method }, token);
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect(response.headers.get("content-type")).toBe("application/problem+json");
  }
});

test("every operation of the document is registered, and nothing else is", () => {
  const documented = routes.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  const own = registered.filter((name) => !name.startsWith("ALL "));
  expect(own.map(documentedPath).toSorted()).toEqual(documented.toSorted());
});

test("only health, the documents about the API, pictures, feeds, hints and chats are public", () => {
  expect(routes.filter(({ scope }) => scope === "public").map(({ path }) => path)).toEqual(PUBLIC);
});

const open = ({ scope }: Declared): boolean => scope === undefined;

/** What each operation needs, said once more: one that is not here fails. Of resources only tokens and chats are for admins alone. */
const NEEDED: Record<Scope | "public", string[]> = {
  public: [
    "getHealth",
    "getOpenApi",
    "getDocs",
    "getProblemType",
    "getPicture",
    "getDrawing",
    "getDigestTable",
    "getClientReport",
    "getLiveCalendar",
    "getForecastCalendar",
    "getEventFeed",
    "getBadge",
    "hint",
    "answerDiscord",
    "answerSlackCommand",
    "answerSlackPress",
    "answerTelegram",
  ],
  read: [
    "getStatus",
    "getPlan",
    "getMetrics",
    "exportConfig",
    ...resources.filter(open).flatMap((of) => [`list${typeName(of)}s`, `get${typeName(of)}`]),
    "listEvents",
    "getEvent",
    "listDeliveries",
    "getDelivery",
    "listTargetEvents",
    "listSessions",
    "getAirtimeReport",
    "listTargetSessions",
    "listTargetSamples",
    "listOperations",
    "askAsAgent",
  ],
  write: [
    ...resources.filter(open).flatMap((of) => ["create", "change", "delete"].map((verb) => verb + typeName(of))),
    "importTargets",
    "importSessions",
    "claimEvent",
    "releaseEvent",
    "pollTarget",
    "probeOperation",
    "testChannel",
    "replayDead",
    "replayDelivery",
    "previewSubscription",
    "backtestSubscription",
    "previewDigest",
    "runDigest",
    "applyConfig",
  ],
  admin: [
    "listTokens",
    "createToken",
    "getToken",
    "changeToken",
    "deleteToken",
    "listChats",
    "createChat",
    "getChat",
    "changeChat",
    "deleteChat",
    "listAudit",
    "listSignIns",
    "deleteSignIn",
    "getAccount",
    "setAccount",
    "getSettings",
    "setSettings",
    "downloadBackup",
    "deleteAccount",
    "setOperation",
    "deleteOperation",
    "sealAnew",
    "createInvitation",
  ],
};

test("of resources only tokens and chats are for admins alone", () => {
  expect(resources.filter((of) => !open(of)).map(({ name }) => name)).toEqual(["tokens", "chats"]);
});

test("each operation needs the scope that is said here, and none is forgotten", () => {
  const scopeOf = new Map(Object.entries(NEEDED).flatMap(([scope, names]) => names.map((name) => [name, scope])));
  expect(routes.map(({ operation, scope }) => [operation, scope])).toEqual(
    routes.map(({ operation }) => [operation, scopeOf.get(operation)]),
  );
});

const guarded = routes.filter(({ scope }) => scope !== "public");

test.each(guarded)("$operation refuses an expired token, and one of a lesser scope", async (route) => {
  const path = route.path.replaceAll(/\{\w+\}/g, "some_id");
  const method = route.method.toUpperCase();
  expect((await api.fetch(path, { method }, tokens.expired)).status).toBe(401);
  const scope = route.scope as Scope;
  for (const lesser of (["read", "write"] as const).slice(0, ["read", "write", "admin"].indexOf(scope))) {
    const answer = await api.fetch(path, { method }, tokens[lesser]);
    expect([lesser, answer.status, answer.headers.get("content-type")]).toEqual([
      lesser,
      403,
      "application/problem+json",
    ]);
  }
  expect([401, 403]).not.toContain((await api.fetch(path, { method }, tokens[scope])).status);
});

test("answers tell browsers to keep, guess and frame nothing", async () => {
  for (const path of ["/healthz", "/v1/targets", "/v1/nowhere", "/nowhere", "/openapi.json"]) {
    const { headers } = await api.fetch(path);
    expect(headers.get("cache-control")).toBe(
      path === "/docs" || path === "/openapi.json" ? "private, no-cache" : "private, no-store",
    );
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  }
});

test("a thousand failed tries from one address are too many, for bad tokens only", async () => {
  const from = { headers: { "cf-connecting-ip": "192.0.2.7" } };
  let last = 401;
  for (let tries = 0; tries <= 1000; tries++) last = (await api.fetch("/v1/targets", from, null)).status;
  expect(last).toBe(429);
  expect((await api.fetch("/v1/targets", from, null)).headers.get("retry-after")).toMatch(/^\d+$/);
  expect((await api.fetch("/v1/targets", from)).status).toBe(200);
  expect((await api.fetch("/v1/targets", {}, null)).status).toBe(401);
});

test("a wrong configuration is named on every path, its values never", async () => {
  const invalid = await runSqliteApi({ ADMIN_TOKEN: "too short", LIMITS: "plenty" });
  const health = await invalid.fetch("/healthz");
  expect(health.status).toBe(503);
  expect(await health.json()).toMatchObject({ status: "down" });
  const response = await invalid.fetch("/v1/targets");
  expect(response.status).toBe(503);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  const text = await response.text();
  expect(text).toContain("ADMIN_TOKEN");
  expect(text).toContain("LIMITS");
  expect(text).not.toContain("too short");
  expect(text).not.toContain("plenty");
  await invalid.stop();
});

test("a bug answers 500 and tells nothing", async () => {
  const app = createApp(
    () =>
      ({
        identify: () => Promise.resolve({ tokenId: null, name: "any", scope: "admin", watchlistIds: null }),
        keep: { list: () => Promise.reject(new Error("secret detail")) },
      }) as unknown as LimitablePorts,
  );
  const reported: unknown[] = [];
  const { error } = console;
  console.error = (line: unknown) => reported.push(line);
  const response = await app.request("/v1/watchlists", { headers: { authorization: "Bearer any" } });
  console.error = error;
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain("secret detail");
  expect(String(reported[0])).toContain("secret detail");
});

test("the page of a bug tells nothing but the request's id, by which the log is searched", async () => {
  const api = await runSqliteApi();
  const { db } = api;
  const broken = {
    prepare(sql: string) {
      if (sql.includes("goals")) throw new Error("secret detail");
      return db.prepare(sql);
    },
    batch: (statements: D1PreparedStatement[]) => db.batch(statements),
  } as D1Database;
  const jar = new Jar((request) => api.send(request));
  await jar.send("/sign-in", { token: TOKEN, next: "/" });
  const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const response = await jar.through((request) => api.send(request, { ...api.env, DB: broken })).open("/goals");
  const reported = error.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, string>);
  error.mockRestore();
  expect(response.status).toBe(500);
  const text = await response.text();
  expect(text).not.toContain("secret detail");
  const requestId = response.headers.get("x-request-id")!;
  expect(text).toContain(`Request ${requestId}`);
  expect(reported).toMatchObject([{ where: "pages", requestId, message: expect.stringContaining("secret detail") }]);
  await api.stop();
});
