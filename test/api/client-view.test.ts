import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { OFF, polledJustNow } from "../support/report-world.ts";
import { streamed } from "../support/http-server.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { pages } from "../../src/wiring/pages/pages.ts";
import { context, type Visitor } from "./visitor.ts";

let api: RunningApi;
let me: Visitor;
beforeAll(async () => {
  api = await runSqliteApi();
  me = await context(api);
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

const HOUR = 3_600_000;
const created = async (what: string, body: object) => (await api.call("POST", `/v1/${what}`, body)).body;

const creator = async (name: string, userId: string, watchlistId: string): Promise<string> => {
  const { id } = await created("targets", { kind: "live", name, params: { userId }, watchlistId });
  await api.db.prepare("UPDATE targets SET created_at = 0, state = ?2, gaps = '[]' WHERE id = ?1").bind(id, OFF).run();
  return id;
};

/** What a page says, without its markup. */
const said = (text: string): string => text.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

/** A client of a list, and a world in which another list has secrets. */
async function clientOf(names: string[]) {
  const list = (await created("watchlists", { name: "Brightwave" })).id;
  const other = (await created("watchlists", { name: "Secret Rival" })).id;
  await creator("Hidden Person", "1", other);
  for (const [n, name] of names.entries()) await creator(name, String(7000 + n), list);
  const settings = { url: "http://127.0.0.1:9/x" };
  const channelId = (await created("channels", { kind: "webhook", name: "#internal", settings })).id;
  await created("subscriptions", { name: "Our wins", events: ["live.*"], channelId, watchlistId: list });
  const { token } = await created("tokens", { name: "Marc", scopes: ["read"], watchlistIds: [list] });
  await polledJustNow(api.db);
  return { list, other, client: await context2(token) };
}

/** Someone with a token for some lists, who has no page of settings to start from. */
async function context2(token: string): Promise<(path: string) => Promise<{ status: number; text: string }>> {
  const form = new URLSearchParams({ token, next: "/" }).toString();
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    accept: "text/html",
    origin: "http://127.0.0.1:8787",
    "sec-fetch-site": "same-origin",
  };
  const signedIn = await api.send(
    new Request("http://127.0.0.1:8787/sign-in", { method: "POST", headers, body: form }),
  );
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  return async (path) => {
    const answer = await api.send(
      new Request(`http://127.0.0.1:8787${path}`, { headers: { cookie, accept: "text/html" } }),
    );
    return { status: answer.status, text: await answer.text() };
  };
}

test("a client sees everybody of the list and their month, and nothing of the team", async () => {
  const { list, client } = await clientOf(["Maria", "Lena", "<b>Tom"]);
  const [maria] = (await api.call("GET", "/v1/targets?q=Maria")).body.items;
  const first = Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), 1);
  await streamed(
    api.db,
    { id: maria.id, watchlistId: list },
    { from: first, to: Math.min(Date.now(), first + 2 * HOUR) },
  );
  const goal = await created("goals", { watchlistId: list, hours: 1, timezone: "UTC" });
  await api.call("PATCH", `/v1/goals/${goal.id}`, { startsOn: new Date(first).toISOString().slice(0, 10) });
  const { status, text } = await client("/");
  expect(status).toBe(200);
  expect(text).toContain("<h1>No one is live</h1>");
  for (const shown of ["Brightwave", "3 creators", "Maria", "Lena", "1 reached", "of 1 h"])
    expect(said(text)).toContain(shown);
  expect(text).toContain("&lt;b&gt;Tom");
  for (const secret of [
    "Secret Rival",
    "Hidden Person",
    "#internal",
    "Our wins",
    "needs help",
    "need help",
    "/creators/",
    "default",
  ])
    expect([secret, text.includes(secret)]).toEqual([secret, false]);
  if (new Date().getUTCDate() > 4) expect(said(text)).toContain("2 behind");
});

