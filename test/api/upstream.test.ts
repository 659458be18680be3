import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { catalogue as simulated } from "../../sim/catalogue.ts";
import { catalogue } from "../../src/engine/upstream/catalogue.ts";
import { known } from "../../src/engine/upstream/operations.ts";
import { targetKinds } from "../../src/kinds/registry.ts";
import { fakeUpstream, type FakeUpstream } from "../support/fake-upstream.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

describe("upstream", () => {
  const OPERATIONS = JSON.stringify({
    "live.info": { path: "/v2/info/{roomId}", query: { api_key: "configured-secret", room: "{roomId}" } },
    "own.thing": { method: "POST", path: "/own", body: { ids: "{ids}" } },
    "search.hashtag": null,
  });

  let api: RunningApi;
  let upstream: FakeUpstream;
  beforeAll(async () => {
    upstream = await fakeUpstream();
    api = await runSqliteApi({
      UPSTREAM_BASE_URL: upstream.url,
      UPSTREAM_POLLS_PER_MINUTE: "5",
      UPSTREAM_OPERATIONS: OPERATIONS,
    });
  });
  beforeEach(async () => {
    await api.clear();
    upstream.live.clear();
    upstream.calls.length = 0;
    upstream.interfere = () => null;
  });
  afterAll(() => Promise.all([api.stop(), upstream.close()]));

  const probe = (operation: string, params: object = {}) =>
    api.call("POST", "/v1/upstream/probe", { operation, params });

  test("the catalogue names what the simulator names", () => {
    const plain = simulated.map(({ name, title, category, method }) => ({ name, title, category, method }));
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
    expect(catalogue.toSorted(byName)).toEqual(plain.toSorted(byName));
    expect(catalogue).toHaveLength(51);
  });

  test("every operation is listed with its path and who says it", async () => {
    const { body } = await api.call("GET", "/v1/upstream/operations");
    expect(body.nextCursor).toBeNull();
    const listed = Object.fromEntries(body.items.map((one: { name: string }) => [one.name, one]));
    expect(Object.keys(listed)).toHaveLength(
      new Set([...catalogue.map(({ name }) => name), ...known.keys(), "own.thing"]).size,
    );
    expect(listed["live.check"]).toEqual({
      name: "live.check",
      title: "Check live stream on",
      category: "Live",
      method: "GET",
      path: "/api/v1//live/check",
      source: "default",
    });
    expect(listed["live.ranking_list"]).toMatchObject({ path: "/api/v1//live/ranking/list", source: "spec" });
    expect(listed["product.home_by_category"]).toMatchObject({ method: "POST", source: "spec" });
    expect(listed["live.info"]).toMatchObject({ path: "/v2/info/{roomId}", source: "config" });
    const unsaid = catalogue.filter(({ name }) => !known.has(name) && name !== "live.info");
    for (const { name } of unsaid) expect(listed[name]).toMatchObject({ path: null, source: null });
    expect(listed["search.hashtag"]).toMatchObject({ path: null, source: null });
    expect(listed["own.thing"]).toMatchObject({ category: "Other", method: "POST", path: "/own", source: "config" });
  });

  test("a list with a limit goes on", async () => {
    const names: string[] = [];
    let path: string | null = "/v1/upstream/operations?limit=20";
    while (path !== null) {
      const { body }: { body: { items: { name: string }[]; nextCursor: string | null } } = await api.call("GET", path);
      names.push(...body.items.map(({ name }) => name));
      path = body.nextCursor === null ? null : `/v1/upstream/operations?limit=20&cursor=${body.nextCursor}`;
    }
    expect(new Set(names).size).toBe(52);
  });

  test("a probe shows request, answer and verdict side by side", async () => {
    upstream.live.set("7012", "7457312345678901234");
    const { status, body } = await probe("live.check", { userId: "7012" });
    expect(status).toBe(200);
    expect(body).toEqual({
      request: { method: "GET", url: `${upstream.url}/api/v1//live/check?user_id=7012` },
      status: 200,
      durationMs: expect.any(Number),
      body: {
        code: 0,
        msg: "success",
        data: {
          data: [{ alive: true, room_id: "7457312345678901234", user_id: "7012" }],
          extra: { now: 1763650000000 },
          status_code: 0,
        },
      },
      decoded: { verdict: "on", roomId: "7457312345678901234" },
      fault: null,
    });
    expect(upstream.calls).toHaveLength(1);
    expect((await api.call("GET", "/v1/status")).body.budget).toMatchObject({ used: 1 });
  });

  test("a probe reads an id alike as a number and as text", async () => {
    upstream.live.set("90", "72");
    const [number, text] = [await probe("live.check", { userId: 90 }), await probe("live.check", { userId: "90" })];
    expect(text.body.decoded).toEqual({ verdict: "on", roomId: "72" });
    expect(number.body.decoded).toEqual(text.body.decoded);
  });

  test("other operations are decoded by the kinds that read them", async () => {
    upstream.interfere = () => ({ body: '{"code":0,"data":{"productList":[{"product_id":"1","title":"Phone"}]}}' });
    const products = await probe("product.home_by_category", { categoryId: 601 });
    expect(products.body).toMatchObject({
      request: { method: "POST" },
      decoded: { offered: [{ productId: "1" }] },
      fault: null,
    });
    upstream.interfere = () => ({ body: '{"code":0,"data":{"data":[],"status_code":0}}' });
    expect((await probe("live.ranking_list", { roomId: 7100 })).body.decoded).toEqual({ standings: [] });
    const info = await probe("live.info", { roomId: "7100" });
    expect(info.body).toMatchObject({ status: 200, decoded: null, fault: null });
    expect((await probe("own.thing", { ids: ["1", "2"] })).body).toMatchObject({ status: 200, decoded: null });
  });

  test("an operation with fields is decoded as what they give", async () => {
    const user = { id_str: "7012345678901234567", unique_id: "@maria", nickname: "Maria" };
    const url_list = ["http://p16.example.net/a.jpeg", "https://10.0.0.1/a.jpeg", "https://p16.tiktokcdn.com/a.webp"];
    const data = { user: { ...user, avatar: { url_list } } };
    upstream.interfere = () => ({ body: JSON.stringify({ code: 0, data }) });
    const { body } = await probe("user.resolve", { handle: "maria" });
    expect(body).toMatchObject({
      decoded: { userId: user.id_str, handle: "maria", name: "Maria", avatar: "https://p16.tiktokcdn.com/a.webp" },
      fault: null,
    });
    expect(body.request.url).toMatch(/\/api\/v1\/\/user\/resolve\?handle=maria$/);
  });

  test("an answer that is none is told as it is, with its fault", async () => {
    upstream.interfere = () => ({ status: 503, body: "<html>down</html>" });
    expect((await probe("live.check", { userId: "1" })).body).toMatchObject({
      status: 503,
      body: "<html>down</html>",
      decoded: null,
      fault: { kind: "unreachable", status: 503 },
    });
    upstream.interfere = () => ({ body: "x".repeat(100_000) });
    const long = await probe("live.check", { userId: "1" });
    expect(long.body.body).toHaveLength(65_536);
    expect(long.body.fault).toMatchObject({ kind: "malformed" });
    upstream.interfere = () => ({ body: '{"code":0,"data":{"data":[{"room_id":"1"}]}}' });
    const elsewhere = await probe("live.check", { userId: "1" });
    expect(elsewhere.body).toMatchObject({ decoded: null, fault: { kind: "malformed", path: "/data/data/alive" } });
    expect(elsewhere.body.body.data.data).toEqual([{ room_id: "1" }]);
  });

  test("an account elsewhere than on a public address is refused, and nothing of it is kept", async () => {
    const account = { username: "me", password: "secret" };
    for (const baseUrl of [
      "http://svc.example.net",
      "https://10.0.0.1",
      "https://svc.internal",
      "https://svc.dev?x=1",
    ]) {
      const { status, body } = await api.call("PUT", "/v1/upstream/account", { ...account, baseUrl });
      expect([baseUrl, status, body.errors?.[0]?.pointer]).toEqual([baseUrl, 422, "/baseUrl"]);
    }
    expect(await api.db.prepare("SELECT account FROM ticker").first("account")).toBeNull();
  });

  test("credentials are never shown, not even where the answer repeats them", async () => {
    const token = btoa("someone:a password");
    upstream.interfere = ({ authorization }) => ({
      body: JSON.stringify({ code: 0, data: { you: authorization, "a password": ["someone", "ok"] } }),
    });
    const { body } = await probe("live.info", { roomId: "7100" });
    expect(upstream.calls[0]!.authorization).toBe(`Basic ${token}`);
    expect(upstream.calls[0]!.query.get("api_key")).toBe("configured-secret");
    expect(JSON.stringify(body)).not.toMatch(/a password|someone|configured-secret/);
    expect(JSON.stringify(body)).not.toContain(token);
    expect(body.request.url).toBe(`${upstream.url}/v2/info/7100?api_key=***&room=7100`);
    expect(body.body.data.you).toBe("Basic ***");
    upstream.interfere = () => ({ body: `<pre>${token} a password</pre>` });
    expect((await probe("live.check", { userId: "1" })).body.body).toBe("<pre>*** ***</pre>");
  });

  test("an operation must be known, and have a path", async () => {
    const unknown = await probe("nope");
    expect([unknown.status, unknown.body.errors[0].pointer]).toEqual([422, "/operation"]);
    const pathless = await probe("search.hashtag", { keyword: "knit" });
    expect([pathless.status, pathless.body.errors[0].pointer]).toEqual([422, "/operation"]);
    expect(pathless.body.errors[0].message).toContain("UPSTREAM_OPERATIONS");
    for (const operation of ["constructor", "__proto__", ""]) expect((await probe(operation)).status).toBe(422);
    expect((await probe("live.check", { userId: { deep: 1 } })).status).toBe(422);
    expect((await api.call("POST", "/v1/upstream/probe", { operation: "live.check", more: 1 })).status).toBe(422);
    expect((await api.call("POST", "/v1/upstream/probe", {})).body.errors[0]).toEqual({
      pointer: "/operation",
      message: "is required",
    });
    expect(upstream.calls).toHaveLength(0);
  });

  test("a value that would lead elsewhere on the service, or is half a character, is a 422 and no call", async () => {
    for (const roomId of ["..", ".", "%2e%2E", "\ud800"]) {
      const answer = await probe("live.info", { roomId });
      expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, "/params/roomId"]);
    }
    expect(upstream.calls).toEqual([]);
    expect((await probe("live.info", { roomId: "a..b" })).status).toBe(200);
  });

  test("probes come out of the budget", async () => {
    for (let calls = 0; calls < 5; calls++) expect((await probe("live.check", { userId: "1" })).status).toBe(200);
    const refused = await probe("live.check", { userId: "1" });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(upstream.calls).toHaveLength(5);
  });

  test("while the upstream refuses us nothing is called", async () => {
    const { body: target } = await api.call("POST", "/v1/targets", {
      kind: "live",
      name: "a",
      params: { userId: "1" },
    });
    upstream.interfere = () => ({ status: 401, body: "" });
    await api.call("POST", `/v1/targets/${target.id}/poll`);
    const { status, body } = await probe("live.check", { userId: "1" });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: null,
      durationMs: 0,
      body: null,
      decoded: null,
      fault: { kind: "refused", status: 401 },
    });
    expect(upstream.calls).toHaveLength(1);
  });

  test("a refused probe is noted: the next one is not made", async () => {
    upstream.interfere = () => ({ status: 401, body: "" });
    const faults = [];
    for (let n = 0; n < 2; n++) faults.push((await probe("live.check", { userId: "1" })).body.fault);
    expect(faults).toMatchObject([
      { kind: "refused", status: 401 },
      { kind: "refused", status: 401 },
    ]);
    expect(upstream.calls).toHaveLength(1);
  });

  test("what contradicts the environment is refused with 409 and kept nowhere; further fields of the same call are read", async () => {
    const set = (body: object) => api.call("PUT", "/v1/upstream/operations/live.info", body);
    const other = await set({ path: "/other", fields: { viewers: "/viewers" } });
    expect([other.status, other.body.detail]).toEqual([409, expect.stringContaining("UPSTREAM_OPERATIONS")]);
    const query = { api_key: "configured-secret", room: "{roomId}" };
    expect((await set({ path: "/v2/info/{roomId}", query, fields: { viewers: "/viewers" } })).status).toBe(200);
    expect((await api.call("PUT", "/v1/upstream/operations/search.hashtag", { path: "/x" })).status).toBe(409);
  });

  test("a path or parameter of an operation has no control character and no half of one; the error names the field", async () => {
    const path = "/v1/upstream/operations/live.rooms";
    for (const bad of ["\u0000", "\u0007", "\u001f", "\u007f", "\u0085", "\ud800", "\udc00x"]) {
      const invalid: [object, string][] = [
        [{ path: `/a${bad}b` }, "/path"],
        [{ path: "/a", query: { b: `c${bad}` } }, "/query/b"],
        [{ path: "/a", query: { [`b${bad}`]: "c" } }, `/query/b${bad}`],
      ];
      for (const [body, pointer] of invalid) {
        const { status, body: reported } = await api.call("PUT", path, body);
        expect([status, reported.errors[0].pointer]).toEqual([422, pointer]);
        const tried = { operation: "live.rooms", params: {}, definition: body };
        expect((await api.call("POST", "/v1/upstream/probe", tried)).status).toBe(422);
      }
    }
    expect((await api.call("PUT", path, { path: "/a\u{1f9e8}/é", query: { ü: "ö" } })).status).toBe(200);
    await api.call("DELETE", path);
  });
});

