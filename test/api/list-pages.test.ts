import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { HOST } from "../support/jar.ts";
import { OFF, polledJustNow } from "../support/report-world.ts";
import { streamed } from "../support/http-server.ts";
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

const lists = async () => (await api.call("GET", "/v1/watchlists")).body.items;

const form = (name: string, more: [string, string][] = []): [string, string][] => [
  ...new Map([["/name", name], ["/timezone", ""], ["/language", ""], ...more]),
];

const list = async (name: string, more: object = {}): Promise<string> =>
  (await api.call("POST", "/v1/watchlists", { name, ...more })).body.id;

const creator = async (name: string, userId: string, watchlistId: string): Promise<string> => {
  const { body } = await api.call("POST", "/v1/targets", { kind: "live", name, params: { userId }, watchlistId });
  await api.db
    .prepare("UPDATE targets SET created_at = 0, state = ?2, gaps = '[]' WHERE id = ?1")
    .bind(body.id, OFF)
    .run();
  return body.id;
};

/** Puts a creator on the air ten minutes ago. */
const goesLive = async (id: string, more: object = {}): Promise<void> => {
  const startedAt = Date.now() - 600_000;
  const session = {
    id,
    room: "72",
    startedAt,
    startedAfter: null,
    lastOnAt: null,
    toldAt: startedAt,
    info: null,
    peakViewers: null,
    ...more,
  };
  const on = { verdict: "on", since: startedAt, knownAt: null, room: "72", session, flip: null, baseline: false };
  await api.db.prepare("UPDATE targets SET on_air = 1, state = ?2 WHERE id = ?1").bind(id, JSON.stringify(on)).run();
};

/** What the page says, without its markup. */
const said = (text: string): string => text.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

const headOf = (text: string): string => said(/<h1>([^]*?)<\/h1>/.exec(text)![1]!);

test("a list is created with its zone and language, changed in place, and that is undone", async () => {
  const { to, text } = await me.send(
    "/lists",
    form("Brightwave", [
      ["/timezone", "Vienna"],
      ["/language", "de"],
    ]),
  );
  const created = (await lists()).find(({ name }: { name: string }) => name === "Brightwave");
  expect(created).toMatchObject({ timezone: "Europe/Vienna", language: "de" });
  expect(to).toBe(`/lists/${created.id}`);
  expect(text).toContain("Brightwave created");
  // Nobody is watched yet, so the form for the first creators stands there.
  expect(text).toContain("Add the first creators");
  expect(text).toContain(`name="list" value="${created.id}"`);
  const renamed = await me.send(`/lists/${created.id}`, form("Bright & Wave", [["/language", ""]]));
  expect(renamed.text).toContain("Bright &amp; Wave changed");
  expect((await api.call("GET", `/v1/watchlists/${created.id}`)).body).toMatchObject({
    name: "Bright & Wave",
    timezone: null,
    language: null,
  });
  await me.undo(renamed.text);
  expect((await api.call("GET", `/v1/watchlists/${created.id}`)).body).toMatchObject({
    name: "Brightwave",
    timezone: "Europe/Vienna",
    language: "de",
  });
});

test("the name of another list is refused at its field, and what was typed stays", async () => {
  await list("Brightwave");
  const kobo = await list("Kobo");
  expect(said((await me.send("/lists", form("brightWAVE"))).text)).toContain("Another list has this name.");
  const twice = await me.send("/lists", form("Brightwave", [["/timezone", "Asia/Tokyo"]]));
  expect(twice.status).toBe(422);
  expect(twice.text).toMatch(/id="new-name"[^>]*aria-invalid|aria-invalid[^>]*id="new-name"/);
  expect(said(twice.text)).toContain("Another list has this name.");
  expect(twice.text).toContain('value="Asia/Tokyo"');
  for (const from of ["", "/lists"]) {
    const renamed = await me.send(
      `/lists/${kobo}`,
      form("Brightwave", [["from", from]].filter(() => from !== "") as never),
    );
    expect([from, renamed.status]).toEqual([from, 422]);
    expect(said(renamed.text)).toContain("Another list has this name.");
  }
  const empty = await me.send("/lists", form(""));
  expect([empty.status, empty.text.includes("aria-invalid")]).toEqual([422, true]);
  const nowhere = await me.send("/lists", form("Atlantis", [["/timezone", "Atlantis"]]));
  expect(said(nowhere.text)).toContain("Type a city, such as New York.");
  expect(await lists()).toHaveLength(3);
});

