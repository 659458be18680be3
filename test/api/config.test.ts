import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hook, live, runConfigApi, type ConfigApi, generatedConfig } from "../support/config-api.ts";
import { runs } from "../support/runs.ts";

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
