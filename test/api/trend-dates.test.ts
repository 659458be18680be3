import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
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

/** A target of a kind with a sample each hour: `values` of the hour, null for none. */
async function sampled(kind: string, from: number, to: number, values: (at: number) => Record<string, number> | null) {
  const { params } = targetKinds[kind]!.example;
  const { body, status } = await api.call("POST", "/v1/targets", { kind, name: "Mine", params });
  expect(status).toBe(201);
  const points: [number, Record<string, number>][] = [];
  for (let at = from; at <= to; at += HOUR) {
    const now = values(at);
    if (now !== null) points.push([at, now]);
  }
  for (const day of Map.groupBy(points, ([at]) => Math.floor(at / DAY)).values())
    await api.db
      .prepare("INSERT INTO series (target_id, begins_at, points) VALUES (?1, ?2, ?3)")
      .bind(body.id, day[0]![0], JSON.stringify(day))
      .run();
  return body.id as string;
}

const START = Date.UTC(2026, 0, 1);
const hours = (at: number): number => (at - START) / HOUR;

test("any dates are compared from their first instant to their last, as counting says", async () => {
  // A thousand views an hour, from a million on.
  await sampled("hashtag", START, START + 60 * DAY, (at) => ({ "views:a": 1_000_000 + hours(at) * 1000 }));
  for (const [from, to] of [
    ["2026-01-05", "2026-01-05"],
    ["2026-01-05", "2026-01-31"],
    ["2026-02-01", "2026-02-28"],
  ]) {
    const { text } = await me.open(`/trends.csv?what=hashtag.views&from=${from}&to=${to}`);
    const rows = text
      .trim()
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(","));
    const [first, last] = [rows[0]!, rows.at(-1)!];
    const end = Date.parse(`${to}T00:00Z`) + DAY;
    expect([first[4], last[4]]).toEqual([`${from}T00:00:00.000Z`, new Date(end).toISOString()]);
    expect(Number(last[5]) - Number(first[5])).toBe(((end - Date.parse(`${from}T00:00Z`)) / HOUR) * 1000);
    expect(rows.map((row) => row[4])).toEqual(rows.map((row) => row[4]).toSorted());
  }
  const invalid = await me.open("/trends?what=hashtag.views&from=2026-02-01&to=2026-01-01");
  expect(invalid.text).toContain("Enter two dates");
  const page = await me.open("/trends?what=hashtag.views&from=2026-01-05&to=2026-01-31");
  expect(page.text).toContain("Growth, 2026-01-05 to 2026-01-31");
});

test("after a gap a value from long before is not taken for one of the period", async () => {
  await sampled("hashtag", START, START + 40 * DAY, (at) =>
    hours(at) > 5 * 24 && hours(at) < 20 * 24 ? null : { "views:a": 1_000_000 + hours(at) * 1000 },
  );
  const { text } = await me.open("/trends.csv?what=hashtag.views&from=2026-01-15&to=2026-01-30");
  const [, first] = text.split("\r\n");
  // The first value of the period is the first one that was measured in it or two days before.
  expect(first!.split(",")[4]! >= "2026-01-21").toBe(true);
});

test("a rise of the whole platform is no trend, and one that grows on its own is the headline", async () => {
  const rise = (at: number) => 1.002 ** hours(at);
  const views = (own: (at: number) => number) => (at: number) => ({
    ...Object.fromEntries(["b", "c", "d"].map((id, n) => [`views:${id}`, Math.round(50_000 * (n + 1) * rise(at))])),
    "views:a": Math.round(80_000 * rise(at) * own(at)),
  });
  await sampled(
    "hashtag",
    START,
    START + 50 * DAY,
    views(() => 1),
  );
  const dates = "what=hashtag.views&from=2026-02-08&to=2026-02-14";
  const quiet = await me.open(`/trends?${dates}`);
  expect(quiet.text).toContain("<h1>Nothing stands out: all four rise with the platform</h1>");
  await api.clear();
  const jump = START + 40 * DAY;
  await sampled(
    "hashtag",
    START,
    START + 50 * DAY,
    views((at) => (at > jump ? 2 : 1)),
  );
  const grows = await me.open(`/trends?${dates}`);
  expect(grows.text).toMatch(/<h1>[^<]*views:a|<h1>a grows on its own: \+\d+%?/);
  expect(grows.text).toMatch(/grows on its own: \+[\d.]+%, similar hashtags \+[\d.]+%/);
  expect(grows.text).toContain("3 or more is a trend");
});

test("another currency is never a change, and says so", async () => {
  const id = await sampled("products", START, START + 40 * DAY, (at) =>
    at < START + 20 * DAY ? { "price:7": 14.66, "price:8": 10 } : { "price:7/IDR": 234_482, "price:8": 12 },
  );
  const known = (title: string, currency: string, seriesCurrency: string) => ({
    title,
    price: "1",
    currency,
    seriesCurrency,
    sold: { value: null, low: 0 },
    look: { image: null, shop: null, rating: null, reviews: null },
  });
  const { state } = (await api.db
    .prepare("SELECT state FROM targets WHERE id = ?1")
    .bind(id)
    .first<{ state: string }>())!;
  const before = state === null ? {} : (JSON.parse(state) as object);
  const now = { ...before, known: { 7: known("<i>Lamp</i>", "IDR", "USD"), 8: known("Mug", "USD", "USD") } };
  await api.db.prepare("UPDATE targets SET state = ?2, gaps = '[]' WHERE id = ?1").bind(id, JSON.stringify(now)).run();
  const { text } = await me.open("/trends?what=products.price&from=2026-01-10&to=2026-01-31");
  expect(text).toContain("Another currency");
  expect(text.replaceAll(/<[^>]+>/g, "").replaceAll(/\s+/g, " ")).toMatch(
    /: 14\.66 USD until .*20 Jan.*, then 234,482 IDR · not compared/,
  );
  expect(text).not.toContain("<i>Lamp");
  expect(text).toMatch(/▲ \+20%/);
});
