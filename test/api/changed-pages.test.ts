import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS } from "../../src/core/duration.ts";
import type { HashtagState, KnownHashtag } from "../../src/kinds/hashtag/view.ts";
import type { RankingState } from "../../src/kinds/ranking/view.ts";
import { targetKinds } from "../../src/kinds/registry.ts";
import { remembered } from "../support/full-world.ts";
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

test("a list and a page say what changed, and nothing where nothing was compared", async () => {
  const { params } = targetKinds["hashtag"]!.example;
  const { id } = (await api.call("POST", "/v1/targets", { kind: "hashtag", name: "Mine", params })).body as {
    id: string;
  };
  const { state } = remembered("hashtag") as unknown as { state: HashtagState };
  const [[cid, { name, views }]] = Object.entries(state.known) as [[string, KnownHashtag]];
  const put = (known: HashtagState["known"]) =>
    api.db
      .prepare("UPDATE targets SET state = ?2, gaps = '[]' WHERE id = ?1")
      .bind(id, JSON.stringify({ ...state, known }))
      .run();
  const row: KnownHashtag = { ...state.known[cid]!, views: { ...views, value: 1_200_000 } };
  await put({ [cid]: row });
  const told = `#${name}: 1.2M views`;
  for (const at of ["/hashtags", `/hashtags/${id}`])
    expect((await me.open(at)).text).toContain(`${told}, nothing to compare with yet`);
  const now = Date.now();
  await put({ [cid]: { ...row, points: [[now - 5 * 3_600_000, 1_100_000]] } });
  expect((await me.open("/hashtags")).text).toContain(`${told}, up 100K (+9.1%) in 5 h`);
  const week = Math.floor(now - 7 * DAY_MS + 60_000);
  const series = JSON.stringify([[week, { [`views:${cid}`]: 6000 }]]);
  await api.db
    .prepare("INSERT INTO series (target_id, begins_at, points) VALUES (?1, ?2, ?3)")
    .bind(id, week, series)
    .run();
  expect((await me.open(`/hashtags/${id}`)).text).toContain(`${told}, up 1.2M (×200) in 7 days`);
});

