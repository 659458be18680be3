import { expect, test } from "vitest";
import { opened, VERDICT, type Entry, type VerdictMark } from "../../core/slot-entry.ts";
import { LEASE_MS } from "../../core/sheet.ts";
import { lapsedBatches, stillAssigned, survey, waitingSince } from "./assign.ts";

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;

test("a target is reported after its batch was lost three times in a row, not before", () => {
  const lapsed = (lapses: number) => {
    const entry: Entry = { ...opened([NOW, NOW - MINUTE, 0, 0, 60, 1, 1, 1, 0, 0, 0]), lapses };
    return survey([{ sheet: { id: 1 }, entries: new Map([["tgt_1", entry]]) }], NOW, MINUTE, 0).lapsed;
  };
  expect([0, 2, 3, 9].map(lapsed)).toEqual([0, 0, 1, 1]);
});

test("a target that never had a verdict is not counted as unknown, however old its last poll is", () => {
  const counted = (verdict: VerdictMark, last: number) => {
    const entry: Entry = { ...opened([NOW, last, 0, 0, 60, 1, 1, 1, 0, 0, 0]), habitual: true, verdict };
    const { judged, unknown } = survey([{ sheet: { id: 1 }, entries: new Map([["tgt_1", entry]]) }], NOW, MINUTE, 0);
    return [judged, unknown];
  };
  const longAgo = NOW - 60 * MINUTE;
  expect(counted(VERDICT.known, NOW - MINUTE)).toEqual([1, 0]);
  expect(counted(VERDICT.known, longAgo)).toEqual([1, 1]);
  expect(counted(VERDICT.unknown, NOW - MINUTE)).toEqual([1, 1]);
  expect(counted(VERDICT.never, longAgo)).toEqual([0, 0]);
});

test("only batches of earlier ticks within the lease are waited for", () => {
  const assigned = (tick: number) => ({ [tick]: [[1, tick, 1] as [number, number, number]] });
  const all = { ...assigned(NOW - LEASE_MS), ...assigned(NOW - MINUTE), ...assigned(NOW), ...assigned(NOW + MINUTE) };
  expect(stillAssigned(all, NOW)).toEqual(assigned(NOW - MINUTE));
});

test("a batch is refunded once its lease has expired, unless it finished", () => {
  const assigned = {
    [NOW - LEASE_MS]: [
      [1, 0, 7],
      [1, 0, 8],
    ] as [number, number, number][],
  };
  const lost = (now: number) => lapsedBatches({ assigned, endOf: (slot) => (slot === 0 ? "done" : null) }, now);
  expect(lost(NOW)).toEqual([{ tick: NOW - LEASE_MS, batches: [{ slot: 1, granted: 8 }] }]);
  expect(lost(NOW - 1)).toEqual([]);
});

test("waiting starts with the tick that found a due target, and ends with a poll or without due targets", () => {
  const since = (waiting: number, before: number, lastPollAt: number) =>
    waitingSince({ load: { waitingSince: before }, lastPollAt }, waiting, NOW);
  expect(since(0, NOW - MINUTE, 0)).toBe(0);
  expect(since(3, 0, 0)).toBe(NOW);
  expect(since(3, NOW - MINUTE, NOW - 2 * MINUTE)).toBe(NOW - MINUTE);
  expect(since(3, NOW - MINUTE, NOW - MINUTE)).toBe(NOW);
});
