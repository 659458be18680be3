import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cursorOf } from "../../src/edges/http/query.ts";
import { metered } from "../../src/edges/store/meter.ts";
import { runApi, type RunningApi } from "./running-api.ts";
import { visit, type Visitor } from "./visitor.ts";

let api: RunningApi;
let me: Visitor;
const counted = new Map<string, number>();

const RESOLVING = JSON.stringify({
  "user.resolve": { path: "/who", query: { handle: "{handle}" }, fields: { userId: "/id", handle: "/handle" } },
});

beforeAll(async () => {
  api = await runApi({ UPSTREAM_OPERATIONS: RESOLVING });
  api.env.DB = metered(api.db, { statements: 0 }, Infinity, (key, by) =>
    counted.set(key, (counted.get(key) ?? 0) + by),
  );
  me = await visit(api);
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

const make = async (
  name: string,
  params: object = { userId: name.length + "7012" },
  more: object = {},
): Promise<string> => (await api.call("POST", "/v1/targets", { kind: "live", name, params, ...more })).body.id;

const state = (on: boolean) =>
  JSON.stringify({
    verdict: on ? "on" : "off",
    since: Date.UTC(2026, 0, 5, 19, 2),
    knownAt: null,
    room: null,
    session: on
      ? { id: "ses_1", room: "72", startedAt: Date.UTC(2026, 0, 5, 19, 2), lastOnAt: null, toldAt: null }
      : null,
    flip: null,
    baseline: false,
  });

const air = (id: string) =>
  api.db.prepare("UPDATE targets SET state = ?2, on_air = 1 WHERE id = ?1").bind(id, state(true)).run();
const fail = (id: string) =>
  api.db
    .prepare("UPDATE targets SET consecutive_faults = 3, fault = ?2, last_ok_at = 1 WHERE id = ?1")
    .bind(id, JSON.stringify({ kind: "gone", status: 404, detail: "x" }))
    .run();

/** The names of a list, in their order. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/<b class="cut"><bdi class="nm">([^<]*)/g)].map(([, name]) => name!);

describe("the list of creators", () => {
  test("says how each is, on air first, then those that cannot be read", async () => {
    await make("anna", { userId: "1001" });
    await air(await make("Zoe", { userId: "1002", handle: "zoe.live" }));
    await fail(await make("mia", { userId: "1003" }));
    await make("Bob", { userId: "1004" }, { enabled: false });
    await make("Only named", { handle: "named" }).catch(() => null);
    const { text } = await me.open("/creators");
    expect(namesIn(text).slice(0, 4)).toEqual(["Zoe", "mia", "anna", "Bob"]);
    for (const words of [
      "On air",
      "Can&#39;t be read",
      "knows nobody of that name any more",
      "Not checked yet",
      "Paused",
      "@zoe.live",
    ])
      expect(text).toContain(words);
    expect(namesIn((await me.open("/creators?sort=name")).text).slice(0, 2)).toEqual(["anna", "Bob"]);
    expect(namesIn((await me.open("/creators?show=on-air")).text)).toEqual(["Zoe"]);
    expect(namesIn((await me.open("/creators?show=trouble")).text)).toEqual(["mia"]);
    expect(namesIn((await me.open("/creators?show=paused")).text)).toEqual(["Bob"]);
  });

  test("finds them by how name, handle or id begin, in any case", async () => {
    await make("Émile", { userId: "2001", handle: "Emile.TV" });
    await make("100% sure_", { userId: "7702" });
    for (const [search, name] of [
      ["éM", "Émile"],
      ["ém", "Émile"],
      ["@EMILE", "Émile"],
      ["emile.t", "Émile"],
      ["2001", "Émile"],
      ["7702", "100% sure_"],
      ["77", "100% sure_"],
      ["100% S", "100% sure_"],
    ])
      expect(namesIn((await me.open(`/creators?q=${encodeURIComponent(search!)}`)).text), search).toEqual([name]);
    const none = await me.open("/creators?q=%25&show=paused");
    expect(namesIn(none.text)).toEqual([]);
    expect(none.text).toContain("Show all");
  });

  test("names from outside stay text, in one line, whatever they hold", async () => {
    const hostile = `<script>alert(1)</script>"><img src=x onerror=alert(1)>`;
    await make(hostile, { userId: "3001" });
    await make("‮evil‬\u200b", { userId: "3002" });
    await make("\u200b\u200b.", { userId: "3003", handle: "zero.width" });
    const { text } = await me.open("/creators");
    expect(text).not.toContain("<img");
    expect(text).not.toContain("<script>alert");
    expect(text).not.toMatch(/[\u200b\u202e]/);
    expect((await me.open(`/creators?q=${encodeURIComponent('"><img src=x>')}`)).text).not.toContain("<img");
  });
});

describe("those who are chosen", () => {
  const at = async (id: string) => (await api.call("GET", `/v1/targets/${id}`)).body;
  test("are paused, resumed and moved at once, and an Undo takes each back", async () => {
    const ids = [
      await make("Ann", { userId: "1" }),
      await make("Bo", { userId: "2" }),
      await make("Cy", { userId: "3" }),
    ];
    const list = (await api.call("POST", "/v1/watchlists", { name: "Music" })).body.id;
    await api.call("PATCH", `/v1/targets/${ids[2]}`, { enabled: false });
    const ticks = ids.map((id): [string, string] => ["id", id]);
    const paused = await me.send("/creators/pause", [...ticks, ["from", "/creators?sort=name"]]);
    expect([paused.status, paused.to]).toEqual([303, "/creators?sort=name"]);
    expect(paused.text).toContain("2 creators paused");
    await me.undo(paused.text);
    expect(await Promise.all(ids.map(async (id) => (await at(id)).enabled))).toEqual([true, true, false]);
    const moved = await me.send("/creators/move", [...ticks, ["to", list]]);
    expect(moved.text).toContain("3 creators moved to Music");
    expect((await at(ids[1]!)).watchlistId).toBe(list);
    await me.undo(moved.text);
    expect((await at(ids[1]!)).watchlistId).toBe("wl_default");
    const [entry] = (await api.call("GET", "/v1/audit")).body.items;
    expect(entry).toMatchObject({ operation: "changeTarget", status: 200, request: { ids } });
  });

  test("are deleted together, or none where one is used, which is said", async () => {
    const ids = [await make("Ann", { userId: "1" }), await make("Bo", { userId: "2" })];
    const settings = { url: "https://hooks.example.com/x" };
    const channelId = (await api.call("POST", "/v1/channels", { kind: "webhook", name: "W", settings })).body.id;
    const alert = { name: "For Bo", events: ["live.*"], channelId, targetId: ids[1] };
    const subscription = (await api.call("POST", "/v1/subscriptions", alert)).body.id;
    const ticks = ids.map((id): [string, string] => ["id", id]);
    const used = await me.send("/creators/delete", ticks);
    expect([used.status, used.text]).toEqual([409, expect.stringContaining("For Bo")]);
    expect((await api.call("GET", "/v1/targets")).body.items).toHaveLength(2);
    await api.call("DELETE", `/v1/subscriptions/${subscription}`);
    expect((await me.send("/creators/delete", ticks)).text).toContain("2 creators deleted");
    expect((await api.call("GET", "/v1/targets")).body.items).toEqual([]);
  });

  test("nobody, too many and those who are gone are said", async () => {
    expect((await me.send("/creators/pause", [])).status).toBe(400);
    expect(
      (await me.send("/creators/pause", [["ids", Array.from({ length: 51 }, (_, n) => `tgt_${n}`).join(" ")]])).status,
    ).toBe(400);
    expect((await me.send("/creators/delete", [["id", "tgt_none"]])).status).toBe(404);
    expect(
      (
        await me.send("/creators/move", [
          ["id", "tgt_none"],
          ["to", "wl_none"],
        ])
      ).status,
    ).toBe(404);
  });
});

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);

describe("pasting creators", () => {
  const watched = async () =>
    (await api.call("GET", "/v1/targets")).body.items
      .toSorted(byName)
      .map((one: { name: string; params: object; announceInitial: boolean }) => [
        one.name,
        one.params,
        one.announceInitial,
      ]);

  test("takes handles, links, ids and names, and answers each line", async () => {
    const text =
      "@maria, @kenji\nhttps://www.example.com/@lena\nLena Winter, 7012\n\n7018\nkotatsu_cafe\nno body\n<b>@x</b>";
    const { status, text: page } = await me.send("/creators/add", [
      ["creators", text],
      ["announce", "true"],
    ]);
    expect(status).toBe(200);
    expect(await watched()).toEqual([
      ["7018", { userId: "7018" }, true],
      ["@kenji", { handle: "kenji" }, true],
      ["@kotatsu_cafe", { handle: "kotatsu_cafe" }, true],
      ["@lena", { handle: "lena" }, true],
      ["@maria", { handle: "maria" }, true],
      ["Lena Winter", { userId: "7012" }, true],
    ]);
    expect(page).toContain("6 creators added");
    expect(page.match(/waits to be looked up/g)).toHaveLength(4);
    expect(/<textarea[^>]*>([^<]*)</.exec(page)![1]!.trim()).toBe("no body\n&lt;b&gt;@x&lt;/b&gt;");
    expect((await me.send("/creators/add", [["creators", "7018\n7018"]])).text.match(/already there/g)).toHaveLength(2);
  });

  test("takes a table, whose wrong rows stay with their header", async () => {
    const text = "Name;User ID;Watchlist\nMaria;7012;Music\nBo;seven;Music";
    const { text: page } = await me.send("/creators/add", [["creators", text]]);
    expect(await watched()).toEqual([["Maria", { userId: "7012" }, false]]);
    expect(page).toContain("Name;User ID;Watchlist\nBo;seven;Music");
    expect(page).toContain("userId must be 1 to 32 digits");
  });

  test.each([
    ["", "Write at least one"],
    ['name,user id\n"Maria,7012', "quoted cell"],
    [Array.from({ length: 1001 }, (_, n) => `${70_000 + n}`).join("\n"), "More than 1,000"],
  ])("what cannot be read at all is said, and stays typed", async (text, words) => {
    const answer = await me.send("/creators/add", [["creators", text]]);
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(words)]);
    expect(answer.text).toContain(text.slice(-9).replaceAll('"', "&quot;"));
  });
});

test("a page of 10,000 creators takes six statements and reads at most 1,000 rows, however it is asked for", async () => {
  const insert = `INSERT INTO targets (id, created_at, updated_at, watchlist_id, kind, name, params, identity, alias, interval_seconds,
      priority, enabled, announce_initial, settings, sheet_id, on_air, consecutive_faults, fault, state)
    WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9999)
    SELECT printf('tgt_%05d', i), i, i, iif(i % 10, 'wl_default', 'wl_music'), 'live', printf('Creator %05d', (i * 7919) % 10000),
      json_object('userId', cast(i + 1 AS text), 'handle', 'h' || i), json_array(cast(i + 1 AS text), null, null),
      json_array(null, null, 'h' || i), 60, 1, i % 50 > 0, 0, '{}', 1, i % 20 = 1, iif(i % 500 = 2, 3, 0),
      iif(i % 500 = 2, '{"kind":"gone","status":404,"detail":"x"}', null), iif(i % 20 = 1, ?1, ?2) FROM n`;
  await api.db.prepare(insert).bind(state(true), state(false)).run();
  await api.call("POST", "/v1/watchlists", { name: "Music" });
  await api.db.prepare("UPDATE watchlists SET id = 'wl_music' WHERE name = 'Music'").run();
  const token = (await api.call("POST", "/v1/tokens", { name: "reader", scopes: ["read"] })).body.token;
  const reader = await visit(api, token);
  const costs: [string, number, number][] = [];
  const seen = new Set<string>();
  const load = async (path: string) => {
    counted.clear();
    const { status, text } = await reader.open(path);
    expect(status, path).toBe(200);
    costs.push([path, counted.get("d1|statements")!, counted.get("d1|rowsRead")!]);
    return text;
  };
  for (let path: string | undefined = "/creators?list=wl_music", pages = 0; path !== undefined && pages < 30; pages++) {
    const text = await load(path);
    for (const name of namesIn(text)) seen.add(name);
    path = /href="([^"]*cursor=[^"]*)"/.exec(text)?.[1]?.replaceAll("&amp;", "&");
  }
  expect(seen.size).toBe(1000);
  const deep = (group: number) => `cursor=${cursorOf([group, "creator 09000", "tgt_"])}`;
  for (const path of [
    `?${deep(2)}`,
    `?sort=name&${deep(0)}`,
    "",
    "?sort=name",
    "?show=on-air",
    "?show=trouble",
    "?show=paused",
    "?q=creator",
    "?q=h12",
    "?q=9999",
    "?q=creator+0&list=wl_music&show=paused",
  ])
    expect(namesIn(await load(`/creators${path}`)).length, path).toBeGreaterThan(0);
  const [statements, rows] = [Math.max(...costs.map((one) => one[1])), Math.max(...costs.map((one) => one[2]))];
  console.log(`a page of creators: at most ${statements} statements and ${rows} rows read`, costs.slice(-10));
  expect(statements).toBeLessThanOrEqual(6);
  expect(rows).toBeLessThanOrEqual(1000);
}, 30_000);