test("deleting a list keeps its creators watched, ends its goal and links, and Undo brings back all but the links", async () => {
  const id = await list("Brightwave", { timezone: "Asia/Tokyo", language: "ja", description: "A client" });
  const [maria, lena] = [await creator("Maria", "7012", id), await creator("Lena", "7013", id)];
  const other = await creator("Tom", "7014", "wl_default");
  await api.call("POST", "/v1/goals", { watchlistId: id, hours: 40 });
  await api.call("POST", "/v1/feed-keys", { name: "Marc", watchlistId: id });
  const { token } = (await api.call("POST", "/v1/tokens", { name: "Ada", scopes: ["read"], watchlistIds: [id] })).body;
  const gone = await me.send(`/lists/${id}/delete`, []);
  expect(gone.text).toContain("Brightwave deleted. 2 creators stay watched");
  expect((await lists()).map(({ name }: { name: string }) => name)).toEqual(["default"]);
  const whereOf = async (target: string) => (await api.call("GET", `/v1/targets/${target}`)).body.watchlistId;
  expect([await whereOf(maria), await whereOf(lena)]).toEqual(["wl_default", "wl_default"]);
  expect((await api.call("GET", "/v1/goals")).body.items).toEqual([]);
  expect((await api.call("GET", "/v1/feed-keys")).body.items).toEqual([]);
  for (const removed of ["", "x", "k1.AAAA.AAAA"])
    expect((await me.send("/lists/restore", [["removed", removed]])).status).toBe(409);
  const back = await me.undo(gone.text);
  expect(back.text).toContain("Brightwave is back");
  expect((await me.undo(gone.text)).status).toBeLessThan(400);
  expect(await lists()).toHaveLength(2);
  const again = (await lists()).find(({ name }: { name: string }) => name === "Brightwave");
  expect(again).toMatchObject({ id, timezone: "Asia/Tokyo", language: "ja", description: "A client" });
  expect([await whereOf(maria), await whereOf(lena), await whereOf(other)]).toEqual([again.id, again.id, "wl_default"]);
  expect((await api.call("GET", "/v1/goals")).body.items).toMatchObject([{ watchlistId: again.id, hours: 40 }]);
  const seen = await api.send(new Request(`${HOST}/v1/watchlists`, { headers: { authorization: `Bearer ${token}` } }));
  expect(((await seen.json()) as { items: object[] }).items).toMatchObject([{ id }]);
});

test("a late Undo of a list leaves alone what happened since, and undoes nothing after ten minutes", async () => {
  const id = await list("Brightwave");
  const [maria, lena, tom] = [
    await creator("Maria", "7012", id),
    await creator("Lena", "7013", id),
    await creator("Tom", "7014", id),
  ];
  await api.call("POST", "/v1/goals", { watchlistId: id, hours: 40 });
  const gone = await me.send(`/lists/${id}/delete`, []);
  const kobo = await list("Kobo");
  await api.call("PATCH", `/v1/targets/${maria}`, { watchlistId: kobo });
  await api.call("DELETE", `/v1/targets/${lena}`);
  await api.call("POST", "/v1/goals", { targetId: tom, hours: 10 });
  expect((await me.undo(gone.text)).text).toContain("Brightwave is back");
  const whereOf = async (target: string) => (await api.call("GET", `/v1/targets/${target}`)).body.watchlistId;
  expect([await whereOf(maria), await whereOf(lena), await whereOf(tom)]).toEqual([kobo, undefined, id]);
  const goals: { hours: number }[] = (await api.call("GET", "/v1/goals")).body.items;
  expect(goals.map(({ hours }) => hours).toSorted()).toEqual([10, 40]);

  // The name is taken by now: nothing comes back, and nobody moves.
  const twice = await me.send(`/lists/${id}/delete`, []);
  await list("Brightwave");
  const refused = await me.undo(twice.text);
  expect([refused.status, said(refused.text)]).toEqual([409, expect.stringContaining("nothing was brought back")]);
  expect([await whereOf(tom), (await lists()).length]).toEqual(["wl_default", 3]);

  const later = await me.send(`/lists/${kobo}/delete`, []);
  vi.useFakeTimers({ now: Date.now() + 601_000, toFake: ["Date"] });
  expect((await me.undo(later.text)).status).toBe(409);
  vi.useRealTimers();
  expect([await whereOf(maria), (await lists()).length]).toEqual(["wl_default", 2]);
});

