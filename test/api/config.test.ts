import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hook, live, runConfigApi, type ConfigApi, generatedConfig } from "../support/config-api.ts";
import { runs } from "../support/runs.ts";

describe("config", () => {
  let api: ConfigApi;
  beforeAll(async () => {
    api = await runConfigApi();
  });
  beforeEach(() => api.clear());
  afterAll(() => api.stop());

  test("export, wipe, apply, export: the same document, as JSON and as YAML; again it changes nothing", async () => {
    await fc.assert(
      fc.asyncProperty(generatedConfig, async (document) => {
        await api.clear();
        await api.applied(document);
        const json = await api.exported();
        const text = await api.exported("?secrets=encrypted&format=yaml");
        const before = await api.dump();
        expect((await api.applied(JSON.parse(json))).changes).toEqual([]);
        expect((await api.applied(document)).changes).toEqual([]);
        expect(await api.dump()).toEqual(before);
        await api.clear();
        await api.applied(JSON.parse(json));
        expect(await api.exported()).toBe(json);
        await api.clear();
        expect((await api.yaml(text)).status).toBe(200);
        expect(await api.exported()).toBe(json);
        expect(json).not.toContain("secret-");
      }),
      { numRuns: runs(100, 3) },
    );
  });

  test("an export leaves out what is default, of settings too: a creator is a few lines", async () => {
    const created = await api.applied({
      version: 1,
      targets: [live("7012", { name: "Maria", settings: { graceSeconds: 60 } }), live("7013", { priority: 2 })],
      channels: [hook],
      subscriptions: [{ name: "All", events: ["live.*"], channelId: "hook", quietHours: null }],
    });
    const ids = created.changes.map(({ id }: { id: string }) => id);
    const { targets, subscriptions } = JSON.parse(await api.exported(""));
    expect(targets).toEqual([
      { id: ids[0], kind: "live", name: "Maria", params: { userId: "7012" }, settings: { graceSeconds: 60 } },
      { id: ids[1], kind: "live", name: "User 7013", params: { userId: "7013" }, priority: 2 },
    ]);
    expect(subscriptions).toEqual([{ id: ids[3], name: "All", events: ["live.*"], channelId: ids[2] }]);
    expect(await api.exported("?format=yaml")).toContain(
      `  - id: ${ids[1]}\n    kind: live\n    params: {userId: "7013"}\n    name: User 7013\n    priority: 2\n`,
    );
    await api.call("PATCH", `/v1/targets/${ids[0]}`, { priority: 3, settings: { confirmOff: 5 } });
    expect((await api.applied({ version: 1, targets })).changes[0].fields.toSorted()).toEqual(["priority", "settings"]);
  });

  test("what is named is found by its name; a document by hand needs no ids, and again changes nothing", async () => {
    const document = {
      version: 1,
      watchlists: [{ name: "Music" }],
      targets: [live("1", { name: "Maria", watchlistId: "Music" }), live("2")],
      channels: [hook],
      subscriptions: [{ name: "All", events: ["*"], channelId: "hook", watchlistId: "Music", targetId: "Maria" }],
      digests: [{ name: "Weekly", channelId: "hook", schedule: "0 9 * * 1" }],
      silences: [{ targetId: "Maria", until: "2099-01-01T00:00:00Z" }],
    };
    const created = await api.applied(document);
    expect(created.changes.map(({ action, type, name }: Record<string, string>) => [action, type, name])).toEqual([
      ["create", "watchlist", "Music"],
      ["create", "target", "Maria"],
      ["create", "target", "User 2"],
      ["create", "channel", "hook"],
      ["create", "subscription", "All"],
      ["create", "digest", "Weekly"],
      ["create", "silence", "*"],
    ]);
    expect(created.made).toEqual([{ channelId: created.changes[3].id, secret: expect.stringMatching(/^whsec_/) }]);
    const before = await api.dump();
    expect(await api.applied(document)).toEqual({ dryRun: false, changes: [], unchanged: 8, made: [] });
    expect(await api.dump()).toEqual(before);
    const list = before["watchlists"] as { id: string; name: string }[];
    const music = list.find(({ name }) => name === "Music")!.id;
    expect((await api.call("GET", "/v1/subscriptions")).body.items[0]).toMatchObject({
      channelId: created.changes[3].id,
      targetId: created.changes[1].id,
      watchlistId: music,
    });
    expect((await api.call("GET", "/v1/digests")).body.items[0].nextAt).not.toBeNull();
  });

  test("a dry run says the same and writes nothing", async () => {
    await api.applied({ version: 1, targets: [live("1"), live("2")], channels: [hook], digests: [] });
    const document = {
      version: 1,
      targets: [live("1", { name: "Maria", priority: 3 }), live("3")],
      channels: [{ ...hook, settings: { url: "https://hooks.example.com/other-path" } }],
    };
    const before = await api.dump();
    const planned = (await api.put(document, "?dryRun=true")).body;
    expect(planned).toMatchObject({ dryRun: true, unchanged: 0, made: [] });
    expect(planned.changes).toEqual([
      { action: "create", type: "target", id: null, name: "User 3" },
      { action: "change", type: "target", id: expect.any(String), name: "Maria", fields: ["name", "priority"] },
      { action: "delete", type: "target", id: expect.any(String), name: "User 2" },
      { action: "change", type: "channel", id: expect.any(String), name: "hook", fields: ["settings"] },
    ]);
    expect(JSON.stringify(planned)).not.toContain("-path");
    expect(await api.dump()).toEqual(before);
    const done = await api.applied(document);
    expect(done.made).toEqual([{ channelId: expect.any(String), secret: expect.stringMatching(/^whsec_/) }]);
    expect({ ...done, made: [], dryRun: true, changes: done.changes.map((one: object) => one) }).toEqual({
      ...planned,
      changes: [{ ...planned.changes[0], id: expect.any(String) }, ...planned.changes.slice(1)],
    });
    const { items } = (await api.call("GET", "/v1/audit")).body;
    expect(items[0]).toMatchObject({ operation: "applyConfig", request: { count: 4 } });
    expect(items).toHaveLength(2);
  });

  test("lists that are left out stay; an empty list deletes", async () => {
    await api.applied({ version: 1, targets: [live("1")], channels: [hook] });
    expect(await api.applied({ version: 1 })).toMatchObject({ changes: [], unchanged: 0 });
    expect((await api.applied({ version: 1, targets: [] })).changes).toMatchObject([
      { action: "delete", type: "target" },
    ]);
    expect((await api.call("GET", "/v1/channels")).body.items).toHaveLength(1);
    expect(await api.applied({ version: 1, watchlists: [] })).toMatchObject({ changes: [], unchanged: 1 });
  });

  test("of thousands of fields one is wrong: it is named, and nothing is applied", async () => {
    await api.applied({ version: 1, targets: [live("1")] });
    const before = await api.dump();
    const targets = Array.from({ length: 500 }, (_, n) => live(String(n + 1)));
    const invalid: [object, string][] = [
      [{ targets: targets.toSpliced(321, 1, live("0")) }, "/targets/321/params/userId"],
      [{ targets: [...targets, live("7")] }, "/targets/500"],
      [{ targets: [...targets, { ...live("7"), id: "tgt_7" }] }, "/targets/500/params"],
      [{ targets: [live("1", { watchlistId: "nowhere" })] }, "/targets/0/watchlistId"],
      [{ targets: [{ ...live("1"), what: 1 }] }, "/targets/0/what"],
      [{ targets: [{ ...live("1"), id: "ch_1" }] }, "/targets/0/id"],
      [
        {
          targets: [
            { ...live("1"), id: "tgt_1" },
            { ...live("2"), id: "tgt_1" },
          ],
        },
        "/targets/1/id",
      ],
      [{ targets: [7] }, "/targets/0"],
      [{ targets: null }, "/targets"],
      [{ what: [] }, "/what"],
      [{ version: 2 }, "/version"],
      [{ watchlists: [{ name: "a" }, { name: "a" }] }, "/watchlists/1"],
      [{ watchlists: [{ name: "other", id: "wl_default" }] }, "/watchlists/0/name"],
      [{ watchlists: [{ name: "default", id: "wl_other" }] }, "/watchlists/0/name"],
      [{ channels: [{ ...hook, settings: { url: "ftp://x" } }] }, "/channels/0/settings/url"],
      [{ channels: [{ kind: "webhook", name: "hook" }] }, "/channels/0/settings"],
      [{ channels: [{ kind: "fax", name: "hook" }] }, "/channels/0/kind"],
      [{ channels: [{ ...hook, sealed: "k1.x.y" }] }, "/channels/0/sealed"],
      [{ channels: [{ kind: "webhook", name: "a", sealed: "k1.!.y" }] }, "/channels/0/sealed"],
      [{ channels: [hook, hook] }, "/channels/1"],
      [{ subscriptions: [{ name: "a", events: ["*"], channelId: "none" }] }, "/subscriptions/0/channelId"],
      [{ digests: [{ name: "a", channelId: "none", schedule: "0 9 * * 1" }] }, "/digests/0/channelId"],
      [{ silences: [{ until: "soon" }] }, "/silences/0/until"],
      [{ targets: [], silences: [{ targetId: "User 1", until: "2099-01-01T00:00:00Z" }] }, "/silences/0/targetId"],
    ];
    for (const [document, pointer] of invalid) {
      const answer = await api.put({ version: 1, ...document });
      expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([422, pointer]);
    }
    expect((await api.put([])).body.errors[0].pointer).toBe("");
    expect(await api.dump()).toEqual(before);
  });

  test("what an id claims is nobody else's, whatever its name", async () => {
    await api.applied({ version: 1, channels: [{ ...hook, id: "ch_1" }] });
    const { changes, unchanged } = await api.applied({ version: 1, channels: [{ ...hook, id: "ch_1" }, hook] });
    expect([changes.length, changes[0].action, unchanged]).toEqual([1, "create", 1]);
  });

  test("a name that several have is no reference, and matches none", async () => {
    const twins = [
      { ...hook, id: "ch_1" },
      { ...hook, id: "ch_2" },
    ];
    await api.applied({ version: 1, channels: twins });
    const subscription = { name: "All", events: ["*"], channelId: "hook" };
    expect((await api.put({ version: 1, subscriptions: [subscription] })).body.errors).toEqual([
      { pointer: "/subscriptions/0/channelId", message: "names 2 channels: give an id" },
    ]);
    expect((await api.put({ version: 1, channels: [hook] })).body.errors[0].message).toBe(
      "may be ch_1 or ch_2: give its id",
    );
    await api.applied({ version: 1, subscriptions: [{ ...subscription, channelId: "ch_2" }] });
    expect((await api.put({ version: 1, channels: [twins[0]] })).body.errors).toEqual([
      { pointer: "/channels", message: 'leaves out ch_2, which the subscription "All" names: give /subscriptions too' },
    ]);
    expect((await api.put({ version: 1, channels: [twins[0]], subscriptions: [] })).body.changes).toHaveLength(2);
  });
});

