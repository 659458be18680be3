import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { live, runConfigApi, type ConfigApi } from "../support/config-api.ts";
import { runApi } from "./running-api.ts";

let api: ConfigApi;
beforeAll(async () => {
  api = await runConfigApi({}, runApi);
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

const many = (count: number, more: object = {}) => Array.from({ length: count }, (_, n) => live(String(n + 1), more));

const pages = async () => {
  const { results } = await api.db.prepare("SELECT page, names FROM name_pages WHERE names <> '' ORDER BY page").all();
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
