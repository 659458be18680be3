import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "../../src/wiring/api/routes.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await runSqliteApi();
});
afterAll(() => api.stop());

const JSON_TYPE = { "content-type": "application/json" };

/** A body that arrives in pieces, without a length. */
const chunked = (pieces: number, piece: string): RequestInit =>
  ({
    method: "POST",
    headers: JSON_TYPE,
    duplex: "half",
    body: new ReadableStream({
      type: "bytes",
      start(controller) {
        for (let index = 0; index < pieces; index++) controller.enqueue(new TextEncoder().encode(piece));
        controller.close();
      },
    }),
  }) as RequestInit;

test("an unknown path is 404, a wrong method 405 that says which are allowed", async () => {
  expect((await api.call("GET", "/v1/nowhere")).status).toBe(404);
  expect((await api.call("GET", "/nowhere")).status).toBe(404);
  const invalid = await api.call("PUT", "/v1/targets");
  expect(invalid.status).toBe(405);
  expect(invalid.headers.get("allow")).toBe("GET, HEAD, POST");
  expect((await api.call("POST", "/healthz")).status).toBe(405);
  const action = await api.call("GET", "/v1/targets/import");
  expect([action.status, action.headers.get("allow")]).toEqual([405, "POST"]);
});

test("malformed JSON is 400", async () => {
  for (const body of ["{", "", "nonsense", '{"name":"a"', "{'name':1}"]) {
    const response = await api.fetch("/v1/watchlists", { method: "POST", body, headers: JSON_TYPE });
    expect(response.status).toBe(400);
  }
});

test("what is not JSON by its media type is 415", async () => {
  for (const type of [
    "text/plain",
    "application/jsonp",
    "application/merge-patch+json",
    "application/x-www-form-urlencoded",
  ]) {
    const init = { method: "POST", body: '{"name":"a"}', headers: { "content-type": type } };
    expect((await api.fetch("/v1/watchlists", init)).status).toBe(415);
  }
  const typed = { "content-type": 'Application/JSON; charset="utf-8"' };
  expect((await api.fetch("/v1/watchlists", { method: "POST", body: '{"name":"typed"}', headers: typed })).status).toBe(
    201,
  );
  const merge = { "content-type": "application/merge-patch+json" };
  const patch = { method: "PATCH", body: '{"description":"x"}', headers: merge };
  expect((await api.fetch("/v1/watchlists/wl_default", patch)).status).toBe(200);
});

test("a body over 1 MiB is 413, counted as it comes", async () => {
  const over = await api.fetch("/v1/watchlists", chunked(70, "x".repeat(16_384)));
  expect(over.status).toBe(413);
  const long = await api.fetch("/v1/watchlists", {
    method: "POST",
    headers: JSON_TYPE,
    body: "x".repeat(1024 * 1024 + 1),
  });
  expect(long.status).toBe(413);
  const within = await api.fetch("/v1/watchlists", chunked(64, " ".repeat(16_384)));
  expect(within.status).toBe(400);
});

test("a body that is well-formed but no resource is 422", async () => {
  for (const body of [[], "text", 7, null, true]) {
    const answer = await api.call("POST", "/v1/watchlists", body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toHaveLength(1);
  }
  const deep = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
  const patched = await api.fetch("/v1/watchlists/wl_default", { method: "PATCH", body: deep, headers: JSON_TYPE });
  expect(patched.status).toBe(422);
});

test("every wrong field is told by its pointer", async () => {
  const answer = await api.call("POST", "/v1/targets", {
    kind: "live",
    name: " ",
    params: { userId: "abc", "a/b~c": 1 },
    intervalSeconds: 59,
    priority: 4,
    enabled: "yes",
    settings: { confirmOn: 0, what: true },
    status: {},
  });
  expect(answer.status).toBe(422);
  expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual([
    "/enabled",
    "/intervalSeconds",
    "/name",
    "/params/a~1b~0c",
    "/params/userId",
    "/priority",
    "/settings/confirmOn",
    "/settings/what",
    "/status",
  ]);
  const missing = await api.call("POST", "/v1/targets", { kind: "live" });
  expect(missing.body.errors).toContainEqual({ pointer: "/name", message: "is required" });
  expect(missing.body.errors).toContainEqual({ pointer: "/params", message: "is required" });
});

test("an unknown kind is 422 and names the known ones", async () => {
  for (const kind of ["nope", "constructor", "__proto__", 7, undefined]) {
    const answer = await api.call("POST", "/v1/targets", { kind, name: "a", params: {} });
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0].pointer).toBe("/kind");
  }
  expect(
    (await api.call("POST", "/v1/targets", { kind: "nope", name: "a", params: {} })).body.errors[0].message,
  ).toContain("live");
  const channel = await api.call("POST", "/v1/channels", { kind: "nope", name: "a", settings: {} });
  expect(channel.body.errors[0].message).toContain("webhook");
});

test("members named like the language's own are unknown fields", async () => {
  const body = '{"name":"proto","__proto__":{"description":"x"},"constructor":1}';
  const response = await api.fetch("/v1/watchlists", { method: "POST", body, headers: JSON_TYPE });
  expect(response.status).toBe(422);
  const patch = { method: "PATCH", body: '{"__proto__":{"name":"x"}}', headers: JSON_TYPE };
  expect((await api.fetch("/v1/watchlists/wl_default", patch)).status).toBe(422);
});

