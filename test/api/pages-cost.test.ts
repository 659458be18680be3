import { fixedBudget } from "../../src/core/budget.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "../../src/wiring/api/routes.ts";
import { pages } from "../../src/wiring/pages/pages.ts";
import { boardStore } from "../../src/features/boards/board-store.ts";
import { metered } from "../../src/db/meter.ts";
import { apiAddresses } from "../support/api-addresses.ts";
import { pageAddresses } from "../support/page-addresses.ts";
import { fillWorld } from "../support/full-world.ts";
import { namesIn } from "./creators.ts";
import { runApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

const MAX_STATEMENTS = 7;
const MAX_ROWS = 1000;

let api: RunningApi;
const counted = new Map<string, number>();

beforeAll(async () => {
  // The free plan, but for the row in which it counts each five thousand that were read.
  api = await runApi({ LIMITS: "tight" });
  await fillWorld(api.db, Date.now());
  api.env.DB = metered(api.db, { statements: 0 }, Infinity, (key, by) =>
    counted.set(key, (counted.get(key) ?? 0) + by),
  );
});
afterAll(() => api.stop());

interface Cost {
  statements: number;
  read: number;
  written: number;
}

/** What it takes of the database. */
async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  counted.clear();
  await work();
  const of = (name: string) => counted.get(`d1|${name}`) ?? 0;
  return { statements: of("statements"), read: of("rowsRead"), written: of("rowsWritten") };
}

/** As if every link had been opened today: the first time a day is noted in its row. */
const openedToday = () => api.db.prepare(`UPDATE "feed-keys" SET opened_at = ?1`).bind(Date.now()).run();

const dearOf = (costs: Record<string, Cost>) =>
  Object.entries(costs).filter(
    ([, { statements, read, written }]) => statements > MAX_STATEMENTS || read > MAX_ROWS || written > 0,
  );

/** They are as long as what they hold: the whole configuration; a report of every creator of a list; a table of a list, of which pieces are read as pages of the list are. */
const WHOLE = { paths: ["/v1/export", "/v1/reports/airtime", "/feeds/report.html", "/v1/backup"], queries: ["format"] };

/** They change nothing in what is read. */
const LOOKS = ["theme", "language"];

/** What a read of the API takes, and where its list goes on. */
async function asking(
  address: string,
  token: string,
  statuses: number[],
): Promise<{ cost: Cost; next: string | null }> {
  let next: string | null = null;
  const cost = await costOf(async () => {
    const answer = await api.fetch(address, {}, token);
    expect(statuses, address).toContain(answer.status);
    if (answer.headers.get("content-type") !== "application/json") return;
    next = ((await answer.json()) as { nextCursor?: string | null }).nextCursor ?? null;
  });
  return { cost, next };
}

test("whatever there is, what the API reads is at most a thousand rows in seven statements, each list narrowed in each way", async () => {
  const { token } = (await api.call("POST", "/v1/tokens", { name: "for reading", scopes: ["admin"] })).body;
  const { key, id } = (await api.call("POST", "/v1/feed-keys", { name: "Reader", watchlistId: null })).body;
  await openedToday();
  const reading = routes.filter(({ method, path }) => method === "get" && !WHOLE.paths.includes(path));
  const addresses = apiAddresses(key);
  expect(Object.keys(addresses).sort()).toEqual(reading.map(({ path }) => path).sort());
  // That a token is used is written with its first request.
  await api.fetch("/v1/tokens", {}, token);
  // And again after a minute, which a busy machine may take.
  await api.db
    .prepare("UPDATE tokens SET last_used_at = ?1")
    .bind(Date.now() + 86_400_000)
    .run();
  const costs: Record<string, Cost> = {};
  for (const { path, query } of reading) {
    const all = addresses[path]!;
    const requested = new Set(all.flatMap((one) => [...new URL(one, "http://api.test").searchParams.keys()]));
    const known = Object.keys(query?.().shape ?? {});
    const aside = [...WHOLE.queries, ...LOOKS, "cursor"];
    expect(
      known.filter((name) => !requested.has(name) && !aside.includes(name)),
      path,
    ).toEqual([]);
    for (const address of all) {
      // Whoever asks for what does not exist is refused, after it was looked for.
      const refused = address.includes("_none") ? [400] : [];
      const statuses = path.startsWith("/pictures") ? [404] : [200, 302, ...refused];
      const { cost, next } = await asking(address, token, statuses);
      costs[address.replace(key, "…")] = cost;
      if (next === null) continue;
      const further = `${address}${address.includes("?") ? "&" : "?"}cursor=${next}`;
      costs[`${address}, the next page`] = (await asking(further, token, [200])).cost;
    }
  }
  await api.call("DELETE", `/v1/feed-keys/${id}`);
  expect(dearOf(costs)).toEqual([]);
});

