import { expect, test } from "vitest";
import { DAY_MS } from "./duration.ts";
import type { Language } from "./language.ts";
import { growthWithin } from "./span.ts";

const NOW = Date.UTC(2026, 10, 23, 12);
const HOUR = DAY_MS / 24;

test.each<[number, string]>([
  [NOW - 45 * 60_000, "+25% in 45 min"],
  [NOW - 3 * HOUR, "+25% in 3 h"],
  [NOW - 24 * HOUR - 20 * 60_000, "+25% in 24 h"],
  [NOW - 3 * DAY_MS, "+25% in 72 h"],
  [NOW - 5 * DAY_MS, "+25% since 18 Nov"],
  [NOW - 400 * DAY_MS, "+25% since 19 Oct 2025"],
])("a growth states its period, %#", (from, reported) => {
  expect(growthWithin("en", "+25%", from, NOW)).toBe(reported);
});

test.each<[Language, string, string]>([
  ["de", "+25% in 24 Std.", "+25% seit 18. Nov."],
  ["es", "+25% en 24 h", "+25% desde el 18 nov"],
  ["pt-BR", "+25% em 24 h", "+25% desde 18 de nov."],
  ["fr", "+25% en 24 h", "+25% depuis le 18 nov."],
  ["ja", "24時間で+25%", "11月18日から+25%"],
  ["id", "+25% dalam 24 jam", "+25% sejak 18 Nov"],
  ["vi", "+25% trong 24 giờ", "+25% từ 18 thg 11"],
])("in %s", (language, within, since) => {
  expect(growthWithin(language, "+25%", NOW - DAY_MS, NOW)).toBe(within);
  expect(growthWithin(language, "+25%", NOW - 5 * DAY_MS, NOW)).toBe(since);
});

test("an event without a start time has no period", () => {
  expect(growthWithin("en", "+25%", null, NOW)).toBe("+25%");
  expect(growthWithin("en", "", NOW - DAY_MS, NOW)).toBe("");
  expect(growthWithin("en", "+25%", NOW + 1, NOW)).toBe("+25%");
});
