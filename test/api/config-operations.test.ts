import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runConfigApi, type ConfigApi, live } from "../support/config-api.ts";
import { runApi } from "./running-api.ts";

describe("config operations", () => {
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
    expect([paths["own.posts"], paths["live.info"], paths["own.profile"]]).toEqual([
      "/v2/posts/{who}",
      null,
      undefined,
    ]);
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
        api.fetch(
          `/v1/config${query}`,
          { method: "PUT", body, headers: { "content-type": "application/json" } },
          token,
        );
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
});

describe("config many", () => {
  let api: ConfigApi;
  beforeAll(async () => {
    api = await runConfigApi({}, runApi);
  });
  beforeEach(() => api.clear());
  afterAll(() => api.stop());

  const many = (count: number, more: object = {}) => Array.from({ length: count }, (_, n) => live(String(n + 1), more));

  const pages = async () => {
    const { results } = await api.db
      .prepare("SELECT page, names FROM name_pages WHERE names <> '' ORDER BY page")
      .all();
    return results.map(({ page, names }) => [page, String(names).split("\u001e").toSorted()]);
  };

  /** What the triggers would have made of the targets that there are, one by one. */
  async function pagesOneByOne() {
    const { results } = await api.db.prepare("SELECT id, name, kind FROM targets").all<Record<string, string>>();
    const names = Map.groupBy(results, ({ id, kind }) => (kind === "live" ? "" : "~") + id!.slice(-1));
    return [...names]
      .map(([page, all]) => [page, ["", ...all.map(({ id, name }) => `${id}\u001f${name}`).toSorted()]] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1));
  }

  /** How many targets there are of each kind and list, as triggers count them, and as they are. */
  async function counted() {
    const all = async (sql: string) => (await api.db.prepare(sql).all()).results;
    return [
      await all("SELECT watchlist_id, kind, n FROM list_counts WHERE n > 0 ORDER BY 1, 2"),
      await all("SELECT name, n FROM counts WHERE name LIKE 'targets|%' AND n > 0 ORDER BY 1"),
      await all("SELECT watchlist_id, kind, count(*) AS n FROM targets GROUP BY 1, 2 ORDER BY 1, 2"),
      await all("SELECT 'targets|' || kind AS name, count(*) AS n FROM targets GROUP BY kind ORDER BY 1"),
    ];
  }

  test("many that come, move and go at once are counted as one by one would be", async () => {
    const lists = [{ name: "default" }, { name: "second" }];
    const tag = { kind: "hashtag", name: "Tag", params: { keyword: "a", region: "DE" } };
    const stored = many(900);
    const steps = [
      [tag, ...stored],
      stored.map((one, n) => (n < 700 ? { ...one, watchlistId: "second" } : one)),
      [...stored.slice(0, 3), tag],
      stored.slice(1, 4),
    ];
    for (const targets of steps) {
      await api.applied({ version: 1, watchlists: lists, targets });
      const [byList, byKind, trueByList, trueByKind] = await counted();
      expect([byList, byKind]).toEqual([trueByList, trueByKind]);
      expect(await api.db.prepare("SELECT count(*) AS n FROM bulk_writes").first("n")).toBe(0);
    }
  });

  test("many that come, change and go at once leave the names as one by one would", async () => {
    await api.applied({
      version: 1,
      targets: [live("9001"), { kind: "hashtag", name: "Tag", params: { keyword: "a", region: "DE" } }],
    });
    const stored = many(1200);
    await api.applied({ version: 1, targets: stored });
    expect(await pages()).toEqual(await pagesOneByOne());
    await api.applied({ version: 1, targets: stored.map((one, n) => ({ ...one, name: `Other ${n}` })) });
    expect(await pages()).toEqual(await pagesOneByOne());
    expect(JSON.stringify(await pages())).not.toContain("Creator");
    await api.applied({ version: 1, targets: stored.slice(0, 3) });
    expect(await pages()).toEqual(await pagesOneByOne());
    await api.applied({ version: 1, targets: [...stored.slice(0, 3), live("9002")] });
    expect(await pages()).toEqual(await pagesOneByOne());
  });

  /** The rows that applying the targets writes, each. */
  async function writtenBy(targets: object[]) {
    let rows = 0;
    const { batch } = api.env.DB;
    api.env.DB.batch = async (statements: D1PreparedStatement[]) => {
      const results = await batch.call(api.env.DB, statements);
      for (const { meta } of results) rows += meta.rows_written;
      return results as never;
    };
    await api.applied({ version: 1, targets });
    api.env.DB.batch = batch;
    return rows / targets.length;
  }

  test("a change writes what differs, with its indexes, and nothing else", async () => {
    const stored = many(600);
    expect(await writtenBy(stored)).toBeLessThan(12);
    // The row and two indexes of names.
    expect(await writtenBy(stored.map((one, n) => ({ ...one, name: `Other ${n}` })))).toBeLessThan(4);
    expect(await writtenBy(stored.map((one, n) => ({ ...one, name: `Other ${n}`, priority: 3 })))).toBeLessThan(2);
  });

  test("new ones are made in the order of the document", async () => {
    await api.applied({ version: 1, targets: [live("9001"), live("9002")] });
    const names = Array.from({ length: 40 }, (_, n) => `Creator ${(n * 7) % 40}`);
    const targets = names.map((name, n) => live(String(n + 1), { name }));
    await api.applied({
      version: 1,
      targets: [live("9002"), ...targets.slice(0, 20), live("9001"), ...targets.slice(20)],
    });
    const { results } = await api.db
      .prepare("SELECT name FROM targets WHERE identity NOT LIKE '%900_%' ORDER BY id")
      .all<{ name: string }>();
    expect(results.map(({ name }) => name)).toEqual(names);
  });

  const seated = async () =>
    (await api.db.prepare("SELECT id, watchlist_id AS list, identity FROM targets ORDER BY identity").all()).results;

  test("several that change places with each other, or their list, are found by what they are now", async () => {
    await api.applied({ version: 1, targets: [live("1"), live("2"), live("3")] });
    const [one, two, three] = (await seated()).map(({ id }) => id);
    const turned = [live("2"), live("3"), live("1")].map((body, n) => ({ ...body, id: [one, two, three][n] }));
    await api.applied({ version: 1, targets: turned });
    expect((await seated()).map(({ id }) => id)).toEqual([three, one, two]);
    const identities = (await seated()).map(({ identity }) => identity);
    const moved = turned.map((body) => ({ ...body, watchlistId: "second" }));
    await api.applied({ version: 1, watchlists: [{ name: "default" }, { name: "second" }], targets: moved });
    expect((await seated()).map(({ identity }) => identity)).toEqual(identities);
    expect(new Set((await seated()).map(({ list }) => list)).size).toBe(1);
  });

  test("four times as many take four times the rows, and hardly more statements", async () => {
    const spent = async (count: number) => {
      await api.clear();
      await api.db.prepare("DELETE FROM name_pages").run();
      const [targets, read] = [many(count), { rows: 0 }];
      api.counted.statements = 0;
      const { batch } = api.env.DB;
      api.env.DB.batch = async (statements: D1PreparedStatement[]) => {
        const results = await batch.call(api.env.DB, statements);
        for (const { meta } of results) read.rows += meta.rows_read + meta.rows_written;
        return results as never;
      };
      await api.applied({ version: 1, targets });
      api.env.DB.batch = batch;
      return { rows: read.rows / count, statements: api.counted.statements };
    };
    const [few, lots] = [await spent(1500), await spent(6000)];
    expect(lots.rows).toBeLessThan(few.rows * 1.2);
    expect(lots.statements).toBeLessThan(few.statements + 10);
  });

  test("a long export comes in parts, is taken back as it is, and changes nothing", async () => {
    const more = { timezone: "Europe/Berlin", priority: 3, intervalSeconds: 3600 };
    const targets = many(6000, more).map((one, n) => ({
      ...one,
      params: { userId: String(7_000_000_000_000 + n), handle: `creator_of_some_name_${n}` },
      name: `Creator ${n} ${"long ".repeat(35)}`.trim(),
    }));
    for (let from = 0; from < targets.length; from += 3000)
      await api.applied({ version: 1, targets: targets.slice(0, from + 3000) });
    const response = await api.fetch("/v1/export");
    let [text, parts] = ["", 0];
    for await (const part of response.body!.pipeThrough(
      new TextDecoderStream() as never,
    ) as unknown as AsyncIterable<string>) {
      text += part;
      parts += 1;
    }
    expect(text.length).toBeGreaterThan(2 * 1024 * 1024);
    expect(parts).toBeGreaterThan(10);
    const read = JSON.parse(text);
    expect(read.targets).toHaveLength(targets.length);
    const answer = await api.put(read, "?dryRun=true");
    expect([answer.status, answer.body.changes]).toEqual([200, []]);
  });
});
