import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Problem, problemTypes, sortOf, problemSorts as sorts, typeOf } from "../../src/http/problem.ts";
import { resources } from "../../src/resources/registry.ts";
import { routes } from "../../src/wiring/api/routes.ts";
import { documentedRoutes } from "../../tools/openapi/documented-routes.ts";
import { problemWords } from "../../tools/openapi/problem-words.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

describe("errors", () => {
  describe("errors", () => {
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
      expect(
        (await api.fetch("/v1/watchlists", { method: "POST", body: '{"name":"typed"}', headers: typed })).status,
      ).toBe(201);
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
      expect(await errors("/v1/targets", { kind: "Live", name: "a", params: { userId: "1" }, watchlist: "b" })).toEqual(
        [
          { pointer: "/kind", message: expect.stringMatching(/; did you mean live\?$/) },
          { pointer: "/watchlist", message: "is not a known field; did you mean watchlistId?" },
        ],
      );
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

    test("a parameter that is given twice is refused, even with the same value", async () => {
      for (const path of [
        "/v1/targets?limit=7&limit=7",
        "/v1/events?type=*&limit=1&type=live.*",
        "/v1/targets?q=&q=",
      ]) {
        const answer = await api.call("GET", path);
        expect([answer.status, answer.body.type]).toEqual([400, "/problems/query"]);
        expect(answer.body.detail).toMatch(/^Query parameter (limit|type|q): must be given once\.$/);
      }
      expect((await api.call("DELETE", "/v1/watchlists/none?cascade=true&cascade=true")).status).toBe(400);
    });

    test.each(resources)("what only answers of $name have is read-only in a request", async (of) => {
      const fields = ["id", "createdAt", ...Object.keys(of.computedFields ?? {})].filter(
        (field) => !Object.hasOwn(of.form().shape, field),
      );
      const body = { ...of.example.body, ...Object.fromEntries(fields.map((field) => [field, "x"])), createdAtt: 1 };
      const { errors } = (await api.call("POST", `/v1/${of.name}`, body)).body;
      for (const field of fields) expect(errors).toContainEqual({ pointer: `/${field}`, message: "is read-only" });
      expect(errors).toContainEqual({
        pointer: "/createdAtt",
        message: expect.stringMatching(/^is not a known field/),
      });
    });

    test("read-only fields are refused in a change too, and only at the top", async () => {
      const patch = { status: {}, snapshot: 1, learnedHours: [], updatedAt: "x", settings: { id: 1 } };
      const { body: target } = await api.call("POST", "/v1/targets", {
        kind: "live",
        name: "fixed",
        params: { userId: "990" },
      });
      const { status, body } = await api.call("PATCH", `/v1/targets/${target.id}`, patch);
      expect(status).toBe(422);
      const words = body.errors.map(({ pointer, message }: Record<string, string>) => `${pointer} ${message}`);
      expect(words.toSorted()).toEqual([
        "/learnedHours is read-only",
        "/settings/id is not a known field",
        "/snapshot is read-only",
        "/status is read-only",
        "/updatedAt is read-only",
      ]);
    });

    test("a refused repetition names what it would repeat", async () => {
      const live = { kind: "live", name: "twice", params: { userId: "991" } };
      const { body: target } = await api.call("POST", "/v1/targets", live);
      const again = await api.call("POST", "/v1/targets", { ...live, name: "other" });
      expect(again.body).toMatchObject({ status: 409, existing: { type: "target", id: target.id } });
      const { body: rest } = await api.call("POST", "/v1/targets", { ...live, params: { userId: "992" } });
      const changed = await api.call("PATCH", `/v1/targets/${rest.id}`, { params: live.params });
      expect(changed.body).toMatchObject({ status: 409, existing: { type: "target", id: target.id } });
      const list = await api.call("POST", "/v1/watchlists", { name: "default" });
      expect(list.body).toMatchObject({ status: 409, existing: { type: "watchlist", id: "wl_default" } });
      const holder = { name: "a", scopes: ["read"], email: "a@example.com" };
      const { body: token } = await api.call("POST", "/v1/tokens", holder);
      const second = await api.call("POST", "/v1/tokens", holder);
      expect(second.body).toMatchObject({ status: 422, existing: { type: "token", id: token.id } });
    });

    test("a long name of a parameter is cut", async () => {
      const long = await api.call("GET", `/healthz?${"%F0%9F%98%80".repeat(500)}=1`);
      expect(long.status).toBe(400);
      expect(long.body.detail.length).toBeLessThan(150);
    });

    test("an action takes no body or {}", async () => {
      const { body: target } = await api.call("POST", "/v1/targets", {
        kind: "live",
        name: "a",
        params: { userId: "1" },
      });
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
      for (const path of paths.slice(0, 2))
        expect((await api.call("DELETE", `/v1/${path}?cascade=true`)).status).toBe(404);
      for (const path of ["targets/x/poll", "channels/x/test", "deliveries/x/replay"]) {
        expect((await api.call("POST", `/v1/${path}`)).status).toBe(404);
      }
    });
  });

  describe("problems", () => {
    let api: RunningApi;
    beforeAll(async () => {
      api = await runSqliteApi();
    });
    afterAll(() => api.stop());

    test.each(sorts)("the type of %s leads to what it means and what to do", async (sort) => {
      const { type, title, status, detail } = (await new Problem(sort, "This one.")
        .response()
        .json()) as never as Record<string, string>;
      expect({ type, title, status, detail }).toEqual({
        type: `/problems/${sort}`,
        ...problemTypes[sort],
        detail: "This one.",
      });
      const led = await api.fetch(type!, {}, null);
      expect([led.status, led.headers.get("location")]).toEqual([302, `/docs#problem-${sort}`]);
      const page = (await (await api.fetch("/docs", {}, null)).text())
        .replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">")
        .replaceAll("&#39;", "'")
        .replaceAll(/<\/?code>/g, "`");
      const place = page.split(`<h3 id="problem-${sort}">`)[1]!.split("<h3")[0]!;
      for (const words of [title!, ...Object.values(problemWords[sort])]) expect(place).toContain(words);
    });

    test("a status has one sort that stands for it, and a sort that nobody knows no page", async () => {
      for (const sort of sorts)
        expect(problemTypes[sortOf(problemTypes[sort].status)].status).toBe(problemTypes[sort].status);
      for (const path of ["/problems/nope", "/problems/constructor", "/problems"]) {
        const answer = await api.call("GET", path);
        expect([path, answer.status, answer.body.type]).toEqual([path, 404, typeOf("not-found")]);
      }
    });

    test("problems of one status are told apart by their type", async () => {
      const used = await api.call("DELETE", "/v1/watchlists/wl_default");
      expect(used.body.type).toBe(typeOf("conflict"));
      const { body: list } = await api.call("POST", "/v1/watchlists", { name: "used" });
      expect((await api.call("POST", "/v1/watchlists", { name: "used" })).body.type).toBe(typeOf("conflict"));
      await api.call("POST", "/v1/targets", { kind: "live", name: "a", params: { userId: "1" }, watchlistId: list.id });
      expect((await api.call("DELETE", `/v1/watchlists/${list.id}`)).body.type).toBe(typeOf("in-use"));
      const post = (body: object) =>
        api.fetch("/v1/watchlists", {
          method: "POST",
          headers: { "idempotency-key": "one", "content-type": "application/json" },
          body: JSON.stringify(body),
        });
      await post({ name: "one" });
      expect(await (await post({ name: "two" })).json()).toMatchObject({ type: typeOf("key-reused"), status: 422 });
      expect((await api.call("POST", "/v1/watchlists", {})).body.type).toBe(typeOf("invalid"));
      expect((await api.call("GET", "/v1/targets?cursor=nonsense")).body.type).toBe(typeOf("query"));
    });
  });
});

