import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { routes } from "../../src/wiring/api/routes.ts";
import { pages } from "../../src/wiring/pages/pages.ts";
import { metered } from "../../src/db/meter.ts";
import { HOST, OWN } from "../support/jar.ts";
import { FORM_TYPE, largeBody } from "../support/http-server.ts";
import { TOKEN } from "../support/setting.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

// What a request with a body of twelve megabytes costs before anybody knows who sends it: statements of the database, bytes of the answer.

const KIB = 1024;

/** What is refused is said in so few bytes, but for the page that signs in. */
const MAX_ANSWERED = 24 * KIB;

let api: RunningApi;
let statements = 0;
let tokens: Record<"read" | "write", string>;
beforeAll(async () => {
  api = await runSqliteApi();
  const make = async (scope: string) =>
    (await api.call("POST", "/v1/tokens", { name: scope, scopes: [scope] })).body.token as string;
  tokens = { read: await make("read"), write: await make("write") };
  api.env.DB = metered(api.db, { statements: 0 }, Infinity, (name, by) => {
    if (name === "d1|statements") statements += by;
  });
});
afterAll(() => api.stop());
afterEach(() => {
  statements = 0;
});

interface Cost {
  status: number;
  statements: number;
  answered: number;
}

/** Sends a body of twelve megabytes, of many fields or of one JSON text, and counts. */
async function costOf(method: string, path: string, headers: Record<string, string>): Promise<Cost> {
  statements = 0;
  const init = method === "GET" ? {} : { body: largeBody(headers["content-type"] ?? ""), duplex: "half" };
  const answer = await api.send(new Request(HOST + path, { method, headers, ...init } as RequestInit));
  const text = await answer.text();
  return { status: answer.status, statements, answered: text.length };
}

const filled = (path: string): string => path.replaceAll(/\{\w+\}/g, "none");

const FORGED = {
  nobody: {},
  "a token that is none of ours": { authorization: `Bearer ${"x".repeat(60)}` },
  "a token as we make them": { authorization: `Bearer tly_${"x".repeat(52)}` },
} as const;

describe.each(Object.entries(FORGED))("the API asked by %s", (who, headers) => {
  /** One that looks like ours is looked up. */
  const max = who.startsWith("a token as") ? 1 : 0;

  test("asks the database for nothing else, and says little", async () => {
    for (const { method, path, scope } of routes) {
      if (scope === "public") continue;
      const cost = await costOf(method.toUpperCase(), filled(path), { "content-type": "application/json", ...headers });
      expect([path, cost.status]).toEqual([path, 401]);
      expect(cost.statements, path).toBeLessThanOrEqual(max);
      expect(cost.answered, path).toBeLessThan(KIB);
    }
  });
});

test("public paths ask the database for what they show alone", async () => {
  const requested: Record<string, number> = {};
  for (const { path, scope } of routes.filter((one) => one.scope === "public")) {
    expect(scope).toBe("public");
    requested[path] = (await costOf("GET", `${filled(path)}?key=${"x".repeat(52)}`, {})).statements;
  }
  const none = Object.keys(requested).filter((path) => requested[path] === 0);
  expect(none).toEqual(expect.arrayContaining(["/openapi.json", "/docs", "/problems/{sort}"]));
  for (const [path, count] of Object.entries(requested)) expect(count, path).toBeLessThanOrEqual(1);
});

test.each(["read", "write"] as const)("what the scope %s may not send is refused in few words", async (scope) => {
  const open = ["public", "read", scope];
  const refused = routes.filter((one) => one.method !== "get" && !("harmless" in one) && !open.includes(one.scope));
  expect(refused.length).toBeGreaterThan(5);
  for (const { method, path } of refused) {
    const headers = { "content-type": "application/json", authorization: `Bearer ${tokens[scope]}` };
    const cost = await costOf(method.toUpperCase(), filled(path), headers);
    expect([path, cost.status]).toEqual([path, 403]);
    expect(cost.answered, path).toBeLessThan(KIB);
  }
});

const COOKIE = `__Host-session-8787-${"a".repeat(8)}=${"a".repeat(52)}`;

test.each([
  ["nobody", {}],
  ["a cookie that is none of ours", { cookie: COOKIE }],
])("forms sent by %s ask the database for nothing, and say little back", async (_who, own) => {
  const forms = pages.filter(({ method }) => method === "post");
  expect(forms.length).toBeGreaterThan(50);
  for (const { path } of forms) {
    const cost = await costOf("POST", filled(path), { "content-type": FORM_TYPE, ...OWN, ...own });
    expect(cost.status, path).toBeGreaterThanOrEqual(400);
    expect(cost.status, path).toBeLessThan(500);
    expect(cost.statements, path).toBeLessThanOrEqual(1);
    expect(cost.answered, path).toBeLessThan(MAX_ANSWERED);
  }
});

test("pages shown to nobody ask the database for nothing, but for what a key shows", async () => {
  for (const { path, method } of pages) {
    if (method !== "get") continue;
    const cost = await costOf("GET", filled(path), { accept: "text/html" });
    expect(cost.status, path).toBeLessThan(500);
    expect([path, cost.statements <= (path === "/shared" || path.startsWith("/sign-in") ? 1 : 0)]).toEqual([
      path,
      true,
    ]);
    expect(cost.answered, path).toBeLessThan(MAX_ANSWERED);
  }
});

test("the token of the configuration is found without asking the database", async () => {
  const cost = await costOf("GET", "/v1/nowhere", { authorization: `Bearer ${TOKEN}` });
  expect([cost.status, cost.statements]).toEqual([404, 0]);
});