describe("config limits", () => {
  const MIB = 1024 * 1024;

  let api: ConfigApi;
  beforeAll(async () => {
    api = await runConfigApi();
  });
  beforeEach(() => api.clear());
  afterAll(() => api.stop());

  const interferences: [string, () => Promise<unknown>][] = [
    ["creates", () => api.call("POST", "/v1/targets", live("9"))],
    ["changes", () => api.call("PATCH", "/v1/targets/tgt_1", { priority: 2 })],
    ["deletes", () => api.call("DELETE", "/v1/targets/tgt_2")],
    ["renames", () => api.call("PATCH", "/v1/watchlists/wl_1", { name: "Other" })],
    ["silences", () => api.call("POST", "/v1/silences", { until: "2099-01-01T00:00:00Z" })],
  ];

  test.each(interferences)(
    "whoever %s something meanwhile is not overwritten: 409, and nothing is applied",
    async (_, act) => {
      const targets = [
        { ...live("1"), id: "tgt_1" },
        { ...live("2"), id: "tgt_2" },
      ];
      const watchlists = [{ name: "List", id: "wl_1" }];
      await api.applied({ version: 1, watchlists, targets });
      let theirs = {};
      api.interfere(async () => {
        await act();
        theirs = await api.dump();
      });
      const document = { version: 1, targets: [{ ...targets[0], priority: 3 }, live("3")], channels: [hook] };
      expect((await api.put(document)).status).toBe(409);
      expect(await api.dump()).toEqual(theirs);
      expect((await api.put(document)).status).toBe(200);
    },
  );

  test("polls meanwhile are no reason to refuse", async () => {
    await api.applied({ version: 1, targets: [live("1")] });
    api.interfere(() => api.db.prepare("UPDATE targets SET state = '{}', revision = revision + 1").run());
    await api.applied({ version: 1, targets: [live("1", { priority: 3 })] });
    expect((await api.dump())["targets"]).toMatchObject([{ state: "{}", priority: 3, revision: 2 }]);
  });

  /** Ten thousand fit one invocation of the free plan by `import.test.ts`. */
  const MANY = process.env["LONG"] ? 10_000 : 2000;

  test("thousands of targets in a few statements: created, read, left alone, changed, deleted", async () => {
    const targets = Array.from({ length: MANY }, (_, n) => live(String(n + 1), { name: "x".repeat(1 + (n % 20)) }));
    const few = async (what: string, act: () => Promise<unknown>) => {
      api.counted.statements = 0;
      await act();
      expect(api.counted.statements, what).toBeLessThan(50);
    };
    await few("made", () => api.applied({ version: 1, targets }));
    let text = "";
    await few("exported", async () => (text = await api.exported()));
    await few("unchanged", async () => expect((await api.applied(JSON.parse(text))).changes).toEqual([]));
    await few("exported as YAML", async () => (text = await api.exported("?format=yaml")));
    await few("dry run in YAML", async () => expect((await api.yaml(text, "?dryRun=true")).status).toBe(200));
    await few("disabled", () =>
      api.applied({ version: 1, targets: targets.map((one) => ({ ...one, enabled: false })) }),
    );
    await few("moved", () =>
      api.applied({
        version: 1,
        watchlists: [{ name: "Music" }],
        targets: targets.map((one) => ({ ...one, watchlistId: "Music" })),
      }),
    );
    const sizes = await api.db.prepare("SELECT count(*) AS n, sum(size) AS sum, max(size) AS most FROM sheets").first();
    expect(sizes).toMatchObject({ sum: MANY, most: 1000 });
    await few("deleted", () => api.applied({ version: 1, targets: [] }));
    expect(await api.db.prepare("SELECT sum(size) FROM sheets").first("sum(size)")).toBe(0);
  });

  const bomb = Array.from(
    { length: 20 },
    (_, n) =>
      `a${n}: &a${n} [${
        n === 0
          ? "x"
          : Array(10)
              .fill(`*a${n - 1}`)
              .join()
      }]`,
  );

  test.each([
    ["alias bomb", bomb.join("\n"), 400],
    ["an alias of itself", "a: &a [*a]", 400],
    ["a tag", "version: !number 1", 400],
    ["code", "version: !!js/function 'x'", 400],
    ["bytes", "version: !!binary aGk=", 400],
    ["duplicate keys", "version: 1\nversion: 1", 400],
    ["two documents", "version: 1\n---\nversion: 1", 400],
    ["tabs", "targets:\n\t- a", 400],
    ["a list as key", "? [a]\n: 1", 400],
    ["deep nesting", "[".repeat(100_000), 400],
    ["lists in lists", "- ".repeat(100_000), 400],
    ["keys below keys", Array.from({ length: 2000 }, (_, n) => `${" ".repeat(n)}a:`).join("\n"), 400],
    ["a million faults", "}".repeat(MIB), 400],
    ["a million commas", `[${",".repeat(MIB)}`, 400],
    ["hundred thousand keys", Array.from({ length: 100_000 }, (_, n) => `k${n}: 1`).join("\n"), 422],
    ["too long", "#".repeat(4 * MIB + 1), 413],
    ["nothing", "", 422],
    ["a text", "hello", 422],
    ["infinity", "version: .inf", 400],
    ["a number where digits belong", "version: 1\ntargets: [{kind: live, name: a, params: {userId: 7}}]", 422],
    ["an older YAML's yes", "%YAML 1.1\n---\nversion: 1\nchannels: [{kind: slack, name: yes, enabled: no}]", 422],
  ])("hostile YAML: %s", async (_, text, status) => {
    const response = await api.yaml(text);
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
  });

  test("half a character is mended, so that the same document changes nothing", async () => {
    const document = { version: 1, targets: [live("1", { name: "a\ud800" })] };
    await api.applied(document);
    expect((await api.applied(document)).changes).toEqual([]);
    expect(JSON.parse(await api.exported()).targets[0].name).toBe("a\ufffd");
  });

  test("of many faults the first are told, and how many more there are", async () => {
    const { status, body } = await api.put({ version: 1, targets: Array(90_000).fill(0) });
    expect([status, body.errors[0].pointer]).toEqual([422, "/targets/0"]);
    expect(body.errors.length).toBeGreaterThan(50);
    expect(body.detail).toMatch(/\d+ more are not named here\.$/);
  });

  test("aliases that stay small are taken", async () => {
    const text =
      'version: 1\ntargets:\n  - {kind: live, name: a, params: {userId: "1"}, settings: &s {confirmOff: 3}}\n';
    expect((await api.yaml(`${text}  - {kind: live, name: b, params: {userId: "2"}, settings: *s}\n`)).status).toBe(
      200,
    );
    expect(JSON.parse(await api.exported()).targets[1].settings).toMatchObject({ confirmOff: 3 });
  });

  test("media types, sizes and scopes are judged in their order", async () => {
    const send = (body: string, type: string, token?: string) =>
      api.fetch("/v1/config", { method: "PUT", body, headers: { "content-type": type } }, token);
    expect((await send("version: 1", "text/plain")).status).toBe(415);
    expect((await send(" ".repeat(16 * MIB + 1), "application/json")).status).toBe(413);
    expect((await send("{", "application/json")).status).toBe(400);
    for (const type of ["application/yaml", "application/x-yaml", "text/yaml; charset=utf-8"])
      expect((await send("version: 1", type)).status).toBe(200);
    const token = async (scope: string) =>
      (await api.call("POST", "/v1/tokens", { name: scope, scopes: [scope] })).body.token as string;
    const read = await token("read");
    const write = await token("write");
    expect((await send("", "text/plain", read)).status).toBe(403);
    expect((await send("version: 1", "text/yaml", write)).status).toBe(200);
    expect((await api.fetch("/v1/export", {}, read)).status).toBe(200);
    expect((await api.fetch("/v1/export?secrets=encrypted", {}, write)).status).toBe(403);
    expect((await api.fetch("/v1/export?secrets=all")).status).toBe(400);
    const yaml = await api.fetch("/v1/export", { headers: { accept: "application/yaml" } });
    expect(yaml.headers.get("content-type")).toBe("application/yaml");
    expect(await yaml.text()).toMatch(/^version: 1\nwatchlists:\n {2}- id: wl_default\n/);
  });

  test("dry runs count by their length, so that a reader can't keep the service busy", async () => {
    const { token } = (await api.call("POST", "/v1/tokens", { name: "Reader", scopes: ["read"] })).body;
    const headers = { "content-type": "application/json" };
    const planned = (length: number) => {
      const body = '{"version":1}'.padEnd(length);
      return api.fetch("/v1/config?dryRun=true", { method: "PUT", body, headers }, token);
    };
    const statuses: number[] = [];
    for (let n = 0; n < 3; n++) statuses.push((await planned(15 * MIB)).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await planned(13)).headers.get("retry-after")).toMatch(/^\d+$/);
  });

  test("the example is taken as it is, twice", async () => {
    const text = readFileSync("examples/config/tallylight.yaml", "utf8");
    const first = await api.yaml(text);
    expect([first.status, ((await first.json()) as { changes: unknown[] }).changes.length]).toEqual([200, 10]);
    expect(await (await api.yaml(text)).json()).toMatchObject({ changes: [] });
  });
});