test("the pages of the team say what the account shows, in words, without their navigation", async () => {
  const { list, other, client } = await clientOf(["Maria"]);
  const all = pages.flatMap(({ method, path }) => (method === "get" && !path.includes("{") ? [path] : []));
  const own = ["/", "/sign-in", "/reports", "/reports/print", "/shared", "/more"];
  let refused = 0;
  for (const path of [...all, `/lists/${list}`, `/lists/${other}`, `/search?q=Secret`]) {
    const { status, text } = await client(path);
    expect(text, path).not.toMatch(/This token is limited|Secret Rival|Hidden Person/);
    if (own.includes(path) || status !== 403) continue;
    refused++;
    expect(said(text), path).toContain("Your account shows one list only");
    expect(text, path).not.toMatch(/watchlist|href="\/channels"/);
  }
  expect(refused).toBeGreaterThan(15);
});

test("fifty creators are on a page, each once over all pages, also of a long list", async () => {
  for (const count of [60, 130]) {
    await api.clear();
    me = await context(api);
    const { list, client } = await clientOf([]);
    const items = Array.from({ length: count }, (_, n) => ({
      kind: "live",
      name: `Creator ${String(n).padStart(3, "0")}`,
      params: { userId: String(9000 + n) },
      watchlistId: list,
    }));
    expect((await api.call("POST", "/v1/targets/import", items)).status).toBeLessThan(300);
    const seen: string[] = [];
    for (let page = 1; page <= Math.ceil(count / 50); page++) {
      const { text } = await client(`/?page=${page}`);
      const names = [...text.matchAll(/<span class="whom">[^]*?<bdi class="nm">([^<]*)/g)].map(([, name]) => name!);
      expect([page, names.length]).toEqual([page, Math.min(50, count - (page - 1) * 50)]);
      seen.push(...names);
      expect(text.includes("Next page")).toBe(page * 50 < count);
    }
    expect(new Set(seen).size).toBe(count);
  }
});

test("an unknown creator is never called offline, and an empty list says so", async () => {
  const { list, client } = await clientOf([]);
  expect(said((await client("/")).text)).toContain("This list is empty.");
  await creator("Maria", "7012", list);
  await api.db
    .prepare("UPDATE targets SET unknown_since = ?1 WHERE name = 'Maria'")
    .bind(Date.now() - 60_000)
    .run();
  expect((await client("/")).text).toContain("<h1>We don’t know who is live</h1>");
});

/** What the holder of a link sees of a list. */
async function linkTo(watchlistId: string | null, more: object = {}): Promise<(path?: string) => Promise<string>> {
  const { key } = await created("feed-keys", { name: "Marc", watchlistId, ...more });
  return async (query = "") => {
    const answer = await api.send(
      new Request(`http://127.0.0.1:8787/shared?key=${key}${query}`, { headers: { accept: "text/html" } }),
    );
    expect(answer.status).toBe(200);
    return answer.text();
  };
}

/** What the page says of each creator, by name. */
const rowsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('<li class="person ')
      .slice(1)
      .map((row) => [/<bdi class="nm">([^<]*)/.exec(row)![1]!, said(`<${row.split("</li>")[0]!}`).trim()]),
  );

