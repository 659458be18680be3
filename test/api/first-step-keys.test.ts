import type { IncomingMessage } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { serve, type TestServer } from "../support/http-server.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";
import { fieldsIn } from "../api/connecting.ts";

const KEY = "k4711-secret-of-the-service";
const SERVICE = "/first-steps/service";

let api: RunningApi;
let me: Visitor;
let service: TestServer;
let accepts: (request: IncomingMessage, url: URL) => boolean;
let refusal: unknown;
beforeAll(async () => {
  service = await serve((request, _body, response) => {
    const url = new URL(request.url!, "http://x");
    const right = accepts(request, url);
    const live = url.searchParams.get("uid") === "7012";
    response.writeHead(right ? 200 : 401, { "content-type": "application/json" });
    // An end is only there once it ended, and the data are a text.
    const data = { nick: live ? "Maria" : "Lena", started_at: 1_790_000_000, ended_at: live ? null : 1_790_000_900 };
    response.end(JSON.stringify(right ? { ok: true, data: JSON.stringify(data) } : refusal));
  });
  api = await runSqliteApi({ LIMITS: "local" });
  for (const name of ["UPSTREAM_BASE_URL", "UPSTREAM_USERNAME", "UPSTREAM_PASSWORD"]) delete api.env[name];
  me = await context(api);
});
beforeEach(async () => {
  await api.clear();
  me = await context(api);
  refusal = { error: "unauthorized" };
});
afterAll(() => Promise.all([api.stop(), service.close()]));

const form = (more: Record<string, string> = {}) =>
  Object.entries({
    "/account/baseUrl": `${service.url}/live?uid=7012`,
    "/account/username": "",
    "/account/password": "",
    live: "7012",
    off: "7018",
    ...more,
  });
const inHeader =
  (name: string, value = KEY) =>
  ({ headers }: IncomingMessage) =>
    headers[name] === value;

test("a refused key of a pasted command is named by its header; without one, a command is asked for", async () => {
  accepts = inHeader("x-token");
  refusal = { error: "bad key" };
  const command = `curl -H 'X-Token: wrong' '${service.url}/live?uid=7012'`;
  const wrong = (await me.send(SERVICE, form({ "/account/baseUrl": command }))).text;
  expect(wrong).toContain("The service refused the key in X-Token.");
  expect(wrong).toContain("The service says: “bad key”. Paste the command again with the right key.");
  const none = (await me.send(SERVICE, form())).text;
  expect(none).toContain("The service says: “bad key”.");
  expect(none).toContain("the key alone, or a curl command with its header (status 401).");
});

test.each<[string, Record<string, string>, typeof accepts, unknown, object]>([
  ["for nothing", {}, ({ headers }) => headers.authorization === undefined, undefined, { headers: {}, query: {} }],
  [
    "for a key in a header, pasted as curl",
    { "/account/baseUrl": `curl -H 'X-Token: ${KEY}' -H 'Accept: */*' 'URL/live?uid=7012'` },
    inHeader("x-token"),
    undefined,
    { headers: { "X-Token": "***" } },
  ],
  [
    "for a bearer token, pasted as curl",
    { "/account/baseUrl": `curl 'URL/live?uid=7012' -H "Authorization: Bearer ${KEY}"` },
    inHeader("authorization", `Bearer ${KEY}`),
    undefined,
    { headers: { Authorization: "***" } },
  ],
  [
    "for a user name and password, pasted as curl",
    { "/account/baseUrl": `curl -u tally:${KEY} 'URL/live?uid=7012'` },
    inHeader("authorization", `Basic ${btoa(`tally:${KEY}`)}`),
    undefined,
    { username: "tally" },
  ],
  [
    "for a key in the query, pasted as an address",
    { "/account/baseUrl": `URL/live?api_key=${KEY}&uid=7012` },
    (_request, url) => url.searchParams.get("api_key") === KEY,
    undefined,
    { query: { api_key: "***" } },
  ],
  [
    "for a key in a header that its refusal names",
    { "/account/password": KEY },
    inHeader("x-client-secret"),
    { message: "Missing or invalid X-Client-Secret header" },
    { headers: { "X-Client-Secret": "***" } },
  ],
  [
    "for a key in the usual places",
    { "/account/password": KEY },
    (_request, url) => url.searchParams.get("token") === KEY,
    undefined,
    { query: { token: "***" } },
  ],
])("a service that asks %s is connected in one form", async (_name, fields, holds, said, shown) => {
  accepts = holds;
  if (said !== undefined) refusal = said;
  const given = Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name, text.replace("URL", service.url)]),
  );
  const tried = await me.send(SERVICE, form(given));
  expect(tried.text).toContain("Maria</bdi> is live");
  expect(tried.text).not.toContain(KEY);
  // The form is sent again as it stands there, without the key.
  const kept = await me.send(`${SERVICE}/keep`, Object.entries(fieldsIn(tried.text.replaceAll("&#39;", "'"))));
  expect([kept.status, kept.to]).toEqual([303, SERVICE]);
  expect((await api.call("GET", "/v1/upstream/account")).body).toMatchObject({
    baseUrl: service.url,
    username: null,
    source: "api",
    ...shown,
  });
  const { body } = await api.call("GET", "/v1/targets");
  const verdicts = body.items.map((one: { status: { verdict: string } }) => one.status.verdict).toSorted();
  expect(verdicts).toEqual(["off", "on"]);
  const seen = await Promise.all(
    ["/v1/audit", "/v1/export", "/v1/upstream/operations"].map((path) => api.call("GET", path)),
  );
  expect(JSON.stringify(seen.map((one) => one.body as unknown))).not.toContain(KEY);
});

test("a refusal is told in the service's words, and the key stands nowhere", async () => {
  accepts = () => false;
  refusal = { message: `Missing or invalid X-Api-Key header: ${KEY} <b>` };
  const { status, text } = await me.send(SERVICE, form({ "/account/password": KEY }));
  expect(status).toBe(422);
  expect(text).toContain("Missing or invalid X-Api-Key header: *** &lt;b&gt;");
  expect(text).not.toContain(KEY);
});
