import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { namesIn, state } from "./creators.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

let api: RunningApi;
let me: Visitor;
beforeAll(async () => {
  api = await runSqliteApi();
  me = await context(api);
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

const make = async (
  name: string,
  params: object = { userId: name.length + "7012" },
  more: object = {},
): Promise<string> => (await api.call("POST", "/v1/targets", { kind: "live", name, params, ...more })).body.id;

const air = (id: string) =>
  api.db.prepare("UPDATE targets SET state = ?2, gaps = '[]', on_air = 1 WHERE id = ?1").bind(id, state(true)).run();
const fail = (id: string) =>
  api.db
    .prepare("UPDATE targets SET consecutive_faults = 3, fault = ?2, last_ok_at = 1 WHERE id = ?1")
    .bind(id, JSON.stringify({ kind: "gone", status: 404, detail: "x" }))
    .run();

describe("the list of creators", () => {
  test("says how each is, on air first, then those that cannot be read", async () => {
    await make("anna", { userId: "1001" });
    await air(await make("Zoe", { userId: "1002", handle: "zoe.live" }));
    await fail(await make("mia", { userId: "1003" }));
    await make("Bob", { userId: "1004" }, { enabled: false });
    const { text } = await me.open("/creators");
    expect(namesIn(text).slice(0, 4)).toEqual(["Zoe", "mia", "anna", "Bob"]);
    for (const words of [
      "Live",
      "Can&#39;t be checked",
      "no longer knows this name",
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

  test("finds them by what the name holds, by how handle or id begin, in any case", async () => {
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
      ["SURE", "100% sure_"],
      ["mil", "Émile"],
    ])
      expect(namesIn((await me.open(`/creators?q=${encodeURIComponent(search!)}`)).text), search).toEqual([name]);
    const none = await me.open("/creators?q=%25&show=paused");
    expect(namesIn(none.text)).toEqual([]);
    expect(none.text).toContain("Show all");
    const id = (await api.call("GET", "/v1/targets")).body.items[0].id;
    await api.call("PATCH", `/v1/targets/${id}`, { name: "Marianne" });
    expect(namesIn((await me.open("/creators?q=ianne")).text)).toEqual(["Marianne"]);
    expect(namesIn((await me.open("/creators?q=mile")).text)).toEqual([]);
    expect((await me.open("/creators?q=@Mariane.x")).text).toMatch(/Similar names:.*Marianne.*Look up.*@Mariane\.x/s);
    // As many as a page holds begin so: they are told without a look at all names, in their order, and who only holds it is not among them.
    const lines = Array.from({ length: 27 }, (_, n) => `${n % 2 === 0 ? "Zoe" : "zoe"} ${100 + n}`);
    const items = lines.map((name, n) => ({ name, kind: "live", params: { userId: `${91_000 + n}` } }));
    await Promise.all(
      [{ ...items[0]!, name: "A zoe", params: { userId: "90999" } }, ...items].map((one) =>
        api.call("POST", "/v1/targets", one),
      ),
    );
    expect(namesIn((await me.open("/creators?q=ZOE")).text)).toEqual(lines.slice(0, 25));
    // Somebody is called so, and only not shown: nobody else is meant.
    expect((await me.open("/creators?q=ianne&show=paused")).text).not.toContain("Similar names");
    await api.call("DELETE", `/v1/targets/${id}`);
    expect((await me.open("/creators?q=ianne")).text).not.toContain("Marianne");
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

  test("are snoozed at once, and an Undo takes it back", async () => {
    const ids = [await make("Ann", { userId: "1" }), await make("Bo", { userId: "2" })];
    const fields: [string, string][] = [...ids.map((id): [string, string] => ["id", id]), ["for", "week"]];
    const snoozed = await me.send("/creators/snooze", fields);
    expect(snoozed.text).toContain("2 creators snoozed");
    const silenced = async () =>
      (await api.call("GET", "/v1/silences")).body.items.map((one: { targetId: string }) => one.targetId);
    expect(await silenced()).toEqual(expect.arrayContaining(ids));
    await me.undo(snoozed.text);
    expect(await silenced()).toEqual([]);
    expect(
      (
        await me.send("/creators/snooze", [
          ["id", "tgt_none"],
          ["for", "week"],
        ])
      ).status,
    ).toBe(404);
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
