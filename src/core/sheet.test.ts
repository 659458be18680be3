import { describe, expect, test } from "vitest";
import { AT_NEXT_TICK, foldSheet, LEASE_MS, type StoredEntry } from "./sheet.ts";

const NOW = 1_800_000_000_000;
const entry = (over: Partial<Record<"due" | "last" | "claim" | "slot", number>>): StoredEntry => [
  over.due ?? NOW + 60_000,
  over.last ?? 0,
  over.claim ?? 0,
  over.slot ?? 0,
  60,
  1,
  1,
];
const notDone = () => false;

describe("folding a sheet", () => {
  test("a claim that is done becomes the last poll", () => {
    const { entries, changed } = foldSheet(
      { a: entry({ claim: NOW - 60_000, slot: 3 }) },
      {},
      (slot) => slot === 3,
      NOW,
    );
    expect(entries.get("a")).toMatchObject({ last: NOW - 60_000, claim: 0 });
    expect(changed).toBe(true);
  });

  test("a claim that is not done keeps its target until the lease is over, whatever the interval", () => {
    const hourly = { a: entry({ claim: NOW - LEASE_MS + 1, due: NOW + 3_600_000 }) };
    expect(foldSheet(hourly, {}, notDone, NOW).entries.get("a")!.claim).toBe(NOW - LEASE_MS + 1);
    const lost = foldSheet(hourly, {}, notDone, NOW + 1).entries.get("a")!;
    expect(lost).toMatchObject({ claim: 0, due: NOW + 1, last: 0 });
  });

  test("edits come after: a correction, a new target, one that is gone", () => {
    const { entries } = foldSheet(
      { a: entry({}), b: entry({}) },
      { a: { due: NOW + 5 }, b: { gone: true }, c: { due: NOW, intervalSeconds: 300, weight: 4, calls: 2 } },
      notDone,
      NOW,
    );
    expect(entries.get("a")!.due).toBe(NOW + 5);
    expect(entries.has("b")).toBe(false);
    expect(entries.get("c")).toEqual({
      due: NOW,
      last: 0,
      claim: 0,
      slot: 0,
      intervalSeconds: 300,
      weight: 4,
      calls: 2,
    });
  });

  test("a target that joins is due at the next tick, whatever day that tick replays", () => {
    const joins = { a: { due: AT_NEXT_TICK, intervalSeconds: 60, weight: 1, calls: 1 } };
    expect(foldSheet({}, joins, notDone, 5000).entries.get("a")!.due).toBe(5000);
  });

  test("a correction of a target that is no longer there does not bring it back", () => {
    expect(foldSheet({}, { a: { due: NOW } }, notDone, NOW).entries.size).toBe(0);
  });

  test("nothing to do is no change", () => {
    expect(foldSheet({ a: entry({}) }, {}, notDone, NOW).changed).toBe(false);
  });
});