test("a list that alerts use is not deleted, nor one whose creators the default list has too, nor the default one", async () => {
  const id = await list("Brightwave");
  const maria = await creator("Maria", "7012", id);
  const settings = { url: "http://127.0.0.1:9/x" };
  const channelId = (await api.call("POST", "/v1/channels", { kind: "webhook", name: "hook", settings })).body.id;
  const alert = { name: "Wins", events: ["live.*"], channelId, watchlistId: id };
  const used = (await api.call("POST", "/v1/subscriptions", alert)).body.id;
  const refused = await me.send(`/lists/${id}/delete`, []);
  expect([refused.status, said(refused.text).includes("Wins")]).toEqual([409, true]);
  await api.call("DELETE", `/v1/subscriptions/${used}`);
  const twin = await creator("Maria", "7012", "wl_default");
  const twice = await me.send(`/lists/${id}/delete`, []);
  expect([twice.status, said(twice.text)]).toEqual([409, expect.stringContaining("default list watches these, too")]);
  expect(twice.text).toContain(`<a href="/creators/${maria}"><bdi class="nm">Maria</bdi></a>`);
  expect(twice.text).not.toContain("conflicts with another change");
  expect((await api.call("GET", `/v1/targets/${maria}`)).body.watchlistId).toBe(id);
  await api.call("DELETE", `/v1/targets/${twin}`);
  expect((await me.send("/lists/wl_default/delete", [])).status).toBe(409);
  expect((await me.open("/lists/wl_default")).text).not.toContain('action="/lists/wl_default/delete"');
});

test("lists have columns for what one of them has, and their pages say a bound once", async () => {
  const id = await list("Brightwave");
  const maria = await creator("Maria", "7012", id);
  const headsOf = async () =>
    [...(await me.open("/lists")).text.matchAll(/<th scope="col"[^>]*>([^]*?)<\/th>/g)].map(([, head]) =>
      said(head!).trim(),
    );
  expect(await headsOf()).toEqual(["List", "Goals this month", "Hours this month", "Live", "Edit"]);
  await api.call("POST", "/v1/feed-keys", { name: "Marc", watchlistId: id });
  await api.call("POST", "/v1/goals", { watchlistId: id, hours: 40 });
  await api.call("PATCH", `/v1/watchlists/${id}`, { timezone: "Asia/Tokyo" });
  expect(await headsOf()).toEqual(expect.arrayContaining(["Need help", "Client", "Time zone"]));
  await goesLive(maria);
  await polledJustNow(api.db);
  await api.db
    .prepare("UPDATE targets SET gaps = ?2 WHERE id = ?1")
    .bind(maria, JSON.stringify([[0, Date.now() - 700_000]]))
    .run();
  const figures = said(/<dl class="kpis">([^]*?)<\/dl>/.exec((await me.open(`/lists/${id}`)).text)![1]!);
  expect(figures).toMatch(/Live \d+ min at least: some time was not watched/);
});