describe("operations used", () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await runSqliteApi({
      UPSTREAM_BASE_URL: "http://127.0.0.1:1",
      UPSTREAM_OPERATIONS: JSON.stringify({ "env.page": { path: "/page/{who}", fields: { likes: "/likes" } } }),
    });
  });
  beforeEach(() => api.clear());
  afterAll(() => api.stop());

  const PROFILE = { path: "/profile/{who}", fields: { followers: "/followers" } };
  const POSTS = { path: "/posts/{who}", rows: "/all", id: "/id", fields: { plays: "/plays" } };

  const at = (name: string, cascade = "") => `/v1/upstream/operations/${name}${cascade}`;

  async function define(name: string, definition: object): Promise<void> {
    expect((await api.call("PUT", at(name), definition)).status).toBe(200);
  }

  async function watch(kind: string, operation: string, who: string): Promise<string> {
    const params = { operation, values: { who } };
    const { status, body } = await api.call("POST", "/v1/targets", { kind, name: `${operation} ${who}`, params });
    expect([status, body.errors]).toEqual([201, undefined]);
    return body.id;
  }

  const pathOf = async (name: string): Promise<string | null | undefined> =>
    (await api.call("GET", "/v1/upstream/operations")).body.items.find((one: { name: string }) => one.name === name)
      ?.path;

  test("an operation that targets use is not deleted, and the refusal lists them", async () => {
    await define("own.profile", PROFILE);
    await define("own.posts", POSTS);
    const first = await watch("record", "own.profile", "1");
    const second = await watch("record", "own.profile", "2");
    const list = await watch("list", "own.posts", "1");
    const refused = await api.call("DELETE", at("own.profile"));
    expect([refused.status, refused.body.type]).toEqual([409, "/problems/in-use"]);
    expect(refused.body.usedBy).toEqual([
      { type: "target", id: first, name: "own.profile 1" },
      { type: "target", id: second, name: "own.profile 2" },
    ]);
    expect((await api.call("DELETE", at("own.posts", "?cascade=false"))).body.usedBy).toHaveLength(1);
    expect([await pathOf("own.profile"), await pathOf("own.posts")]).toEqual([PROFILE.path, POSTS.path]);
    for (const id of [first, second]) expect((await api.call("DELETE", `/v1/targets/${id}`)).status).toBe(204);
    expect((await api.call("DELETE", at("own.profile"))).status).toBe(204);
    expect([await pathOf("own.profile"), (await api.call("GET", `/v1/targets/${list}`)).status]).toEqual([
      undefined,
      200,
    ]);
    const { items } = (await api.call("GET", "/v1/audit")).body;
    const deletions = items.filter(({ operation }: { operation: string }) => operation === "deleteOperation");
    expect(deletions.map(({ status }: { status: number }) => status)).toEqual([204, 409, 409]);
  });

  test("with cascade its targets go too, with what refers to them, and no others", async () => {
    await define("own.profile", PROFILE);
    await define("own.other", PROFILE);
    const [used, other] = [await watch("record", "own.profile", "1"), await watch("record", "own.other", "1")];
    const live = await api.call("POST", "/v1/targets", { kind: "live", name: "Maria", params: { userId: "7012" } });
    const settings = { url: "https://hooks.slack.com/services/T0/B0/x" };
    const channel = await api.call("POST", "/v1/channels", { kind: "slack", name: "chat", settings });
    const alert = { name: "alert", events: ["*"], channelId: channel.body.id, targetId: used };
    const { body: subscription } = await api.call("POST", "/v1/subscriptions", alert);
    expect((await api.call("DELETE", at("own.profile", "?cascade=true"))).status).toBe(204);
    const found = [`/v1/targets/${used}`, `/v1/subscriptions/${subscription.id}`].map((path) => api.call("GET", path));
    expect((await Promise.all(found)).map(({ status }) => status)).toEqual([404, 404]);
    const left = [`/v1/targets/${other}`, `/v1/targets/${live.body.id}`, `/v1/channels/${channel.body.id}`];
    expect((await Promise.all(left.map((path) => api.call("GET", path)))).map(({ status }) => status)).toEqual([
      200, 200, 200,
    ]);
    expect((await api.call("DELETE", at("own.profile", "?cascade=true"))).status).toBe(404);
  });

  test("where another definition remains, targets go on with that one", async () => {
    await define("user.videos", { ...POSTS, path: "/videos/{userId}" });
    const params = { operation: "user.videos", values: { userId: "1" } };
    const { body: target } = await api.call("POST", "/v1/targets", { kind: "list", name: "Videos", params });
    await define("env.page", { path: "/page/{who}", fields: { plays: "/plays" } });
    const record = await watch("record", "env.page", "1");
    expect((await api.call("DELETE", at("user.videos"))).status).toBe(204);
    expect((await api.call("DELETE", at("env.page", "?cascade=true"))).status).toBe(204);
    expect([await pathOf("user.videos"), await pathOf("env.page")]).toEqual(["/api/v1//user/videos", "/page/{who}"]);
    for (const id of [target.id, record]) expect((await api.call("GET", `/v1/targets/${id}`)).status).toBe(200);
  });

  test("every kind that polls any operation names it in its params as the database looks for it", () => {
    const polling = Object.values(targetKinds).filter(({ polls }) => polls !== undefined);
    expect(polling.length).toBeGreaterThan(1);
    for (const { polls, example } of polling)
      expect(polls!.operation(example.params)).toBe(example.params["operation"]);
  });
});
