import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Json } from "../../src/core/json.ts";
import { targetKinds } from "../../src/kinds/registry.ts";
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

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface Seen {
  kind: string;
  params: object;
  /** Answers in turn, the last one a moment ago. */
  answers: { ago: number; view: unknown }[];
}

/** Watches a target whose answers came when they did: its state and series are as the engine stores them. */
async function watched({ kind, params, answers }: Seen): Promise<string> {
  const { body } = await api.call("POST", "/v1/targets", { kind, name: "Mine", params });
  const { settings } = body;
  const judge = (input: object) =>
    targetKinds[kind]!.judge(input as never) as { state: Json; samples?: Record<string, number> };
  const runs = new Map<number, [number, Record<string, number>][]>();
  let [state, lastOkAt] = [null as Json, null as number | null];
  const now = Date.now();
  for (const { ago, view } of answers) {
    const at = now - ago;
    const judged = judge({ params: body.params, settings, view, before: state, at, lastOkAt });
    state = judged.state;
    lastOkAt = at;
    const day = Math.floor(at / DAY);
    if (judged.samples !== undefined) runs.set(day, [...(runs.get(day) ?? []), [at, judged.samples]]);
  }
  await api.db
    .prepare("UPDATE targets SET state = ?2, last_ok_at = ?3, created_at = 0 WHERE id = ?1")
    .bind(body.id, JSON.stringify(state), lastOkAt)
    .run();
  for (const points of runs.values())
    await api.db
      .prepare("INSERT INTO series (target_id, begins_at, points) VALUES (?1, ?2, ?3)")
      .bind(body.id, points[0]![0], JSON.stringify(points))
      .run();
  return body.id;
}

