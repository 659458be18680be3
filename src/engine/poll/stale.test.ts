import { expect, test } from "vitest";
import { opened, VERDICT, type Entry } from "../../core/slot-entry.ts";
import { staleOf } from "./stale.ts";

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;

const entry = (more: Partial<Entry>): Entry => ({
  ...opened([NOW, NOW - 11 * MINUTE, 0, 0, 60, 1, 1, 1, 0, 0, 0]),
  habitual: true,
  ...more,
});

const stale = (entries: Record<string, Partial<Entry>>) =>
  staleOf([{ entries: new Map(Object.entries(entries).map(([id, more]) => [id, entry(more)])) }], NOW, 0).map(
    ({ id }) => id,
  );

test("a verdict that is too old is recorded once, unless this tick polls the target", () => {
  expect(
    stale({
      late: {},
      fresh: { last: NOW - 9 * MINUTE },
      failing: { last: NOW - MINUTE, provedAt: NOW - 12 * MINUTE },
      polled: { claim: NOW },
      lost: { claim: NOW - MINUTE },
      noted: { verdict: VERDICT.unknown },
      never: { verdict: VERDICT.never },
      ranking: { habitual: false, last: NOW - 20 * MINUTE, intervalSeconds: 300 },
      early: { habitual: false, intervalSeconds: 300 },
      added: { last: 0 },
    }),
  ).toEqual(["ranking", "late", "lost", "failing"]);
});

test("at most a hundred per tick, those that waited longest first", () => {
  const many = Object.fromEntries(
    Array.from({ length: 150 }, (_, n) => [`t${n}`, { last: NOW - (20 + n) * MINUTE }] as const),
  );
  expect(stale(many)).toEqual(Array.from({ length: 100 }, (_, n) => `t${149 - n}`));
});
