import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS } from "./duration.ts";
import type { Language } from "./language.ts";
import { clipped, lengthOf, displayedSpans, spansIn, without, withSpan, type Span, growthWithin } from "./spans.ts";

/** Alternating gaps and spans, in order. */
const spans = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 20 })), { maxLength: 12 })
  .map((all) => {
    let at = 0;
    return all.map(([pause, length]): Span => {
      const from = at + pause;
      at = from + length;
      return { from, to: at };
    });
  });

const covers = (all: Span[], at: number): boolean => all.some(({ from, to }) => from <= at && at < to);

test("what is left of a span is what no gap covers", () => {
  fc.assert(
    fc.property(spans, fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 200 }), (gaps, from, length) => {
      const whole = { from, to: from + length };
      const left = without(whole, gaps);
      for (let at = 0; at < 450; at++) expect(covers(left, at)).toBe(covers([whole], at) && !covers(gaps, at));
      expect(lengthOf(left) + lengthOf(clipped(gaps, whole.from, whole.to))).toBe(length);
    }),
  );
});

test("a bounded list of spans loses none, and stays in order without overlaps", () => {
  fc.assert(
    fc.property(spans, fc.integer({ min: 1, max: 6 }), (all, max) => {
      const stored = all.reduce((before: Span[], one) => withSpan(before, one, max), []);
      expect(stored.length).toBeLessThanOrEqual(max);
      for (const { from, to } of all) expect(without({ from, to }, stored)).toEqual([]);
      for (const [n, one] of stored.slice(1).entries()) expect(one.from).toBeGreaterThan(stored[n]!.to);
      if (all.length <= max) expect(lengthOf(stored)).toBe(lengthOf(all));
    }),
  );
});

test("serialized spans are read back, and anything else is ignored", () => {
  const one = { from: Date.UTC(2026, 0, 5), to: Date.UTC(2026, 0, 6) };
  expect(spansIn(displayedSpans([one]))).toEqual([one]);
  expect(spansIn([null, 5, {}, { from: "x", to: "y" }, { from: "2026-01-05T00:00:00.000Z", to: null }])).toEqual([]);
  expect(spansIn("x")).toEqual([]);
  expect(spansIn(undefined)).toEqual([]);
});

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