test("a link shows the list's month: everybody with hours and goal, what is not known, and who is next", async () => {
  const list = (await created("watchlists", { name: "Brightwave", timezone: "UTC" })).id;
  const ids: Record<string, string> = {};
  for (const [n, name] of ["Maria", "Lena", "Tom", "Amara", "Unseen", "Paused", "Fresh"].entries())
    ids[name] = await creator(name, String(7100 + n), list);
  const now = Date.now();
  const first = Date.UTC(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth(), 1);
  const live = { from: first, to: Math.min(now, first + 2 * HOUR) };
  await streamed(api.db, { id: ids["Maria"]!, watchlistId: list }, live);
  const set = (name: string, sql: string, ...values: unknown[]) =>
    api.db
      .prepare(`UPDATE targets SET ${sql} WHERE id = ?1`)
      .bind(ids[name], ...values)
      .run();
  await set("Tom", "unknown_since = ?2, consecutive_faults = 9, last_ok_at = ?2", now - HOUR);
  await set("Unseen", "created_at = ?2, state = NULL, unknown_since = ?2", now - HOUR);
  await set("Paused", "enabled = 0, paused_at = ?2, last_ok_at = ?2", first);
  await set("Fresh", "created_at = ?2, state = NULL", now - 1000);
  await set("Amara", "expected_at = ?2, expected_confidence = 0.9, past = '{}'", now + 3 * HOUR);
  const goal = await created("goals", { watchlistId: list, hours: 100, timezone: "UTC" });
  await api.call("PATCH", `/v1/goals/${goal.id}`, { startsOn: new Date(first).toISOString().slice(0, 10) });
  await polledJustNow(api.db);
  const text = await (await linkTo(list, { agency: "Northlight" }))();
  expect(text).toContain("<h1>No one known to be live</h1>");
  for (const part of [
    "Brightwave",
    "7 creators",
    "2 unknown",
    "some not checked yet",
    "Brightwave Northlight",
    "UTC time",
  ])
    expect(said(text)).toContain(part);
  // How the month stands is the first question.
  expect(said(text)).toMatch(/so far .*Usually next .*Amara usually around/);
  const rows = rowsOf(text);
  expect(Object.keys(rows)).toHaveLength(7);
  expect(rows["Maria"]).toMatch(/last live .* of 100 h/);
  expect(rows["Lena"]).toContain("not seen live this month");
  expect(rows["Tom"]).toContain("unknown since");
  expect(rows["Unseen"]).toContain("unknown since");
  expect(rows["Paused"]).toContain("not watched at the moment");
  expect(rows["Paused"]).toContain("not known");
  expect(rows["Fresh"]).toContain("not checked yet");
  expect(text).not.toMatch(/This token|limited to|watchlist|<form|href="\/creators|need help|report\.html/);
});

test("that a goal is out of reach is said in the same words wherever it is said, to the team and to the client", async () => {
  const { list, client } = await clientOf(["Maria"]);
  const first = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), 1)).toISOString();
  // On its first day a month could still be filled.
  const { id } = await created("goals", { watchlistId: list, hours: 744, validDays: 31, timezone: "UTC" });
  await api.call("PATCH", `/v1/goals/${id}`, { startsOn: first.slice(0, 10) });
  const { key } = await created("feed-keys", { name: "Marc", watchlistId: list, report: true });
  const report = `/feeds/report.html?key=${key}&month=${first.slice(0, 7)}`;
  const [{ id: maria }] = (await api.call("GET", "/v1/targets?q=Maria")).body.items;
  const pages = await Promise.all([
    ...["/goals", `/goals/${id}`, "/lists", `/lists/${list}`, `/creators/${maria}`].map((path) => me.open(path)),
    ...["/reports", "/reports/print", `/shared?key=${key}`, report].map((path) => me.open(path)),
    client("/"),
    client("/reports/print"),
  ]);
  if (new Date().getUTCDate() === 1) return;
  for (const [at, { text }] of pages.entries()) {
    expect([at, /out of reach/i.test(said(text))]).toEqual([at, true]);
    expect([at, /\bbehind\b|no longer be reached/.exec(said(text.replace(/<style[^]*<\/style>/, "")))]).toEqual([
      at,
      null,
    ]);
  }
});

