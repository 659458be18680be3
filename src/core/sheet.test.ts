import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { steadySecondsOf, stored, type StoredEntry } from "./slot-entry.ts";
import { AT_NEXT_TICK, foldSheet, LEASE_MS, STEADY_GAP_MS, type BatchEnd, type EntryPatch } from "./sheet.ts";

const NOW = 1_800_000_000_000;
const entry = (over: Partial<Record<"due" | "last" | "claim" | "slot", number>>): StoredEntry => [
  over.due ?? NOW + 60_000,
  over.last ?? 0,
  over.claim ?? 0,
  over.slot ?? 0,
  60,
  1,
  1,
  1,
  0,
  0,
  0,
];
const notDone = () => null;

describe("folding a sheet", () => {
  test("a finished claim becomes the last poll", () => {
    const { entries, changed } = foldSheet(
      { a: entry({ claim: NOW - 60_000, slot: 3 }) },
      {},
      (slot) => (slot === 3 ? "done" : null),
      NOW,
    );
    expect(entries.get("a")).toMatchObject({ last: NOW - 60_000, claim: 0 });
    expect(changed).toBe(true);
  });

  test("an unfinished claim keeps its target until the lease expires, whatever the interval", () => {
    const hourly = { a: entry({ claim: NOW - LEASE_MS + 1, due: NOW + 3_600_000 }) };
    expect(foldSheet(hourly, {}, notDone, NOW).entries.get("a")!.claim).toBe(NOW - LEASE_MS + 1);
    const lost = foldSheet(hourly, {}, notDone, NOW + 1).entries.get("a")!;
    expect(lost).toMatchObject({ claim: 0, due: NOW + 1, last: 0 });
  });

  test("a released claim is due at once and keeps its last poll", () => {
    const hourly = { a: entry({ claim: NOW - 60_000, slot: 2, due: NOW + 3_600_000, last: NOW - 120_000 }) };
    const released = foldSheet(hourly, {}, (slot) => (slot === 2 ? "freed" : null), NOW).entries.get("a")!;
    expect(released).toMatchObject({ claim: 0, due: NOW, last: NOW - 120_000, lapses: 0 });
  });

  test("consecutive lost claims are counted until one finishes", () => {
    const lost = (lapses: number): StoredEntry => [NOW, 0, NOW - LEASE_MS, 0, 60, 1, 1, 8, lapses, 0, 0];
    expect(foldSheet({ a: lost(2) }, {}, notDone, NOW).entries.get("a")).toMatchObject({ lapses: 3, cpuWeight: 8 });
    expect(foldSheet({ a: lost(2) }, {}, () => "done", NOW).entries.get("a")!.lapses).toBe(0);
  });

  test("patches apply last: a correction, a new target, a deleted one", () => {
    const { entries } = foldSheet(
      { a: entry({}), b: entry({}) },
      { a: { due: NOW + 5 }, b: { gone: true }, c: { due: NOW, intervalSeconds: 300, weight: 4, calls: 2 } },
      notDone,
      NOW,
    );
    expect(entries.get("a")!.due).toBe(NOW + 5);
    expect(entries.has("b")).toBe(false);
    expect(entries.get("c")).toEqual({
      alone: false,
      due: NOW,
      last: 0,
      claim: 0,
      slot: 0,
      intervalSeconds: 300,
      weight: 4,
      calls: 2,
      cpuWeight: 1,
      lapses: 0,
      habitual: false,
      verdict: 0,
      provedAt: 0,
      operation: "",
      steadySince: 0,
      confirms: false,
    });
  });

  test("a new target is due at the next tick, even during a replay", () => {
    const merges = { a: { due: AT_NEXT_TICK, intervalSeconds: 60, weight: 1, calls: 1 } };
    expect(foldSheet({}, merges, notDone, 5000).entries.get("a")!.due).toBe(5000);
  });

  test("a correction of a deleted target does not restore it", () => {
    expect(foldSheet({}, { a: { due: NOW } }, notDone, NOW).entries.size).toBe(0);
  });

  test("nothing to do leaves the sheet unchanged", () => {
    expect(foldSheet({ a: entry({}) }, {}, notDone, NOW).changed).toBe(false);
  });

  test("an entry records for how long its polls were at most 15 minutes apart, whatever happens to claims", () => {
    const MINUTE = 60_000;
    const step = fc.record({
      minutes: fc.nat(20),
      end: fc.constantFrom("done", "done", "done", "freed", "unasked", "lost", "by hand", "paused"),
    });
    const met = new Set<string>();
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let now = NOW;
        let sheet: Record<string, StoredEntry> = { a: entry({}) };
        let polls: number[] = [];
        const fold = (patch: EntryPatch | null, end: BatchEnd) => {
          const { entries } = foldSheet(sheet, patch === null ? {} : { a: patch }, () => end, now);
          sheet = Object.fromEntries([...entries].map(([id, one]) => [id, stored(one)]));
          return entries.get("a");
        };
        for (const { minutes, end } of steps) {
          now += minutes * MINUTE;
          const claimed = now;
          const { last } = fold(null, null)!;
          if (end === "done" || end === "by hand") polls.push(claimed);
          if (end !== "by hand" && end !== "paused") sheet["a"]![2] = claimed;
          now += MINUTE;
          if (end === "lost") now = claimed + LEASE_MS;
          if (end === "paused") {
            fold({ gone: true }, null);
            now += MINUTE;
            fold({ due: AT_NEXT_TICK, last, intervalSeconds: 60, weight: 1, calls: 1 }, null);
            polls = polls.slice(-1);
          }
          if (end === "by hand") fold({ last: claimed }, null);
          else if (end === "unasked") fold({ due: claimed, last }, "done");
          else if (end !== "paused") fold(null, end === "lost" ? null : end);
          met.add(`${end} ${polls.length > 1}`);
          // The period is only known at a poll. It may have ended since.
          if (end !== "done" && end !== "by hand") continue;
          const from = polls.findLastIndex((at, place) => place > 0 && at - polls[place - 1]! > STEADY_GAP_MS);
          const since = polls[Math.max(0, from)] ?? 0;
          const seconds = ((polls.at(-1) ?? 0) - since) / 1000;
          const { entries } = foldSheet(sheet, {}, () => null, now);
          expect(steadySecondsOf(entries.get("a")!)).toBe(Math.min(7200, seconds));
          met.add(`for ${seconds > 0 ? "some time" : "none"}`);
        }
      }),
      { numRuns: 300 },
    );
    for (const end of ["freed", "unasked", "lost", "by hand"]) expect(met).toContain(`${end} true`);
    expect(met).toContain("paused false");
    for (const long of ["some time", "none"]) expect(met).toContain(`for ${long}`);
  });
});