const textOf = (html: string): string =>
  html
    .replaceAll(/<(?:style|script)[\s\S]*?<\/(?:style|script)>/g, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");

/** The numbers of a row of the biggest changes. */
const rowOf = (html: string, name: string): string =>
  textOf(html.split("<tr").find((row) => row.includes(`>${name}</`) && row.includes("<td")) ?? "");

/** The small charts of a page: what stands in the one about a name. */
const chartOf = (html: string, name: string): string =>
  textOf(html.split("<figure").find((one) => one.includes(`>${name}<`)) ?? "");

const hours = Array.from({ length: 10 * 24 }, (_, index) => 10 * 24 - index);
const tag = (name: string, position: number, views: number) => ({
  cid: `${7_000_000_000_000_000_000n + BigInt(position)}`,
  name,
  views,
  uses: 1000,
  position,
});
const quiet = Array.from({ length: 19 }, (_, index) => `quiet${index}`);
const answer = (ago: number, hot: number | null) => ({
  ago: ago * HOUR,
  view: {
    complete: true,
    found: [
      ...(hot === null ? [tag("other", 1, 900_000)] : [{ ...tag("hot", 1, hot), cid: "7000000000000000777" }]),
      ...quiet.map((name, index) =>
        tag(name, index + 2, 1_000_000 + Math.round((240 - ago) * 1000 * (1 + index / 100))),
      ),
    ],
  },
});

const HOOK = { kind: "webhook", name: "Out", settings: { url: "https://example.com/hook" } };

test("a hashtag has one last value and one growth on its page, in its chart, on Trends and in a digest, also after it left", async () => {
  const id = await watched({
    kind: "hashtag",
    params: { keyword: "cats", region: "US", count: 20 },
    // It grows a little each hour, then thirtyfold within the last hours.
    answers: [...hours.slice(0, -3).map((ago) => answer(ago, 400_000 + (240 - ago) * 250)), answer(2, 13_700_000)],
  });
  const page = (await me.open(`/hashtags/${id}`)).text;
  expect(textOf(page)).toMatch(/#hot: 13\.7M views, up 13\.3M \(×33\) in 7 days/);
  expect(textOf((await me.open("/hashtags")).text)).toContain("#hot: 13.7M views, up 13.3M (×33) in 7 days");
  expect(chartOf(page, "#hot")).toMatch(/#hot ×33 .*418K → 13\.7M/);
  for (const days of [7, 30]) {
    const { text } = await me.open(`/trends?what=hashtag.views&days=${days}`);
    expect(rowOf(text, "#hot")).toContain(days === 7 ? " 418K 13.7M ▲ ×33 " : " 13.7M ");
  }
  const { body } = await api.call("POST", "/v1/digests", {
    name: "Week",
    channelId: (await api.call("POST", "/v1/channels", HOOK)).body.id,
    schedule: "0 9 * * 1",
    period: "P7D",
    sections: ["hashtags"],
  });
  const { data } = (await api.call("POST", `/v1/digests/${body.id}/preview`)).body;
  const [fastest] = data.hashtags.fastest;
  expect([fastest.name, fastest.views, Math.round(fastest.percent / 100)]).toEqual(["hot", 13_700_000, 32]);
});

test("a hashtag that left the search has a dated last value, no place, and never another last value", async () => {
  const id = await watched({
    kind: "hashtag",
    params: { keyword: "cats", region: "US", count: 20 },
    answers: [...hours.slice(0, -3).map((ago) => answer(ago, 400_000)), answer(2, 13_700_000), answer(1, null)],
  });
  for (const days of [7, 30]) {
    const { text } = await me.open(`/trends?what=hashtag.views&days=${days}`);
    expect(rowOf(text, "#hot")).toMatch(days === 7 ? / 400K 13\.7M last seen / : / 13\.7M last seen /);
    expect(rowOf(text, "#quiet1")).not.toContain("last seen");
  }
  const { results } = (await api.call("GET", `/v1/targets/${id}`)).body.snapshot;
  expect(results.map(({ position }: { position: number }) => position)).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
});

test("while it is not proven that a hashtag left, no other has its place too", async () => {
  const few = (ago: number, names: string[]) => ({
    ago: ago * HOUR,
    view: { complete: true, found: names.map((name, index) => tag(name, index + 1, 50_000)) },
  });
  const named = (name: string, position: number) => ({ ...tag(name, position, 50_000), cid: `1${name.length}` });
  const answers = [
    ["a", "bb", "ccc"],
    ["a", "ccc"],
  ].map((names, index) => ({
    ...few(2 - index, names),
    view: { complete: true, found: names.map((name, place) => named(name, place + 1)) },
  }));
  const id = await watched({ kind: "hashtag", params: { keyword: "cats", region: "US", count: 20 }, answers });
  const { results } = (await api.call("GET", `/v1/targets/${id}`)).body.snapshot;
  expect(results.map(({ name, position }: { name: string; position: number }) => [name, position])).toEqual([
    ["a", 1],
    ["ccc", 3],
    ["bb", null],
  ]);
});

test("a product younger than the period counts from its first price, on its category's page and on Trends", async () => {
  const product = (productId: string, price: string, sold: number) => ({
    productId,
    title: `Product ${productId}`,
    price,
    currency: "USD",
    sold,
    look: { image: null, shop: null, rating: null, reviews: null },
  });
  const offered = (ago: number, more: object[]) => ({
    ago: ago * HOUR,
    view: { complete: true, offered: [product("1", "5.00", 1000 + (200 - ago)), ...more] },
  });
  const id = await watched({
    kind: "products",
    params: { categoryId: 600_001 },
    answers: [
      ...hours.slice(0, -8).map((ago) => offered(ago, [])),
      offered(5, [product("2", "11.91", 10)]),
      offered(3, [product("2", "11.91", 12)]),
      offered(1, [product("2", "15.88", 15)]),
    ],
  });
  const page = textOf((await me.open(`/shops/${id}`)).text);
  expect(page).toMatch(/Product 2: 15\.88 USD, up 33\.3% in 5 h/);
  expect(page).toMatch(/Product 2 \+33\.3% .*11\.91 USD → 15\.88 USD/);
  const trends = textOf((await me.open("/trends?what=products.price&days=7")).text);
  expect(trends).toContain("Product 2 costs more: +33.3%");
  expect(trends).toMatch(/Product 2 .*11\.91 USD since \S+.* 15\.88 USD ▲ \+33\.3%/);
});