describe("headers of every answer", () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await runSqliteApi({ WRITES_PER_MINUTE: "3" });
  });
  afterAll(() => api.stop());

  const limitOf = ({ headers }: { headers: Headers }) =>
    ["limit", "remaining", "reset"].map((name) => headers.get(`ratelimit-${name}`));

  test("each answer has an id of its own, or the request's where that is a plain one", async () => {
    const idOf = async (path: string, headers: Record<string, string> = {}, token?: string | null) =>
      (await api.fetch(path, { headers }, token)).headers.get("x-request-id");
    const own = [await idOf("/healthz"), await idOf("/v1/nowhere"), await idOf("/v1/targets", {}, null)];
    for (const id of own) expect(id).toMatch(/^[\w-]{36}$/);
    expect(new Set(own).size).toBe(3);
    expect(await idOf("/v1/targets", { "x-request-id": "job-7.a" })).toBe("job-7.a");
    for (const bad of ["a b", "x".repeat(65), "<script>"])
      expect(await idOf("/v1/targets", { "x-request-id": bad })).toMatch(/^[\w-]{36}$/);
  });

  test("an answer to a request that counts says what is left of the token's minute", async () => {
    const { token } = (await api.call("POST", "/v1/tokens", { name: "few", scopes: ["write"] })).body;
    const post = (body: object) => api.call("POST", "/v1/watchlists", body, {}, token);
    const answers = [await post({ name: "counted" }), await post({}), await post({ name: "counted" }), await post({})];
    expect(answers.map(({ status }) => status)).toEqual([201, 422, 409, 429]);
    expect(answers.map((answer) => limitOf(answer).slice(0, 2))).toEqual([
      ["3", "2"],
      ["3", "1"],
      ["3", "0"],
      ["3", "0"],
    ]);
    for (const answer of answers) expect(Number(limitOf(answer)[2])).toBeGreaterThan(0);
    expect(limitOf(await api.call("GET", "/v1/targets", undefined, {}, token))).toEqual([null, null, null]);
    expect(limitOf(await api.call("POST", "/v1/watchlists", { name: "of the admin" }))[0]).toBe("150");
  });
});