test("a client sees one report, invited or by a link: its numbers, the agency, the months around and a way back", async () => {
  const { list, client } = await clientOf(["Maria", "Bo"]);
  const [now, month] = [new Date(), new Date().toISOString().slice(0, 7)];
  const from = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
  const [{ id }] = (await api.call("GET", "/v1/targets?q=Maria")).body.items;
  await streamed(api.db, { id, watchlistId: list }, { from, to: Math.min(Date.now(), from + 2 * HOUR) });
  await created("goals", { watchlistId: list, hours: 40 });
  const { key } = await created("feed-keys", { name: "Marc", watchlistId: list, report: true, agency: "Northlight" });
  const link = (await me.open(`/feeds/report.html?key=${key}&month=${month}`)).text;
  const invited = (await client("/reports/print")).text;
  const partsOf = (text: string) =>
    [...text.matchAll(/<(?:header|h1|table|dl)[^]*?<\/(?:header|h1|table|dl)>/g)].map(String);
  expect(partsOf(invited)).toHaveLength(4);
  expect(partsOf(invited)).toEqual(partsOf(link));
  expect(invited).toContain("Northlight");
  const before = new Date(from - 1).toISOString().slice(0, 7);
  const links = (text: string) =>
    [...text.matchAll(/<a href="([^"]*)">([^<]*)/g)].map(([, href, name]) => [name, href!.replaceAll("&amp;", "&")]);
  expect(links(invited)).toEqual([
    ["Back", `/?list=${list}`],
    ["Previous month", `/reports/print?list=${list}&month=${before}`],
  ]);
  expect(links(link)).toEqual([
    ["Back", `../shared?key=${key}`],
    ["Previous month", `?key=${key}&month=${before}`],
  ]);
});

test("whose only list was deleted is said to see nothing", async () => {
  const { list } = await clientOf(["Maria"]);
  expect(said((await me.open("/people")).text)).toContain("Sees Brightwave");
  expect((await api.call("DELETE", `/v1/watchlists/${list}?cascade=true`)).status).toBe(204);
  expect(said((await me.open("/people")).text)).toContain("Sees nothing: their lists were deleted");
});

test("who needs help is named on the page of goals", async () => {
  const { list } = await clientOf(["Maria"]);
  const now = new Date();
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)).toISOString();
  const { id } = await created("goals", { watchlistId: list, hours: 1, timezone: "UTC" });
  await api.call("PATCH", `/v1/goals/${id}`, { startsOn: first.slice(0, 10) });
  const page = said((await me.open("/goals")).text);
  // Before the fourth day nobody is behind.
  const named = /1 creator needs help .*Brightwave .*1 behind .*Maria .*of 1 h/;
  expect(page).toMatch(now.getUTCDate() > 4 ? named : /Brightwave/);
});

test("a link with a report leads to it; one without has none", async () => {
  const list = (await created("watchlists", { name: "Brightwave" })).id;
  await creator("Maria", "7012", list);
  const text = await (await linkTo(list, { report: true }))();
  const [, href] = /href="([^"]*report\.html[^"]*)"/.exec(text)!;
  const report = await api.send(new Request(`http://127.0.0.1:8787${href!.replaceAll("&amp;", "&")}`));
  expect(report.status).toBe(200);
  expect(await report.text()).toContain("Brightwave");
});

test("a link to a long list has everybody once, by name, and says that hours are being counted", async () => {
  const list = (await created("watchlists", { name: "Brightwave" })).id;
  const items = Array.from({ length: 130 }, (_, n) => ({
    kind: "live",
    name: `Creator ${String(n).padStart(3, "0")}`,
    params: { userId: String(9000 + n) },
    watchlistId: list,
  }));
  expect((await api.call("POST", "/v1/targets/import", items)).status).toBeLessThan(300);
  const open = await linkTo(list);
  const pages = [await open(), await open("&page=2"), await open("&page=3")];
  const names = pages.flatMap((text) => Object.keys(rowsOf(text)));
  expect(names).toEqual(items.map(({ name }) => name));
  expect(said(pages[0]!)).toContain("The hours of this list are being counted.");
  expect(pages.map((text) => text.includes("Next page"))).toEqual([true, true, false]);
  const everyone = await linkTo(null);
  expect(said(await everyone())).toContain("Hours are counted every three hours.");
});

