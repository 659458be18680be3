import fc from "fast-check";
import { expect, test } from "vitest";
import { choose, deal } from "./budget.ts";
import { earliest } from "./scarcity.ts";
import {
  ALONE,
  callsOf,
  CallCount,
  groupsOf,
  learnedSize,
  sizeAt,
  withNeighbours,
  type SharingOf,
} from "./shared-calls.ts";
import { UNKNOWN, type Entry } from "./slot-entry.ts";

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;

interface Case {
  own: number;
  shared: number;
  size: number;
  tokens: number;
}

const cases = fc.record<Case>({
  own: fc.nat(20),
  shared: fc.nat(300),
  size: fc.integer({ min: 2, max: 200 }),
  tokens: fc.nat(30),
});

const sharingIn =
  ({ size }: Pick<Case, "size">): SharingOf =>
  (entry) =>
    entry.operation === "many" ? { key: "many", size } : ALONE;

/** Targets with calls of their own, and those that share them, all due at different times. */
const all = ({ own, shared }: Case, dueAt = (n: number) => NOW - n) =>
  Array.from({ length: own + shared }, (_, n): { id: string; entry: Entry } => ({
    id: `tgt_${String((n * 7919) % 1000).padStart(4, "0")}_${n}`,
    entry: { ...UNKNOWN, due: dueAt(n), last: NOW - 2 * MINUTE - n, operation: n < own ? "" : "many" },
  }));

const needed = ({ own, shared, size }: Case): number => own + Math.ceil(shared / size);

test("the first of a group needs a call, and groups are as few as possible", () => {
  fc.assert(
    fc.property(cases, (one) => {
      const [some, sharingOf] = [all(one), sharingIn(one)];
      expect(callsOf(some, sharingOf)).toBe(needed(one));
      const groups = groupsOf(some, sharingOf);
      expect(groups).toHaveLength(needed(one));
      expect(new Set(groups.flat()).size).toBe(some.length);
      expect(groups.every((group) => group.length <= one.size)).toBe(true);
    }),
  );
});

test("no choice takes more calls than there are, and none leaves a place free that somebody waits for", () => {
  let scarce = 0;
  fc.assert(
    fc.property(cases, (one) => {
      const [some, sharingOf] = [all(one), sharingIn(one)];
      const short = needed(one) > one.tokens;
      const scarcity = { stretch: 2, fairMs: MINUTE };
      for (const chosen of [
        choose(some, one.tokens, 60, needed(one), NOW, sharingOf),
        earliest(some, one.tokens, scarcity, NOW, sharingOf),
      ]) {
        const count = new CallCount(sharingOf);
        for (const { entry } of chosen) count.add(entry);
        expect(count.calls).toBeLessThanOrEqual(one.tokens);
        if (!short) expect(chosen).toHaveLength(some.length);
        else if (one.tokens > 0) {
          scarce += 1;
          const rest = some.filter((target) => !chosen.includes(target));
          expect(count.calls).toBe(one.tokens);
          expect(rest.some(({ entry }) => count.costOf(entry) === 0)).toBe(false);
        }
      }
    }),
  );
  expect(scarce).toBeGreaterThan(20);
});

test("targets that share a call are dealt to the same batch, and batches hold what they can", () => {
  fc.assert(
    fc.property(cases, (one) => {
      const [some, sharingOf] = [all(one), sharingIn({ size: Math.min(one.size, 160) })];
      const batches = deal(some, { calls: 40, cpu: 40 }, sharingOf);
      expect(new Set(batches.flat()).size).toBe(some.length);
      const calls = batches.map((batch) => callsOf(batch, sharingOf));
      expect(calls.reduce((sum, count) => sum + count, 0)).toBe(callsOf(some, sharingOf));
      expect(Math.max(0, ...calls)).toBeLessThanOrEqual(40);
    }),
  );
});

test("free places go to those due soonest, but to nobody who was polled just now", () => {
  const one = { own: 0, shared: 30, size: 8, tokens: 9 };
  const sharingOf = sharingIn(one);
  const some = all(one, (n) => NOW + (n - 2) * 4000);
  const due = some.slice(0, 3);
  const chosen = withNeighbours(due, some, sharingOf, NOW);
  expect(chosen).toEqual(some.slice(0, 8));
  const late = all(one, (n) => (n < 3 ? NOW : NOW + 40_000));
  expect(withNeighbours(late.slice(0, 3), late, sharingOf, NOW)).toEqual(late.slice(0, 3));
});

test("a learned size doubles with time, more rarely each time that the service refuses it again", () => {
  const learned = learnedSize(12, 50, undefined, NOW);
  const at = (minutes: number, known = learned) => sizeAt(50, known, NOW + minutes * MINUTE);
  expect([at(0), at(9), at(10), at(20), at(30), at(1e6)]).toEqual([12, 12, 24, 48, 50, 50]);
  const again = learnedSize(12, 50, learned, NOW + 10 * MINUTE);
  expect([at(29, again), at(30, again)]).toEqual([12, 24]);
  // Smaller and smaller in one go is one refusal.
  const smaller = learnedSize(6, 50, learned, NOW + MINUTE);
  expect([smaller.strikes, again.strikes]).toEqual([1, 2]);
  expect(sizeAt(40, learned, NOW)).toBe(40);
});