test("hostile names are words: in the table, on the page, in the form, in search", async () => {
  const names = ['<img src=x onerror="alert(1)">', "مقهى الياسمين", "\u202Egnirts", "W".repeat(100), "光 スタジオ"];
  for (const name of names) await list(name);
  const { text } = await me.open("/lists");
  expect(text).not.toContain("<img src=x");
  expect(text).toContain("&lt;img src=x");
  for (const { id } of await lists()) {
    const one = await me.open(`/lists/${id}`);
    expect([one.status, one.text.includes("<img src=x")]).toEqual([200, false]);
  }
  expect((await me.open(`/search?q=${encodeURIComponent("ياسمين")}`)).text).toContain("مقهى الياسمين");
  expect((await me.open(`/lists?q=${encodeURIComponent("<IMG")}`)).text).toContain("&lt;img src=x");
  expect(said((await me.open("/lists?q=nothing+like+it")).text)).toContain("No list is called that.");
});

test("a headline says who is live, and claims nothing of those who are unknown", async () => {
  const id = await list("Brightwave", { timezone: "Europe/Berlin" });
  expect(headOf((await me.open(`/lists/${id}`)).text)).toBe("No creators yet");
  const [maria, lena] = [await creator("Maria", "7012", id), await creator("Lena", "7013", id)];
  await polledJustNow(api.db);
  expect(headOf((await me.open(`/lists/${id}`)).text)).toBe("No one is live");
  await api.db
    .prepare("UPDATE targets SET unknown_since = ?2 WHERE id = ?1")
    .bind(lena, Date.now() - 60_000)
    .run();
  const unsure = await me.open(`/lists/${id}`);
  expect(headOf(unsure.text)).toBe("No one known to be live");
  expect(said(unsure.text)).toContain("1 unknown");
  await goesLive(maria, { info: { title: "<b>Hi", viewers: 1234 }, peakViewers: 2 });
  await polledJustNow(api.db);
  const { text } = await me.open(`/lists/${id}`);
  // Who is live was seen for ten minutes, which is the month so far.
  expect(headOf(text)).toMatch(/^At least 1 live, \d+ min this month$/);
  expect(said(text)).toContain("1,234");
  expect(text).toContain("&lt;b&gt;Hi");
  const row = said((await me.open("/lists")).text);
  expect(row).toContain("at least 1");
  await api.db
    .prepare("UPDATE targets SET unknown_since = ?1")
    .bind(Date.now() - 60_000)
    .run();
  expect(headOf((await me.open(`/lists/${id}`)).text)).toBe("We don’t know who is live");
});

test("beside the tiles nobody is called live or offline of whom that is not known", async () => {
  const id = await list("Brightwave", { timezone: "UTC" });
  const people: string[] = [];
  for (let n = 0; n < 12; n++) people.push(await creator(`Creator ${n}`, String(8000 + n), id));
  await polledJustNow(api.db);
  const unknown = (ids: string[]) =>
    api.db
      .prepare("UPDATE targets SET unknown_since = ?2 WHERE id IN (SELECT value FROM json_each(?1))")
      .bind(JSON.stringify(ids), Date.now() - 60_000)
      .run();
  const cardOf = async () => said(/id="live-card"([^]*?)<\/section>/.exec((await me.open(`/lists/${id}`)).text)![1]!);
  await unknown(people.slice(0, 1));
  expect(await cardOf()).toContain("No one known to be live");
  expect(await cardOf()).not.toContain("No one is live right now");
  for (const one of people) await goesLive(one);
  await polledJustNow(api.db);
  await unknown(people.slice(0, 2));
  expect(await cardOf()).toMatch(/1 other is live\. 2 unknown/);
});

