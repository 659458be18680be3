import { expect, test } from "vitest";
import { opened, type Entry } from "../../core/entry.ts";
import { LEASE_MS } from "../../core/sheet.ts";
import { lapsedBatches, stillAssigned, survey, waitingSince } from "./survey.ts";

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;

test("a target whose batch was lost three times in a row is said, not before", () => {
  const lapsed = (lapses: number) => {
    const entry: Entry = { ...opened([NOW, NOW - MINUTE, 0, 0, 60, 1, 1]), lapses };
    return survey([{ sheet: { id: 1 }, entries: new Map([["tgt_1", entry]]) }], NOW, MINUTE, 0).lapsed;
  };
  expect([0, 2, 3, 9].map(lapsed)).toEqual([0, 0, 1, 1]);
});

test("of what was dealt only that of earlier ticks within the lease is waited for", () => {
  const dealt = (tick: number) => ({ [tick]: [[1, tick, 1] as [number, number, number]] });
  const all = { ...dealt(NOW - LEASE_MS), ...dealt(NOW - MINUTE), ...dealt(NOW), ...dealt(NOW + MINUTE) };
  expect(stillAssigned(all, NOW)).toEqual(dealt(NOW - MINUTE));
});

test("a batch is given back once its lease is over, unless it came in", () => {
  const dealt = {
    [NOW - LEASE_MS]: [
      [1, 0, 7],
      [1, 0, 8],
    ] as [number, number, number][],
  };
  const lost = (now: number) => lapsedBatches({ dealt, endOf: (slot) => (slot === 0 ? "done" : null) }, now);
  expect(lost(NOW)).toEqual([{ tick: NOW - LEASE_MS, batches: [{ slot: 1, granted: 8 }] }]);
  expect(lost(NOW - 1)).toEqual([]);
});

test("it waits since the tick that found something due; a poll in between, or nothing due, begins anew", () => {
  const since = (waiting: number, before: number, lastPollAt: number) =>
    waitingSince({ load: { waitingSince: before }, lastPollAt }, waiting, NOW);
  expect(since(0, NOW - MINUTE, 0)).toBe(0);
  expect(since(3, 0, 0)).toBe(NOW);
  expect(since(3, NOW - MINUTE, NOW - 2 * MINUTE)).toBe(NOW - MINUTE);
  expect(since(3, NOW - MINUTE, NOW - MINUTE)).toBe(NOW);
});
