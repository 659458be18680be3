import { describe, expect, test } from "vitest";
import { NOW, plan, RULES, timetable } from "../../../test/support/timetable.ts";
import type { StoredEntry } from "../../core/slot-entry.ts";
import { LIMITS } from "../../core/limits.ts";
import { tick } from "./tick.ts";
import { NO_PREDICTIONS, type Claim } from "./timetable.ts";

describe("a tick", () => {
  test("claims due targets by moving their due time, and assigns them to batches of the plan's size", () => {
    const { claim, batches } = plan(NOW, { ...RULES, perMinute: 1000 }, timetable(100));
    expect(batches.map(({ targets }) => targets.length)).toEqual([34, 33, 33]);
    expect(batches[0]).toMatchObject({ tick: NOW, slot: 0, batches: 3, grant: 34, careful: false });
    expect(Object.values(claim.sheets[0]!.entries)[0]).toEqual([
      NOW + 60_000,
      NOW - 60_000,
      NOW,
      0,
      60,
      1,
      1,
      1,
      0,
      0,
      0,
    ]);
    expect(claim.tokens).toBe(900);
  });

  test("polls that end too late are behind from the second late tick on, until three are on time", () => {
    const rules = { ...RULES, perMinute: 1000, batchSize: { calls: 200, cpu: 4000 } };
    let read = timetable(500);
    const stands: boolean[] = [];
    // From the fourth to the tenth tick, batches take longer than a minute.
    for (let n = 0; n < 20; n++) {
      const now = NOW + n * 60_000;
      const slow = (at: number) => at >= NOW + 4 * 60_000 && at < NOW + 10 * 60_000;
      const endOf = (_slot: number, at: number) => (now - at >= (slow(at) ? 110_000 : 50_000) ? "done" : null);
      const { claim } = plan(now, rules, { ...read, endOf });
      stands.push(claim.load.behindSince !== 0);
      const sheets = read.sheets.map((sheet) => claim.sheets.find(({ id }) => id === sheet.id) ?? sheet);
      read = {
        ...read,
        ...claim,
        lastTickAt: now,
        sheets: sheets.map((sheet) => ({ ...sheet, edits: {} })),
      };
    }
    const [first, last] = [stands.indexOf(true), stands.lastIndexOf(true)];
    // They are late from the tick after the one that should have polled them.
    expect(first).toBeGreaterThan(6);
    expect(first).toBeLessThanOrEqual(9);
    expect(stands.slice(first, last + 1)).not.toContain(false);
    expect(last).toBeLessThan(17);
  });

  test("a poll that confirms is not marked as confirming again", () => {
    const read = timetable(1);
    const [[id, entry]] = Object.entries(read.sheets[0]!.entries) as [[string, StoredEntry]];
    read.sheets[0]!.entries[id] = [...entry.slice(0, 7), 1, 0, 1, 0, 0, 0, 1] as unknown as StoredEntry;
    const { claim, batches } = plan(NOW, RULES, read);
    expect(batches).toHaveLength(1);
    expect(claim.sheets[0]!.entries[id]).toHaveLength(11);
  });

  test("never grants more than the budget", () => {
    const { claim, batches } = plan(NOW, RULES, timetable(100));
    expect(batches.reduce((sum, { grant }) => sum + grant, 0)).toBe(60);
    expect(claim.tokens).toBe(0);
    expect(claim.load).toMatchObject({ due: 100, late: 40, granted: 60 });
    // A target due before the next tick waits like any other.
    const soon = timetable(100);
    for (const entry of Object.values(soon.sheets[0]!.entries)) [entry[0], entry[1]] = [NOW + 30_000, NOW - 30_000];
    expect(plan(NOW, RULES, soon).claim.load).toMatchObject({ due: 100, late: 40, granted: 60 });
  });

  test("grants what polls leave to optional calls, within the invocation's limits, and takes it from the bucket", () => {
    const rules = { ...RULES, ownCalls: 44 };
    const asking = { optionalCalls: 2 };
    const few = plan(NOW, rules, timetable(10, asking));
    expect([few.batches[0]!.spare, few.claim.tokens]).toEqual([20, 30]);
    const many = plan(NOW, { ...rules, perMinute: 1000 }, timetable(80, asking));
    expect(many.batches.map(({ grant, spare }) => [grant, spare])).toEqual([
      [40, 4],
      [40, 4],
    ]);
    expect(many.claim.tokens).toBe(1000 - 88);
    expect(many.batches.map(({ heldBack }) => heldBack)).toEqual([undefined, undefined]);
    // Polls take all calls: some targets of each batch are read last. Targets that were never polled cannot report a
    // start.
    const tight = plan(NOW, rules, timetable(100, asking));
    expect(tight.batches.map(({ grant, spare, heldBack }) => [grant, spare, heldBack])).toEqual([
      [30, 0, 1],
      [30, 0, 1],
    ]);
    expect(tight.claim).toMatchObject({ tokens: 0, load: { granted: 60 } });
    const fresh = timetable(100, asking);
    for (const entry of Object.values(fresh.sheets[0]!.entries)) entry[1] = 0;
    expect(plan(NOW, rules, fresh).batches.map(({ heldBack }) => heldBack)).toEqual([undefined, undefined]);
    expect(plan(NOW, RULES, timetable(10)).batches[0]!.spare).toBe(0);
  });

  test("polls and claims nothing without a connected service", () => {
    const { claim, batches } = plan(NOW, RULES, timetable(10, { connected: false }));
    expect(batches).toEqual([]);
    expect(claim.load).toMatchObject({ due: 10, late: 10, granted: 0 });
  });

  test("refunds granted calls that were not made, once", () => {
    const { claim } = plan(NOW, RULES, timetable(5, { tokens: 10, filledAt: NOW, unspent: 7, refunded: 4 }));
    expect(claim.tokens).toBe(10 + 3 - 5);
    expect(claim.read.unspent).toBe(7);
  });

  test("writes no sheet if nothing is due and no edit waits", () => {
    const quiet = timetable(10);
    for (const entry of Object.values(quiet.sheets[0]!.entries)) entry[0] = NOW + 600_000;
    const { claim, batches } = plan(NOW, RULES, quiet);
    expect(batches).toEqual([]);
    expect(claim.sheets).toEqual([]);
  });

  test("does nothing unless it is later than the last one, and reads again after losing a race", async () => {
    const claims: Claim[] = [];
    const deps = (lastTickAt: number, wins: boolean[]) => ({
      readTimetable: async () => timetable(3, { lastTickAt }),
      readHabits: async () => NO_PREDICTIONS,
      claim: async (claim: Claim) => {
        claims.push(claim);
        return wins.shift() ?? true;
      },
    });
    expect(await tick(NOW, RULES, deps(NOW, []))).toMatchObject({ batches: [], lastTickAt: null });
    expect(claims).toHaveLength(0);
    expect((await tick(NOW, RULES, deps(NOW - 1, [false, false, true]))).batches).toHaveLength(1);
    expect(claims).toHaveLength(3);
  });

  test("chooses what it can poll by itself until the queue is tried again", () => {
    const refused = (queueRetryAt: number) => timetable(200, { lastTickAt: NOW - 60_000, queueRetryAt });
    const grants = (queueRetryAt: number, ownCalls = RULES.ownCalls) =>
      plan(NOW, { ...RULES, perMinute: 1000, ownCalls }, refused(queueRetryAt)).batches.map(({ grant }) => grant);
    expect(grants(NOW)).toEqual([40]);
    expect(grants(NOW + 60_000, 44)).toEqual([40]);
    expect(grants(NOW - 1)).toEqual([40, 40, 40, 40, 40]);
  });

  test("keeps messages far below the queue's 128 kB on every plan", () => {
    for (const { batch } of Object.values(LIMITS)) {
      const { batches } = plan(NOW, { perMinute: 1_000_000, batchSize: batch, ownCalls: 40 }, timetable(3000));
      for (const one of batches) expect(JSON.stringify(one).length).toBeLessThan(20_000);
    }
  });
});