test("token, scope, existence and body are judged in this order", async () => {
  const broken = { method: "PATCH", body: "{", headers: { "content-type": "text/plain" } };
  for (const thing of ["watchlists", "targets", "channels", "subscriptions"]) {
    expect((await api.fetch(`/v1/${thing}/none`, broken, null)).status).toBe(401);
    expect((await api.fetch(`/v1/${thing}/none`, broken)).status).toBe(404);
  }
  expect((await api.fetch("/v1/targets/none/poll", { ...broken, method: "POST" })).status).toBe(404);
  expect((await api.fetch("/v1/watchlists/wl_default", broken)).status).toBe(415);
});

test("query parameters that are wrong are 400", async () => {
  const bad = [
    "/v1/targets?limit=0",
    "/v1/targets?limit=201",
    "/v1/targets?limit=ten",
    "/v1/targets?limit=",
    "/v1/targets?cursor=nonsense",
    `/v1/targets?cursor=${btoa("[1]")}`,
    `/v1/events?cursor=${btoa('[1,"a"]')}`,
    "/v1/targets?enabled=maybe",
    "/v1/targets?kind=nope",
    "/v1/events?since=yesterday",
    "/v1/events?until=2026-13-01T00:00:00Z",
    "/v1/events?type=*.started",
    "/v1/deliveries?status=lost",
    "/v1/upstream/operations?limit=0",
  ];
  for (const path of bad) expect([path, (await api.call("GET", path)).status]).toEqual([path, 400]);
  expect((await api.call("DELETE", "/v1/watchlists/wl_default?cascade=perhaps")).status).toBe(400);
});

test.each(routes)("$operation refuses a query parameter that it does not know, and names it", async (route) => {
  const path = route.path.replaceAll(/\{\w+\}/g, "some_id");
  for (const name of ["whatever", "__proto__", "constructor", "Limit"]) {
    const answer = await api.call(route.method.toUpperCase(), `${path}?${name}=1`);
    expect(answer.body).toMatchObject({ type: "/problems/query", status: 400 });
    const known = Object.keys(route.query?.().shape ?? {});
    const meant = name === "Limit" && known.includes("limit") ? "; did you mean limit?" : ".";
    expect(answer.body.detail).toBe(`Query parameter ${name}: is not known here${meant}`);
  }
  const guarded = route.scope !== "public";
  expect((await api.fetch(`${path}?whatever`, { method: route.method.toUpperCase() }, null)).status).toBe(
    guarded ? 401 : 400,
  );
});

test("an unknown name is answered with the one that may have been meant", async () => {
  const requested = async (path: string) => (await api.call("GET", path)).body.detail;
  expect(await requested("/v1/targets?watchlist=wl_default")).toBe(
    "Query parameter watchlist: is not known here; did you mean watchlistId?",
  );
  expect(await requested("/v1/targets?kind=lives")).toMatch(
    /^Query parameter kind: must be one of: live, .*; did you mean live\?$/,
  );
  const errors = async (path: string, body: object) => (await api.call("POST", path, body)).body.errors;
  expect(await errors("/v1/targets", { kind: "Live", name: "a", params: { userId: "1" }, watchlist: "b" })).toEqual([
    { pointer: "/kind", message: expect.stringMatching(/; did you mean live\?$/) },
    { pointer: "/watchlist", message: "is not a known field; did you mean watchlistId?" },
  ]);
  expect(
    await errors("/v1/targets", { kind: "live", name: "a", params: { userid: "1" }, settings: { grace: 1 } }),
  ).toEqual(
    expect.arrayContaining([
      { pointer: "/params/userid", message: "is not a known field; did you mean userId?" },
      { pointer: "/settings/grace", message: "is not a known field" },
    ]),
  );
  const [error] = await errors("/v1/subscriptions", { name: "a", channelId: "ch_1", events: ["live.start"] });
  expect(error).toMatchObject({
    pointer: "/events/0",
    message: expect.stringContaining("; did you mean live.started? known are: "),
  });
});

test("a long name of a parameter is cut, and known ones go on being read", async () => {
  const long = await api.call("GET", `/healthz?${"%F0%9F%98%80".repeat(500)}=1`);
  expect(long.status).toBe(400);
  expect(long.body.detail.length).toBeLessThan(150);
  expect((await api.call("GET", "/v1/targets?limit=200&limit=7&q=")).status).toBe(200);
});

test("an action takes no body or {}", async () => {
  const { body: target } = await api.call("POST", "/v1/targets", { kind: "live", name: "a", params: { userId: "1" } });
  const poll = `/v1/targets/${target.id}/poll`;
  expect((await api.call("POST", poll)).status).toBe(200);
  expect((await api.call("POST", poll, {})).status).toBe(200);
  expect((await api.call("POST", poll, { force: true })).body.errors[0].pointer).toBe("/force");
  expect((await api.call("POST", poll, [])).status).toBe(422);
  expect(
    (await api.fetch(poll, { method: "POST", body: "{}", headers: { "content-type": "text/plain" } })).status,
  ).toBe(415);
  expect((await api.fetch(poll, { method: "POST", body: "{", headers: JSON_TYPE })).status).toBe(400);
});

test("things that are not there are 404", async () => {
  const paths = [
    "watchlists/x",
    "targets/x",
    "targets/x/events",
    "targets/x/sessions",
    "targets/x/samples",
    "channels/x",
    "subscriptions/x",
    "events/x",
    "deliveries/x",
  ];
  for (const path of paths) expect((await api.call("GET", `/v1/${path}`)).status).toBe(404);
  for (const path of paths.slice(0, 2)) expect((await api.call("DELETE", `/v1/${path}?cascade=true`)).status).toBe(404);
  for (const path of ["targets/x/poll", "channels/x/test", "deliveries/x/replay"]) {
    expect((await api.call("POST", `/v1/${path}`)).status).toBe(404);
  }
});