test("who needs help comes first, with what it takes; nobody is behind who was not watched", async () => {
  const id = await list("Brightwave", { timezone: "UTC" });
  const people = [
    await creator("Maria", "7012", id),
    await creator("Lena", "7013", id),
    await creator("Suna", "7014", id),
  ];
  await polledJustNow(api.db);
  const without = said((await me.open(`/lists/${id}`)).text);
  expect(without).toContain("Set a goal for this list");
  expect(without).not.toContain("need help");
  const now = new Date();
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
  await streamed(
    api.db,
    { id: people[0]!, watchlistId: id },
    { from: first, to: Math.min(Date.now(), first + 7_200_000) },
  );
  const startsOn = new Date(first).toISOString().slice(0, 10);
  await me.send("/goals", [
    ["/watchlistId", id],
    ["/hours", "1"],
    ["/validDays", ""],
    ["/validDayMinutes", "60"],
    ["/timezone", "UTC"],
  ]);
  const [{ id: goal }] = (await api.call("GET", "/v1/goals")).body.items;
  await api.call("PATCH", `/v1/goals/${goal}`, { startsOn });
  // Suna was never watched this month.
  await api.db
    .prepare("UPDATE targets SET gaps = ?2 WHERE id = ?1")
    .bind(people[2], JSON.stringify([[0, Date.now()]]))
    .run();
  const { text } = await me.open(`/lists/${id}`);
  expect(said(text)).toMatch(/1 reached/);
  expect(said(text)).toMatch(/1 can’t say/);
  expect(said(text)).toContain("2 of 3");
  // The first days of a month are too early for anybody to be behind.
  if (now.getUTCDate() > 4) expect(headOf(text)).toBe("No one is live, 1 needs help this month");
  const { text: all } = await me.open("/lists");
  if (now.getUTCDate() > 4) expect(headOf(all)).toBe("1 of 2 lists needs help");
  // Who can't make it is not passed over, though no help helps them.
  await api.call("PATCH", `/v1/goals/${goal}`, { hours: 744 });
  if (now.getUTCDate() <= 4) return;
  const late = (await me.open(`/lists/${id}`)).text;
  expect(headOf(late)).toBe("No one is live, 2 out of reach this month");
  expect(said(late)).toMatch(/Out of reach this month .*Lena out of reach/);
  const lists = (await me.open("/lists")).text;
  expect([headOf(lists), said(lists)]).toEqual([
    "2 lists, 2 creators out of reach",
    expect.stringMatching(/Brightwave 3 creators 2 are out of reach/),
  ]);
});

test("a page of five hundred creators is as short as one of ten, and says what it leaves out", async () => {
  const id = await list("Large");
  const items = Array.from({ length: 500 }, (_, n) => ({
    kind: "live",
    name: `C${n}`,
    params: { userId: String(9000 + n) },
    watchlistId: id,
  }));
  expect((await api.call("POST", "/v1/targets/import", items)).status).toBeLessThan(300);
  const { status, text } = await me.open(`/lists/${id}`);
  expect(status).toBe(200);
  expect(said(text)).toContain("500 creators");
  expect(said(text)).toContain("is being counted");
  expect(text.length).toBeLessThan(60_000);
  const { text: gone } = await me.send(`/lists/${id}/delete`, []);
  expect(gone).toContain("Large deleted. 500 creators stay watched");
  await me.undo(gone);
  const again = (await lists()).find(({ name }: { name: string }) => name === "Large");
  const n = await api.db.prepare("SELECT count(*) AS n FROM targets WHERE watchlist_id = ?1").bind(again.id).first("n");
  expect(n).toBe(500);
});

test("more than fifty lists are on several pages, each once, and are found by name", async () => {
  for (let n = 0; n < 60; n++) await list(`Client ${String(n).padStart(2, "0")}`);
  const namesIn = (text: string) =>
    [...text.matchAll(/<th scope="row">[^]*?<bdi class="nm">([^<]*)/g)].map(([, name]) => name!);
  const first = (await me.open("/lists")).text;
  const next = /href="(\/lists\?after=[^"]*)"/.exec(first)![1]!;
  const all = [...namesIn(first), ...namesIn((await me.open(next)).text)];
  expect([all.length, new Set(all).size]).toEqual([61, 61]);
  expect(headOf(first)).toBe("61 lists");
  expect(namesIn((await me.open("/lists?q=ENT+59")).text)).toEqual(["Client 59"]);
});