/** What a page takes, and the one that it leads on to. */
async function opening(me: Visitor, address: string, name: string): Promise<Record<string, Cost>> {
  let text = "";
  const open = async (path: string) => {
    const answer = await me.open(path);
    expect(answer.status, path).toBeLessThan(400);
    text = answer.text;
  };
  const cost = await costOf(() => open(address));
  const next = /href="([^"]*[?&;](?:cursor|before)=[^"]*)"/.exec(text)?.[1]?.replaceAll("&amp;", "&");
  return {
    [name]: cost,
    ...(next === undefined ? {} : { [`${name}, the next page`]: await costOf(() => open(next)) }),
  };
}

test("whatever there is, a page takes at most seven statements, reads a thousand rows and writes none", async () => {
  const { token } = (await api.call("POST", "/v1/tokens", { name: "for writing", scopes: ["admin"] })).body;
  const { key } = (await api.call("POST", "/v1/feed-keys", { name: "Reader", watchlistId: null })).body;
  await openedToday();
  const me = await context(api, token);
  const costs: Record<string, Cost> = {};
  // A file of one target is as long as the API's lists are, and a backup as long as everything.
  const paths = pages
    .filter(({ method, path }) => method === "get" && !/\{id\}.*csv$|^\/settings\/backup$/.test(path))
    .map(({ path }) => path);
  // A page whose path is all that there is to say needs no entry.
  const plain = paths.filter((path) => !path.includes("{"));
  const addresses = { ...Object.fromEntries(plain.map((path) => [path, [path]])), ...pageAddresses(key) };
  expect(Object.keys(addresses).sort()).toEqual(paths.sort());
  for (const all of Object.values(addresses))
    for (const address of all) Object.assign(costs, await opening(me, address, address.replace(key, "…")));
  console.table(costs);
  expect((await me.open("/creators?q=creator&list=wl_00005")).text).toContain("Too many names match");
  // A month of each of twenty creators, which takes a statement more; in this world each has hundreds of events.
  // So does a comparison of the streams of up to ten.
  const monthly = Object.keys(costs).filter((address) => /^\/goals(\/goal_|,|$)|^\/trends\/creators/.test(address));
  for (const address of monthly) {
    // One of those on the page of all goals is live all day long, in hundreds of streams a day.
    const most = address === "/goals" ? 20 * 800 : 20 * 400;
    expect([address, costs[address]!.read < most, costs[address]!.statements <= MAX_STATEMENTS + 1]).toEqual([
      address,
      true,
      true,
    ]);
    delete costs[address];
  }
  expect(monthly.length).toBeGreaterThan(1);
  expect(dearOf(costs)).toEqual([]);
});

/** What says who is on air, who cannot be read or who is paused. */
const STANDING = /^\/(v1\/(sessions|status)$|feeds\/live|wall|shared|first-steps|boards|creators$|$)/;

const SET = "UPDATE targets SET";
const ALL = "WHERE kind = 'live'";
const AIRING = `on_air = 1, state = (SELECT state FROM targets WHERE id = 'tgt_live_00000')`;

