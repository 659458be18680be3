import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runConfigApi, type ConfigApi } from "../support/config-api.ts";

let api: ConfigApi;
beforeAll(async () => {
  api = await runConfigApi({
    UPSTREAM_OPERATIONS: JSON.stringify({ "env.page": { path: "/page/{who}", fields: { likes: "/likes" } } }),
  });
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

const POSTS = { path: "/posts/{who}", rows: "/all", id: "/id", fields: { plays: "/plays" } };
const PROFILE = { method: "POST", path: "/profile", body: { ids: ["{who}"] }, fields: { followers: "/followers" } };
const KEYED = { path: "/keyed/{who}", query: { api_key: "k-1234", who: "{who}" }, fields: { likes: "/likes" } };

async function define(name: string, definition: object): Promise<void> {
  expect((await api.call("PUT", `/v1/upstream/operations/${name}`, definition)).status).toBe(200);
}

const list = { kind: "list", name: "Posts", params: { operation: "own.posts", values: { who: "1" } } };

const stored = async (): Promise<Record<string, object>> => {
  const row = await api.db.prepare("SELECT operations FROM ticker").first<{ operations: string }>();
  return JSON.parse(row!.operations);
};

const operationsOf = async (query = ""): Promise<object[]> => JSON.parse(await api.exported(query)).operations;

async function tokenOf(scope: string): Promise<string> {
  return (await api.call("POST", "/v1/tokens", { name: scope, scopes: [scope] })).body.token;
}

test("an export has the operations that were set by API; elsewhere they are defined, with the lists that need them", async () => {
  await define("own.posts", POSTS);
  await define("own.profile", PROFILE);
  expect((await api.call("POST", "/v1/targets", list)).status).toBe(201);
  expect(await operationsOf()).toEqual([
    { name: "own.posts", ...POSTS },
    { name: "own.profile", ...PROFILE },
  ]);
  for (const format of ["json", "yaml"]) {
    const text = await api.exported(`?format=${format}`);
    const before = await stored();
    const dump = await api.dump();
    const again = format === "json" ? await api.applied(JSON.parse(text)) : await (await api.yaml(text)).json();
    expect([again.changes, again.unchanged]).toEqual([[], 4]);
    expect(await api.dump()).toEqual(dump);
    await api.clear();
    const tried = format === "json" ? await api.put(JSON.parse(text), "?dryRun=true") : null;
    expect(tried?.body.changes.filter(({ type }: { type: string }) => type === "operation") ?? []).toEqual(
      tried === null
        ? []
        : ["own.posts", "own.profile"].map((name) => ({ action: "create", type: "operation", id: name, name })),
    );
    expect(await stored()).toEqual({});
    if (format === "json") await api.applied(JSON.parse(text));
    else expect((await api.yaml(text)).status).toBe(200);
    expect(await stored()).toEqual(before);
    expect(await api.exported(`?format=${format}`)).toBe(text);
    expect((await api.call("GET", "/v1/targets?kind=list")).body.items).toHaveLength(1);
  }
});

test("a document changes and deletes what it says, and nothing where it has no such list", async () => {
  await define("own.posts", POSTS);
  await define("own.profile", PROFILE);
  expect((await api.applied({ version: 1 })).changes).toEqual([]);
  const { changes } = await api.applied({
    version: 1,
    operations: [
      { name: "own.posts", ...POSTS, path: "/v2/posts/{who}", fields: { likes: "/likes" } },
      { name: "live.info", path: null },
    ],
  });
  expect(changes).toEqual([
    { action: "change", type: "operation", id: "own.posts", name: "own.posts", fields: ["path", "fields"] },
    { action: "create", type: "operation", id: "live.info", name: "live.info" },
    { action: "delete", type: "operation", id: "own.profile", name: "own.profile" },
  ]);
  expect(Object.keys(await stored())).toEqual(["own.posts", "live.info"]);
  const { items } = (await api.call("GET", "/v1/upstream/operations")).body;
  const paths = Object.fromEntries(items.map(({ name, path }: { name: string; path: string }) => [name, path]));
  expect([paths["own.posts"], paths["live.info"], paths["own.profile"]]).toEqual(["/v2/posts/{who}", null, undefined]);
  const audit = JSON.stringify((await api.call("GET", "/v1/audit")).body.items[0].request);
  for (const reported of ["change operation own.posts", "delete operation own.profile"])
    expect(audit).toContain(reported);
});

test("what is wrong is refused where it is, and nothing is stored", async () => {
  await define("own.posts", POSTS);
  expect((await api.call("POST", "/v1/targets", list)).status).toBe(201);
  const invalid: [object[], string][] = [
    [[{ path: "/x" }], "/operations/0/name"],
    [[{ name: "nodot", path: "/x" }], "/operations/0/name"],
    [
      [
        { name: "own.posts", ...POSTS },
        { name: "own.posts", ...POSTS },
      ],
      "/operations/1/name",
    ],
    [[{ name: "own.posts", ...POSTS, path: "no slash" }], "/operations/0/path"],
    [[{ name: "own.posts", ...POSTS, paht: 1 }], "/operations/0/paht"],
    [
      [
        { name: "own.posts", ...POSTS },
        { name: "env.page", path: "/other" },
      ],
      "/operations/1",
    ],
    [
      [
        { name: "own.posts", ...POSTS },
        { name: "own.new", ...KEYED, query: { api_key: "***" } },
      ],
      "/operations/1/query/api_key",
    ],
    [[{ name: "own.posts", sealed: "v1.none" }], "/operations/0/sealed"],
    [[{ name: "own.posts", ...POSTS, sealed: "v1.none" }], "/operations/0/sealed"],
    [["own.posts" as never], "/operations/0"],
    [[], "/operations"],
  ];
  const before = await api.dump();
  for (const [operations, pointer] of invalid) {
    const { status, body } = await api.put({ version: 1, operations });
    expect([status, body.errors.map((one: { pointer: string }) => one.pointer)]).toEqual([422, [pointer]]);
  }
  const without = await api.put({ version: 1, operations: [], targets: [{ ...list, params: { ...list.params } }] });
  expect(without.body.errors.map((one: { pointer: string }) => one.pointer)).toEqual(["/operations"]);
  expect(await api.dump()).toEqual(before);
  expect((await api.applied({ version: 1, operations: [], targets: [] })).changes).toHaveLength(2);
});

test("a plain export hides keys and keeps them where it is applied again; an encrypted one has them", async () => {
  await define("own.keyed", KEYED);
  const plain = await api.exported("");
  expect(plain).not.toContain("k-1234");
  expect(await operationsOf()).toEqual([{ name: "own.keyed", ...KEYED, query: { api_key: "***", who: "{who}" } }]);
  expect((await api.applied(JSON.parse(plain))).changes).toEqual([]);
  const moved = [{ name: "own.keyed", ...KEYED, path: "/v2", query: { api_key: "***" } }];
  expect((await api.applied({ version: 1, operations: moved })).changes[0].fields).toEqual(["path", "query"]);
  expect(await stored()).toMatchObject({ "own.keyed": { path: "/v2", query: { api_key: "k-1234" } } });
  const sealed = await api.exported("?secrets=encrypted");
  expect(sealed).not.toContain("k-1234");
  const whole = await stored();
  await api.clear();
  const refused = await api.put(JSON.parse(plain));
  expect(refused.body.errors[0].pointer).toBe("/operations/0/query/api_key");
  await api.applied(JSON.parse(sealed));
  expect(await stored()).toEqual(whole);
  expect((await api.applied(JSON.parse(sealed))).changes).toEqual([]);
  const { sealed: text } = JSON.parse(sealed).operations[0];
  const elsewhere = await api.put({ version: 1, operations: [{ name: "own.other", sealed: text }] });
  expect([elsewhere.status, elsewhere.body.errors[0].pointer]).toEqual([422, "/operations/0/sealed"]);
});

test("only an admin exports operations, and changes them or tries to", async () => {
  const own = { name: "own.posts", ...POSTS };
  await define("own.posts", POSTS);
  const document = await api.exported("");
  for (const scope of ["read", "write"]) {
    const token = await tokenOf(scope);
    const text = await (await api.fetch("/v1/export", {}, token)).text();
    expect(JSON.parse(text)).not.toHaveProperty("operations");
    const send = (body: string, query = "") =>
      api.fetch(`/v1/config${query}`, { method: "PUT", body, headers: { "content-type": "application/json" } }, token);
    const rest = [
      [],
      [{ ...own, path: "/mine" }],
      [own, { name: "own.more", path: "/x" }],
      [{ ...own, sealed: "v1.x" }],
    ];
    for (const operations of rest)
      for (const query of ["", "?dryRun=true"])
        expect((await send(JSON.stringify({ version: 1, operations }), query)).status).toBe(403);
    // What changes no operation is as without them.
    for (const body of [text, document]) {
      expect((await send(body, "?dryRun=true")).status).toBe(200);
      expect((await send(body)).status).toBe(scope === "write" ? 200 : 403);
    }
  }
  expect(Object.keys(await stored())).toEqual(["own.posts"]);
});

test("a definition that changes meanwhile is not overwritten", async () => {
  await define("own.posts", POSTS);
  const document = { version: 1, operations: [{ name: "own.posts", ...POSTS, path: "/mine" }] };
  api.interfere(() => api.db.prepare(`UPDATE ticker SET operations = '{"own.posts":null}'`).run());
  expect((await api.put(document)).status).toBe(409);
  expect(await stored()).toEqual({ "own.posts": null });
});
