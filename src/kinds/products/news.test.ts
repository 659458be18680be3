import { expect, test } from "vitest";
import { inEnglish } from "../../core/sentence.ts";
import type { Past } from "../news.ts";
import { productsNews } from "./news.ts";
import { BLANK, noLook, type KnownProduct, type ProductsState } from "./view.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = 100 * DAY;

const product = (title: string, more: Partial<KnownProduct> = {}): KnownProduct => ({
  title,
  price: "12.99",
  toldPrice: "12.99",
  currency: "USD",
  seriesCurrency: "USD",
  sold: { value: null, low: 0 },
  soldBase: null,
  soldBaseAt: 0,
  formerPrices: null,
  absence: null,
  seenAt: 0,
  look: noLook,
  ...more,
});

const say = (known: ProductsState["known"], points: Past["points"] = [], more: Partial<ProductsState> = {}): string =>
  productsNews({ ...BLANK, known, ...more }, { points, now: NOW }, inEnglish);

const mat = product("Yoga Mat", { price: "4.99" });
const known = { 1: product("Glow Serum"), 2: mat };

test("names the lowest price, and the price that changed most", () => {
  const points: Past["points"] = [[NOW - 3 * DAY, { "price:1": 17.32, "price:2": 4.9 }]];
  expect(say(known, points)).toBe("2 products from 4.99 USD · Glow Serum: 12.99 USD, down 25% in 3 days");
});

test("a price in another currency is not compared with the one before", () => {
  const other = product("Glow Serum", { price: "5300", currency: "JPY" });
  const points: Past["points"] = [[NOW - 3 * DAY, { "price:1": 17.32 }]];
  expect(say({ 1: other }, points)).toBe("1 product from 5,300 JPY");
  expect(say({ 1: other, 2: mat })).toBe("2 products");
});

test("without points, the price that it replaced within a week counts", () => {
  const former = (days: number): KnownProduct["formerPrices"] => ({ lows: [[100 - days, "9.98"]], highs: [] });
  expect(say({ 1: mat, 2: product("Lamp", { price: "4.99", formerPrices: former(2) }) })).toBe(
    "2 products from 4.99 USD · Lamp: 4.99 USD, before 9.98 USD (−50%)",
  );
  expect(say({ 2: product("Lamp", { formerPrices: former(8) }) })).toBe("1 product from 12.99 USD");
});

test("where no price changed, what sold most counts", () => {
  const sold = { value: 526, low: 0 };
  const points: Past["points"] = [[NOW - 2 * DAY, { "price:1": 12.99, "sold:1": 486 }]];
  expect(say({ 1: product("Stand", { sold }) }, points)).toBe(
    "1 product from 12.99 USD · Stand: 526 sold, up 40 (+8.2%) in 2 days",
  );
  const based = product("Stand", { sold, soldBase: 500, soldBaseAt: NOW - 30 * HOUR });
  expect(say({ 1: based })).toBe("1 product from 12.99 USD · Stand: 526 sold, up 26 (+5.2%) in 30 h");
});

test("what can't be read, is missing or gone is never a price", () => {
  const points: Past["points"] = [[NOW - 3 * DAY, { "price:1": 17.32, "sold:1": 1 }]];
  const unreadable = product("Glow Serum", { sold: { value: 9, low: 0 }, unreadable: { price: 1, sold: 1 } });
  expect(say({ 1: unreadable }, points)).toBe("1 product");
  expect(say({ 1: product("Glow Serum", { price: null }) }, points)).toBe("1 product");
  const gone = product("Glow Serum", { absence: { times: 3, firstAt: 0, from: null, of: 9, out: true } });
  expect(say({ 1: gone, 2: mat }, points)).toBe("1 product from 4.99 USD");
  expect(say({})).toBe("0 products");
  expect(say(known, points, { doubt: { since: 0, from: null, answers: 1 } })).toContain("Most of it was missing");
});
