import fc from "fast-check";
import { expect, test } from "vitest";
import { clipped, lengthOf, displayedSpans, spansIn, without, withSpan, type Span } from "./spans.ts";

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