test("a page charts the growth of what is still found, most first", async () => {
  const { params } = targetKinds["hashtag"]!.example;
  const { id } = (await api.call("POST", "/v1/targets", { kind: "hashtag", name: "Mine", params })).body as {
    id: string;
  };
  const { state } = remembered("hashtag") as unknown as { state: HashtagState };
  const [one] = Object.values(state.known);
  const known = {
    1: { ...one!, name: "slow" },
    2: { ...one!, name: "fast" },
    3: { ...one!, name: "gone", absence: { times: 3, firstAt: 0, from: null, of: 9, out: true as const } },
  };
  await api.db
    .prepare("UPDATE targets SET state = ?2, gaps = '[]' WHERE id = ?1")
    .bind(id, JSON.stringify({ ...state, known }))
    .run();
  const at = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS;
  const points = [
    [at, { "views:1": 1000, "views:2": 1000, "views:3": 1000 }],
    [at + 3_600_000, { "views:1": 1050, "views:2": 1500, "views:3": 9000 }],
    ...[2, 3, 4].map((hour) => [at + hour * 3_600_000, { "views:1": 1100, "views:2": 2000 }]),
  ];
  await api.db
    .prepare("INSERT INTO series (target_id, begins_at, points) VALUES (?1, ?2, ?3)")
    .bind(id, at, JSON.stringify(points))
    .run();
  const { text } = await me.open(`/hashtags/${id}`);
  expect(text).toMatch(/Views: biggest changes.*#fast: \+100%.*#slow: \+10%/s);
  expect(text).not.toMatch(/#gone: \+/);
});

test("growth from tenfold on is a factor, and does not flatten the others", async () => {
  const { params } = targetKinds["hashtag"]!.example;
  const id = (await api.call("POST", "/v1/targets", { kind: "hashtag", name: "Mine", params })).body.id as string;
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const run = api.db.prepare("INSERT INTO series (target_id, begins_at, points) VALUES (?1, ?2, ?3)");
  const went = async (...all: Record<string, number>[]) => {
    await api.db.prepare("DELETE FROM series").run();
    for (const [place, values] of all.entries()) {
      const at = today - (3 - 3 * place) * DAY_MS;
      await run.bind(id, at, JSON.stringify([[at, values]])).run();
    }
    return (await me.open("/trends?days=7")).text;
  };
  const still = await went({ "views:a": 1000, "views:b": 2000 }, { "views:a": 1000, "views:b": 2000 });
  expect([still.includes("One scale for all"), still.includes("no change")]).toEqual([false, true]);
  const usual = await went({ "views:a": 1000, "views:b": 2000 }, { "views:a": 1300, "views:b": 2400 });
  expect(usual).toContain("One scale for all");
  const outlier = await went(
    { "views:a": 1000, "views:b": 2000, "views:c": 1000 },
    { "views:a": 1300, "views:b": 2400, "views:c": 173_000 },
  );
  expect(outlier).toContain("×173");
  expect(outlier).toContain("Each on its own scale, because they differ so much");
  expect(outlier).not.toMatch(/17\.2K\s?%/);
});

test("the end of a ranking's period is in the reader's zone", async () => {
  const { params } = targetKinds["ranking"]!.example;
  const { id } = (await api.call("POST", "/v1/targets", { kind: "ranking", name: "Mine", params })).body as {
    id: string;
  };
  const { state } = remembered("ranking") as unknown as { state: RankingState };
  // 22:30 in UTC is half past seven the next morning in Tokyo.
  const resetAt = Math.floor(Date.now() / DAY_MS) * DAY_MS + 22.5 * 3_600_000;
  const rankings = Object.fromEntries(
    Object.entries(state.rankings).map(([key, one]) => [key, { ...one, resetAt, closedAt: null }]),
  );
  await api.db
    .prepare("UPDATE targets SET state = ?2, gaps = '[]' WHERE id = ?1")
    .bind(id, JSON.stringify({ ...state, rankings }))
    .run();
  await api.call("PUT", "/v1/settings", { timezone: "Asia/Tokyo" });
  const { text } = await me.open(`/rankings/${id}`);
  expect(text).toMatch(/<time datetime="[^"]*T22:30:00.000Z">[^<]*07:30<\/time>/);
  expect(text).not.toContain("Ends (UTC)");
});

test("raw params and IDs are only in what is folded for developers", async () => {
  const params = { userId: "701200345", roomId: "7100999" };
  const { id } = (await api.call("POST", "/v1/targets", { kind: "ranking", name: "Mine", params })).body as {
    id: string;
  };
  expect((await me.open("/rankings")).text).not.toContain("7100999");
  const { text } = await me.open(`/rankings/${id}`);
  const [before, after] = [text.slice(0, text.indexOf("For developers")), text.slice(text.indexOf("For developers"))];
  expect([before.includes("7100999"), after.includes("7100999")]).toEqual([false, true]);
  const listed = (await me.open("/item-lists")).text;
  expect(listed.indexOf("For developers")).toBeGreaterThan(0);
  expect(listed.indexOf("Operation")).toBeGreaterThan(listed.indexOf("For developers"));
});

test("other dates are folded until some are chosen or wrong", async () => {
  const opened = async (address: string) => {
    const [tag] = /<details[^>]*class="dated"[^>]*>/.exec((await me.open(address)).text)!;
    return / open\b/.test(tag);
  };
  for (const page of ["/trends", "/trends/creators"])
    expect([
      await opened(page),
      await opened(`${page}?days=7`),
      await opened(`${page}?from=2026-01-01&to=2026-01-09`),
      await opened(`${page}?from=2026-01-09&to=2026-01-01`),
    ]).toEqual([false, false, true, true]);
});
