import fc from "fast-check";
import { expect, test } from "vitest";
import { UNKNOWN, type Entry } from "./slot-entry.ts";
import { behindAfter, paceOf, type Behind } from "./pace.ts";

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 0, 5, 12);
const MINUTELY = { now: NOW, spacingMs: MINUTE, fairMs: null, leftOut: false };

/** A target that was polled this many seconds ago and is due one interval later. */
const polled = (secondsAgo: number, more: Partial<Entry> = {}): Entry => {
  const last = NOW - secondsAgo * 1000;
  return { ...UNKNOWN, last, due: last + (more.intervalSeconds ?? 60) * 1000, ...more };
};
const many = (count: number, secondsAgo: number, more: Partial<Entry> = {}) =>
  Array.from({ length: count }, () => polled(secondsAgo, more));

test("polls on time are not late, whatever the interval and the spacing of ticks", () => {
  expect(paceOf(many(100, 60), MINUTELY)).toEqual({ p95GapSeconds: 60, late: false });
  expect(paceOf(many(100, 300, { intervalSeconds: 300 }), MINUTELY)).toEqual({ p95GapSeconds: 300, late: false });
  expect(paceOf(many(100, 60, { intervalSeconds: 10 }), MINUTELY).late).toBe(false);
  expect(paceOf(many(100, 3600), { ...MINUTELY, spacingMs: 60 * MINUTE }).late).toBe(false);
  expect(paceOf([], MINUTELY)).toEqual({ p95GapSeconds: null, late: null });
  expect(paceOf(many(9, 60, { claim: NOW - MINUTE }), MINUTELY)).toEqual({ p95GapSeconds: null, late: null });
});

test("over one in twenty beyond one and a half intervals is late, including unfinished polls", () => {
  expect(paceOf([...many(95, 60), ...many(5, 120)], MINUTELY).late).toBe(false);
  expect(paceOf([...many(94, 60), ...many(6, 120)], MINUTELY)).toEqual({ p95GapSeconds: 120, late: true });
  const underWay = many(10, 120, { claim: NOW - MINUTE, due: NOW - 31_000 });
  expect(paceOf([...many(90, 60), ...underWay], MINUTELY).late).toBe(true);
});

test("targets in backoff, never polled, or skipped for the budget are not late", () => {
  expect(paceOf(many(100, 900, { due: NOW }), MINUTELY).late).toBe(false);
  expect(paceOf(many(100, 900, { last: 0 }), MINUTELY).late).toBe(null);
  expect(paceOf(many(100, 120), { ...MINUTELY, leftOut: true }).late).toBe(null);
  const scarce = { ...MINUTELY, fairMs: 5 * MINUTE, leftOut: true };
  expect(paceOf(many(100, 15 * 60), scarce).late).toBe(false);
  expect(paceOf(many(100, 23 * 60), scarce).late).toBe(true);
});

test("two late ticks in a row start it and three good ones end it, in any sequence", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 60 }), (ticks) => {
      let state: Behind = { behindSince: 0, behindTicks: 0 };
      let stands = false;
      for (const [n, late] of ticks.entries()) {
        state = behindAfter(state, late, n + 1);
        if (!stands) stands = late && n > 0 && ticks[n - 1]!;
        else stands = ticks.slice(Math.max(0, n - 2), n + 1).some(Boolean);
        expect(state.behindSince !== 0).toBe(stands);
      }
    }),
  );
});