test("a link to everyone adds up the months that were counted, at least while a list is missing", async () => {
  const list = (await created("watchlists", { name: "Brightwave" })).id;
  const items = Array.from({ length: 130 }, (_, n) => ({
    kind: "live",
    name: `Creator ${n}`,
    params: { userId: String(9000 + n) },
    ...(n < 100 ? { watchlistId: list } : {}),
  }));
  expect((await api.call("POST", "/v1/targets/import", items)).status).toBeLessThan(300);
  const counts = { behind: 1, pace: 2, out: 0, reached: 3, new: 0, unsaid: 0, none: 0 };
  const month = (people: number, hours: number, period = new Date().toISOString().slice(0, 7)) =>
    JSON.stringify({
      at: Date.now(),
      period,
      people,
      counts,
      hours,
      days: 9,
      watched: people,
      atLeast: false,
      known: true,
    });
  const put = api.db.prepare(
    "INSERT OR REPLACE INTO list_months (watchlist_id, at, month, people) VALUES (?1, 1, ?2, '[]')",
  );
  await put.bind(list, month(100, 120)).run();
  await put.bind("wl_default", month(30, 99, "2020-01")).run();
  const open = await linkTo(null);
  expect(said(await open())).toMatch(/at least 120 h live, all together/);
  await put.bind("wl_default", month(30, 40)).run();
  const text = said(await (await linkTo(null))());
  expect(text).toMatch(/160 h live, all together/);
  expect(text).not.toMatch(/at least 160/);
  expect(text).toContain("10 of 12 have reached their goal or are on pace");
  expect(text).not.toContain("Can’t say");
});

test("of a month that was hardly watched it says since when, never zero hours", async () => {
  const now = Date.now();
  // On the first two days of a month nothing can have begun late in it.
  if (new Date(now).getUTCDate() < 3) return;
  const other = (await created("watchlists", { name: "Brightwave", timezone: "UTC" })).id;
  const seen = await creator("Maria", "7012", other);
  const day = Math.floor(now / (24 * HOUR)) * 24 * HOUR - 24 * HOUR;
  await api.db.prepare("UPDATE targets SET created_at = ?2 WHERE id = ?1").bind(seen, day).run();
  await polledJustNow(api.db);
  const text = await (await linkTo(other))();
  expect(rowsOf(text)["Maria"]).toContain(`watched since ${new Date(day).getUTCDate()}`);
  expect(said(text)).toContain("No hours seen this month yet");
  expect(`${said(text)} ${said((await me.open(`/lists/${other}`)).text)}`).not.toMatch(/at least 0|\b0 (min|s|h)\+/);
});

test("a link that was revoked says that it no longer works, and nothing else", async () => {
  const list = (await created("watchlists", { name: "Brightwave" })).id;
  const { key, id } = await created("feed-keys", { name: "Marc", watchlistId: list });
  const open = async () => {
    const answer = await api.send(
      new Request(`http://127.0.0.1:8787/shared?key=${key}`, { headers: { accept: "text/html" } }),
    );
    return { status: answer.status, text: await answer.text() };
  };
  expect((await open()).text).toContain("Brightwave");
  await api.call("DELETE", `/v1/feed-keys/${id}`);
  const { status, text } = await open();
  expect(status).toBe(404);
  expect(said(text)).toContain("This link no longer works Ask the person who sent it for a new one.");
  expect(text).not.toMatch(/Brightwave|revoked|key/);
});

test("creators move to a list that is made on the way; a name that is taken moves nobody", async () => {
  const id = await creator("Maria", "7012", "wl_default");
  const sent = await me.send("/creators/move", [
    ["id", id],
    ["to", "new"],
    ["name", "Brightwave"],
  ]);
  expect(sent.text).toContain("Maria moved to Brightwave");
  const where = async () => (await api.call("GET", `/v1/targets/${id}`)).body.watchlistId;
  const made = await where();
  expect(made).not.toBe("wl_default");
  await me.undo(sent.text);
  expect(await where()).toBe("wl_default");
  for (const [name, status] of [
    ["Brightwave", 409],
    ["", 400],
  ] as const) {
    expect(
      (
        await me.send("/creators/move", [
          ["id", id],
          ["to", "new"],
          ["name", name],
        ])
      ).status,
    ).toBe(status);
    expect(await where()).toBe("wl_default");
  }
});
