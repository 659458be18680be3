import type { IncomingMessage } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { serve, type TestServer } from "../support/http-server.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

const KEY = "k-4711/secret value";

/** The ways to prove oneself, and how the service checks them. */
const WAYS: [name: string, account: object, holds: (request: IncomingMessage, url: URL) => boolean, names: object][] = [
  [
    "a user name and password",
    { username: "tally", password: KEY },
    ({ headers }) => headers.authorization === `Basic ${btoa(`tally:${KEY}`)}`,
    { username: "tally", headers: {}, query: {} },
  ],
  [
    "a header",
    { headers: { "X-Api-Key": KEY } },
    ({ headers }) => headers["x-api-key"] === KEY && headers.authorization === undefined,
    { username: null, headers: { "X-Api-Key": "***" }, query: {} },
  ],
  [
    "a bearer token",
    { headers: { Authorization: `Bearer ${KEY}` } },
    ({ headers }) => headers.authorization === `Bearer ${KEY}`,
    { username: null, headers: { Authorization: "***" }, query: {} },
  ],
  [
    "a query parameter",
    { query: { api_key: KEY } },
    ({ headers }, { searchParams }) => searchParams.get("api_key") === KEY && headers.authorization === undefined,
    { username: null, headers: {}, query: { api_key: "***" } },
  ],
  [
    "nothing",
    {},
    ({ headers }, { searchParams }) => headers.authorization === undefined && !searchParams.has("api_key"),
    { username: null, headers: {}, query: {} },
  ],
];

let api: RunningApi;
let service: TestServer;
let holds: (request: IncomingMessage, url: URL) => boolean = () => false;
const seen: string[] = [];
beforeAll(async () => {
  service = await serve((request, _body, response) => {
    const url = new URL(request.url!, "http://x");
    const right = holds(request, url);
    seen.push(JSON.stringify([request.url, request.headers]));
    response.writeHead(right ? 200 : 401, { "content-type": "application/json" });
    // The service repeats what it was sent: nobody may read it in our answers.
    const echo = { url: request.url, headers: request.headers, decoded: [...url.searchParams.values()] };
    const rows = [{ user_id: "7012", alive: true, room_id: "77" }];
    response.end(JSON.stringify(right ? { code: 0, data: { data: rows }, echo } : { code: 401, echo }));
  });
  api = await runSqliteApi({ UPSTREAM_POLLS_PER_MINUTE: "10000", LIMITS: "local" });
  for (const name of ["UPSTREAM_BASE_URL", "UPSTREAM_USERNAME", "UPSTREAM_PASSWORD"]) delete api.env[name];
});
beforeEach(() => api.clear());
afterAll(() => Promise.all([api.stop(), service.close()]));

/** The key in any form in which it could be read. */
const FORMS = [KEY, encodeURIComponent(KEY), KEY.replace(" ", "+"), btoa(`tally:${KEY}`)];
const expectHidden = (body: unknown) => {
  for (const form of FORMS) expect(JSON.stringify(body)).not.toContain(form);
};

test.each(WAYS)("an account with %s polls, and its key is shown nowhere", async (_name, account, check, names) => {
  holds = check;
  const probe = { operation: "live.check", params: { userId: "7012" } };
  const tried = await api.call("POST", "/v1/upstream/probe", {
    ...probe,
    account: { baseUrl: service.url, ...account },
  });
  expect(tried.body).toMatchObject({ status: 200, fault: null, decoded: { verdict: "on" } });
  expectHidden(tried.body);
  const set = await api.call("PUT", "/v1/upstream/account", { baseUrl: service.url, ...account });
  expect(set.body).toEqual({ baseUrl: service.url, ...names, pollsPerMinute: 10_000, source: "api" });
  expect((await api.call("GET", "/v1/upstream/account")).body).toEqual(set.body);
  const { body: target } = await api.call("POST", "/v1/targets", {
    kind: "live",
    name: "M",
    params: { userId: "7012" },
  });
  const polled = await api.call("POST", `/v1/targets/${target.id}/poll`, {});
  expect(polled.body).toMatchObject({ verdict: "on" });
  const all = await Promise.all(
    ["/v1/export", "/v1/audit", "/v1/status", `/v1/targets/${target.id}`].map((path) => api.call("GET", path)),
  );
  expectHidden(all.map(({ body }) => body));
  holds = () => false;
  const refused = await api.call("POST", "/v1/upstream/probe", probe);
  expect(refused.body).toMatchObject({ status: 401, fault: { kind: "refused" } });
  expectHidden(refused.body);
});

test.each<[object, string]>([
  [{ username: "x" }, "/password"],
  [{ password: "x" }, "/username"],
  [{ headers: { Host: "x" } }, "/headers/Host"],
  [{ headers: { "X-A": "a\r\nB: c" } }, "/headers/X-A"],
  [{ headers: { "X-A": "***" } }, "/headers/X-A"],
  [{ headers: { Authorization: "Bearer x" }, username: "a", password: "b" }, "/headers"],
  [{ query: { "a b": "x" } }, "/query/a b"],
  [{ query: { a: 1 } }, "/query/a"],
  [{ token: "x" }, "/token"],
])("%j is refused at %s", async (account, pointer) => {
  const { status, body } = await api.call("PUT", "/v1/upstream/account", { baseUrl: service.url, ...account });
  expect(status).toBe(422);
  expect(body.errors).toEqual([expect.objectContaining({ pointer })]);
});

test("the environment sets headers and query parameters, and wins", async () => {
  holds = ({ headers }, { searchParams }) => headers["x-api-key"] === KEY && searchParams.get("app") === "7";
  const env = {
    UPSTREAM_BASE_URL: service.url,
    UPSTREAM_HEADERS: JSON.stringify({ "X-Api-Key": KEY }),
    UPSTREAM_QUERY: '{"app":"7"}',
  };
  const provided = await runSqliteApi({ ...env, LIMITS: "local" });
  for (const name of ["UPSTREAM_USERNAME", "UPSTREAM_PASSWORD"]) delete provided.env[name];
  try {
    await provided.call("PUT", "/v1/upstream/account", { baseUrl: service.url });
    expect((await provided.call("GET", "/v1/upstream/account")).body).toEqual({
      baseUrl: service.url,
      username: null,
      headers: { "X-Api-Key": "***" },
      query: { app: "***" },
      pollsPerMinute: 60,
      source: "environment",
    });
    const probe = { operation: "live.check", params: { userId: "7012" } };
    expect((await provided.call("POST", "/v1/upstream/probe", probe)).body).toMatchObject({ status: 200 });
  } finally {
    await provided.stop();
  }
});