/** How thousands may stand, each after the one before; three of another list are on air among a thousand, the last by name. */
const STANDINGS: [string, ...string[]][] = [
  [
    "a thousand on air",
    `${SET} ${AIRING} ${ALL} AND rowid % 8 = 0`,
    `${SET} watchlist_id = 'wl_00002', name = 'Zoe ' || id, ${AIRING} ${ALL} AND rowid BETWEEN 500 AND 502`,
  ],
  ["all on air", `${SET} ${AIRING} ${ALL}`],
  ["none can be read", `${SET} consecutive_faults = 9, fault = '{"kind":"gone","status":404,"detail":"x"}' ${ALL}`],
  ["nearly all are paused", `${SET} enabled = 0 ${ALL} AND rowid % 50 > 0`],
  [
    "all in one list, a third of them in trouble",
    `${SET} enabled = 1, watchlist_id = 'wl_00001', consecutive_faults = iif(rowid % 3, 0, 9)`,
  ],
];

test("so it is with thousands on air, in trouble or paused; each broadcast that lasts is listed once", async () => {
  await api.db.prepare(`DELETE FROM "feed-keys" WHERE name = 'Reader'`).run();
  const { key } = (await api.call("POST", "/v1/feed-keys", { name: "Reader", watchlistId: "wl_00002" })).body;
  await openedToday();
  const { token } = (await api.call("POST", "/v1/tokens", { name: "for looking", scopes: ["admin"] })).body;
  await api.fetch("/v1/tokens", {}, token);
  const me = await context(api, token);
  const of = (all: Record<string, string[]>) =>
    Object.entries(all).flatMap(([path, addresses]) =>
      // Names are looked for alike, however who has them stands.
      STANDING.test(path) ? addresses.filter((one) => !one.includes("q=") || one.includes("on-air")) : [],
    );
  const lists = ["wl_00001", "wl_00002"].flatMap((id) => [
    `/v1/status?watchlistId=${id}`,
    `/v1/sessions?watchlistId=${id}`,
  ]);
  // The first is as full as the second, and in the last some can't be read, as all in the third.
  const standings = process.env["LONG"] ? STANDINGS : STANDINGS.filter((_, place) => place === 0 || place === 4);
  for (const [standing, ...changes] of standings) {
    for (const sql of changes) await api.db.prepare(sql).run();
    const costs: Record<string, Cost> = {};
    for (const address of [...of(apiAddresses(key)), ...lists])
      costs[address.replace(key, "…")] = (await asking(address, token, [200])).cost;
    for (const address of of(pageAddresses(key)))
      Object.assign(costs, await opening(me, address, address.replace(key, "…")));
    expect(dearOf(costs), standing).toEqual([]);
    if (standing !== "a thousand on air") continue;
    expect((await me.open(`/shared?key=${key}`)).text).toContain("<h1>3 live</h1>");
    const { body } = await api.call("GET", "/v1/status?watchlistId=wl_00002");
    expect(body.liveNow).toHaveLength(3);
    const boards = await boardStore(api.db, { service: true, replays: false, budget: fixedBudget(60) }).airing([
      "wl_00002",
    ]);
    expect([boards.all.more, boards.ofLists.get("wl_00002")!.airing.length]).toEqual([true, 3]);
    expect(namesIn((await me.open("/creators?list=wl_00002&show=on-air")).text)).toHaveLength(3);
  }
  const seen: string[] = [];
  const bound = new Date(Date.now() - 20_000).toISOString();
  for (let cursor: string | null = ""; cursor !== null;) {
    const { body } = await api.call("GET", `/v1/sessions?limit=200&until=${bound}${cursor && `&cursor=${cursor}`}`);
    const open = body.items.filter(({ endedAt }: { endedAt: string | null }) => endedAt === null);
    seen.push(...open.map(({ targetId }: { targetId: string }) => targetId));
    cursor = open.length < body.items.length ? null : body.nextCursor;
  }
  const there = await api.db.prepare("SELECT count(*) AS n FROM targets WHERE on_air = 1").first<number>("n");
  expect([seen.length, new Set(seen).size]).toEqual([there, there]);
});