describe("refusal lengths", () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await runSqliteApi({ WRITES_PER_MINUTE: "1000000" });
  });
  afterAll(() => api.stop());

  const MIB = 1024 * 1024;
  const MAX_BYTES = 8 * 1024;

  const long = (sign: string): string => sign.repeat(Math.floor((MIB - 100) / new TextEncoder().encode(sign).length));
  const json = (value: unknown): string => JSON.stringify(value);

  /** Bodies of about a mebibyte, by what is wrong with them. */
  const BODIES: Record<string, string> = {
    "a name that is not known": `{"${long("k")}":1}`,
    "a name of signs that JSON escapes": `{"${"\\u0001".repeat(170_000)}":1}`,
    "a name of wide signs": `{"${long("🧨")}":1}`,
    "many names": `{${Array.from({ length: 60_000 }, (_, n) => `"k${n}":1`).join()}}`,
    "names below a known one": `{"settings":{"${long("s")}":1},"params":{"${long("p").slice(0, 9)}":1}}`,
    "a long name of a query": `{"method":"GET","path":"/x","query":{"${long("q")}":1},"fields":{"${"f".repeat(99_999)}":1}}`,
    "long values": json({
      kind: long("x").slice(0, 200_000),
      name: long("y").slice(0, 300_000),
      operation: "z".repeat(100_000),
      watchlistId: "w".repeat(100_000),
      channelId: "c".repeat(100_000),
      events: Array(2000).fill("e".repeat(100)),
      template: { ["t".repeat(20_000)]: "{{".repeat(20_000) },
    }),
    "many wrong things": `[${Array(200_000).fill("0").join()}]`,
    "many wrong things in a document": `{"version":1,"targets":[${Array(200_000).fill("0").join()}]}`,
    "long things in a document": json({
      version: 1,
      channels: [{ ["x".repeat(500_000)]: 1, id: "i".repeat(400_000) }],
    }),
    "a list that nobody knows in a document": `{"version":1,"${long("l").slice(0, 900_000)}":[]}`,
    "no JSON": long("{"),
    "a depth": "[".repeat(500_000),
  };

  const TABLES: Record<string, string> = {
    "a header of CSV": `kind,name,${long("h")}\nlive,a,b\n`,
    "many headers of CSV": `${Array.from({ length: 90_000 }, (_, n) => `h${n}`).join()}\n1\n`,
    "a cell of CSV": `kind,name,userId\n${long("c")},a,1\n`,
  };

  const YAMLS: Record<string, string> = {
    "a name of YAML": `version: 1\n? ${long("y")}\n: 1\n`,
    "an alias of YAML": `version: 1\ntargets: *${long("a")}\n`,
    "a tag of YAML": `version: 1\ntargets: !${long("t")} x\n`,
  };

  const ids: Record<string, string> = {
    id: "tgt_none",
    name: "live.check",
    key: "none",
    targetId: "none",
    sort: "none",
  };
  const filled = (path: string, value?: string): string =>
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => value ?? ids[name] ?? "none");

  /** The requests that are answered with more than they should be, or not at all. */
  async function wordy(requests: [what: string, path: string, init: RequestInit][]): Promise<string[]> {
    const found: string[] = [];
    for (const [what, path, init] of requests) {
      const response = await api.fetch(path, init);
      const text = await response.text();
      if (response.status < 400) continue;
      const bytes = new TextEncoder().encode(text).length;
      const headers = [...response.headers].reduce((sum, [name, value]) => sum + name.length + value.length, 0);
      if (bytes > MAX_BYTES || headers > MAX_BYTES / 2 || response.status === 500)
        found.push(`${what}: ${response.status} of ${bytes} bytes, ${headers} of headers`);
    }
    return found;
  }

  /** Each route takes one in so many, another one than the route before it; all of them in the long run. */
  const shareOf = <One>(all: One[], place: number, among: number): One[] =>
    process.env["LONG"] ? all : all.filter((_, n) => (n + place) % among === 0);

  describe.each(documentedRoutes.map(({ method, path }, place) => [method.toUpperCase(), path, place] as const))(
    "%s %s",
    (method, path, place) => {
      const takes = method !== "GET" && method !== "DELETE";

      test.skipIf(!takes)("says back little of a long body", async () => {
        const channel = { kind: "webhook", name: "hook", settings: { url: "http://127.0.0.1:9/x" } };
        const id = path.includes("/channels/{id}")
          ? (await api.call("POST", "/v1/channels", channel)).body.id
          : undefined;
        const at = filled(path, path.includes("/watchlists/{id}") ? "wl_default" : id);
        const bodies: [string, Record<string, string>][] = [
          ["application/json", BODIES],
          ...(method === "PATCH" ? [["application/merge-patch+json", BODIES] as [string, Record<string, string>]] : []),
          ["text/csv", TABLES],
          ["application/x-ndjson", BODIES],
          ["application/yaml", YAMLS],
          [`text/${"t".repeat(20_000)}`, { "a long media type": "{}" }],
        ];
        const requests = bodies.flatMap(([type, all]) =>
          shareOf(Object.entries(all), place, 24).map(([what, body]): [string, string, RequestInit] => [
            `${type.slice(0, 20)}: ${what}`,
            at,
            { method, headers: { "content-type": type }, body },
          ]),
        );
        expect(await wordy(requests)).toEqual([]);
      });

      test("says back little of a long path, query or header", async () => {
        const [some, part, at] = [long("x"), "x".repeat(15_000), filled(path)];
        const parameters = `limit cursor since until kind watchlistId status type q enabled format secrets dryRun cascade key theme period ${some}`;
        const headers = ["idempotency-key", "if-match", "if-none-match", "accept", "content-type", "authorization"];
        expect(
          await wordy([
            ["a long path", filled(path, some), { method }],
            ["many parameters", `${at}?${"a=1&b=2&".repeat(10_000)}`, { method }],
            ...shareOf(parameters.split(" "), place, 72).map((name): [string, string, RequestInit] => [
              name.slice(0, 20),
              `${at}?${name}=${some}`,
              { method },
            ]),
            ...shareOf(headers, place, 6).map((name): [string, string, RequestInit] => [
              name,
              at,
              { method, headers: { [name]: part } },
            ]),
          ]),
        ).toEqual([]);
      });
    },
  );
});
