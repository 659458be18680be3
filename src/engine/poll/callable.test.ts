import { describe, expect, test } from "vitest";
import { NOW, plan, RULES, timetable } from "../../../test/support/timetable.ts";
import type { CircuitBreaker } from "../../core/circuit-breaker.ts";
import type { StoredEntry } from "../../core/slot-entry.ts";
import type { Timetable } from "./timetable.ts";

const MINUTE = 60_000;

const refused = (until: number, more: Partial<CircuitBreaker> = {}): CircuitBreaker => ({
  reason: "unauthorized",
  status: 401,
  since: NOW - MINUTE,
  until,
  strikes: 1,
  refusedAt: NOW - MINUTE,
  reopenedAt: 0,
  recovered: false,
  over: [],
  ...more,
});

/** Entries: creators, and lists that are polled by one operation. All are due. */
function mixed(creators: number, lists: number, over: Partial<Timetable> = {}): Timetable {
  const entry = (operation: string): StoredEntry =>
    operation === ""
      ? [NOW, NOW - MINUTE, 0, 0, 60, 1, 1, 1, 0, 1, 0]
      : [NOW, NOW - MINUTE, 0, 0, 60, 1, 1, 1, 0, 0, 0, 0, 0, 0, operation];
  const entries = Object.fromEntries([
    ...Array.from({ length: creators }, (_, n): [string, StoredEntry] => [`live${n}`, entry("")]),
    ...Array.from({ length: lists }, (_, n): [string, StoredEntry] => [`list${n}`, entry("user.videos")]),
  ]);
  return timetable(0, { sheets: [{ id: 1, revision: 1, edits: {}, entries }], ...over });
}

const polled = ({ batches }: ReturnType<typeof plan>): string[] =>
  batches.flatMap(({ targets }) => targets.map(([id]) => id)).toSorted();

describe("targets of a refused operation", () => {
  test("are not polled, and take no calls from others, however scarce those are", () => {
    const breakers = { "user.videos": refused(NOW + 1) };
    expect(polled(plan(NOW, RULES, mixed(3, 40, { breakers })))).toEqual(["live0", "live1", "live2"]);
    const scarce = { ...RULES, perMinute: 3 };
    for (let minute = 0; minute < 9; minute++)
      expect(
        polled(plan(NOW + minute, scarce, mixed(3, 40, { breakers: { "user.videos": refused(NOW + MINUTE) } }))),
      ).toEqual(["live0", "live1", "live2"]);
    const { claim } = plan(NOW, scarce, mixed(3, 40, { breakers }));
    // They are neither late nor do polls fall behind because of them; what is asked for remains.
    expect(claim.load).toMatchObject({ due: 3, late: 0, lagSeconds: 0, asked: 43, calls: 43 });
  });

  test("are tested by one poll of one call after the pause, each time by another one", () => {
    const breakers = { "user.videos": refused(NOW) };
    const dear = mixed(3, 4, { breakers });
    for (const entry of Object.values(dear.sheets[0]!.entries)) if (entry[14] !== undefined) entry[6] = 4;
    const { claim, batches } = plan(NOW, RULES, dear);
    const tested = batches.flatMap(({ targets }) => targets.map(([id]) => id)).filter((id) => id.startsWith("list"));
    expect(tested).toHaveLength(1);
    expect(batches).toMatchObject([{ tests: ["user.videos"], grant: 4 }]);
    expect(claim.tested["user.videos"]).toMatchObject({ until: NOW + 600_000, since: NOW - MINUTE });
    const later = { "user.videos": refused(NOW + 10 * MINUTE) };
    const next = polled(plan(NOW + 10 * MINUTE, RULES, mixed(0, 4, { breakers: later })));
    expect(next).toHaveLength(1);
    expect(next).not.toEqual(tested);
  });

  test("after a 429 a test that is lost is repeated within minutes", () => {
    const breakers = { "user.videos": refused(NOW, { reason: "throttled", status: 429 }) };
    const { claim } = plan(NOW, RULES, mixed(1, 2, { breakers }));
    expect(claim.tested["user.videos"]!.until).toBe(NOW + 120_000);
  });

  test("are not tested while a test runs, or without a call to spare", () => {
    const breakers = { "user.videos": refused(NOW) };
    const running = mixed(1, 2, { breakers });
    running.sheets[0]!.entries["list0"]![2] = NOW - 30_000;
    expect(polled(plan(NOW, RULES, running))).toEqual(["live0"]);
    const none = mixed(1, 2, { breakers, tokens: 0, filledAt: NOW });
    expect(plan(NOW, RULES, none)).toMatchObject({ batches: [], claim: { tested: {} } });
  });

  test("are polled again once answers are good, and if it is not known what they call", () => {
    const good = { "user.videos": refused(NOW + 1, { goodSince: NOW - 1 }) };
    expect(polled(plan(NOW, RULES, mixed(1, 2, { breakers: good })))).toEqual(["list0", "list1", "live0"]);
    const unknown = mixed(1, 2, { breakers: { "user.videos": refused(NOW + 1) } });
    unknown.sheets[0]!.entries["list0"] = [NOW, NOW - MINUTE, 0, 0, 60, 1, 1, 1, 0, 0, 0];
    expect(polled(plan(NOW, RULES, unknown))).toEqual(["list0", "live0"]);
  });
});

describe("the targets that tell whether a refusal concerns the account", () => {
  const witnesses = (read: Timetable) => plan(NOW, RULES, read).batches[0]!.witnesses;

  test("are one of each of two operations, live checks first, the latest polled", () => {
    const read = mixed(2, 2);
    read.sheets[0]!.entries["live1"]![1] = NOW - 1000;
    read.sheets[0]!.entries["list0"]![1] = NOW - 500;
    expect(witnesses(read)).toEqual(["live1", "list0"]);
  });

  test("are none where one operation is polled, and unknown where that is not known", () => {
    expect(witnesses(mixed(3, 0))).toEqual([]);
    expect(witnesses(mixed(0, 3))).toEqual([]);
    expect(witnesses(timetable(3))).toBeUndefined();
  });

  test("are none of a refused operation", () => {
    expect(witnesses(mixed(2, 2, { breakers: { "user.videos": refused(NOW + 1) } }))).toEqual(["live0"]);
  });
});

test("the test call of the account calls nothing whose own pause is not over", () => {
  const gate = refused(NOW);
  const careful = plan(NOW, RULES, mixed(2, 2, { gate }));
  expect(polled(careful)).toEqual(["live0"]);
  expect(careful.batches).toMatchObject([{ careful: true, grant: 1 }]);
  expect(polled(plan(NOW + 600_000, RULES, mixed(2, 2, { gate })))).toEqual(["live1"]);
  const waits = { "live.check": refused(NOW + 1, { reason: "throttled", status: 429 }) };
  expect(polled(plan(NOW, RULES, mixed(2, 2, { gate, breakers: waits })))).toEqual(["list0"]);
  expect(polled(plan(NOW, RULES, mixed(2, 0, { gate, breakers: waits })))).toEqual([]);
});
