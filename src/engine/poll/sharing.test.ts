import { expect, test } from "vitest";
import { NOW, plan, timetable } from "../../../test/support/timetable.ts";
import { LIMITS, batchesAMinute, ownCalls } from "../../core/limits.ts";
import type { StoredEntry } from "../../core/slot-entry.ts";
import type { Timetable } from "./timetable.ts";

/** The ticks of the free plan. */
const rules = (perMinute: number) => ({
  perMinute,
  batchSize: LIMITS.free.batch,
  batches: batchesAMinute(LIMITS.free),
  ownCalls: ownCalls(LIMITS.free),
});

/** Live targets that share calls of fifty, all due. */
function shared(count: number, over: Partial<Timetable> = {}): Timetable {
  const read = timetable(count, { many: new Map([["live.check", 50]]), ...over });
  const sheets = read.sheets.map((sheet) => ({
    ...sheet,
    entries: Object.fromEntries(
      Object.keys(sheet.entries).map((id): [string, StoredEntry] => [
        id,
        [NOW, NOW - 60_000, 0, 0, 60, 1, 1, 1, 0, 1, 0, 0, 0],
      ]),
    ),
  }));
  return { ...read, sheets };
}

const polled = ({ batches }: ReturnType<typeof plan>) => ({
  targets: batches.map(({ targets }) => targets.length).sort((a, b) => b - a),
  calls: batches.reduce((sum, { grant }) => sum + grant, 0),
});

test("the free plan's batches carry 450 creators a minute at fifty a call", () => {
  const all = plan(NOW, rules(20), shared(450));
  expect(polled(all)).toEqual({ targets: [150, 150, 150], calls: 9 });
  expect(all.claim.load).toMatchObject({ asked: 9, perCall: 50, calls: 9 });
  expect(polled(plan(NOW, rules(20), shared(120)))).toEqual({ targets: [120], calls: 3 });
});

test("more creators than a minute's batches carry wait, as with too small a budget", () => {
  for (const perMinute of [5, 20, 60, 120]) {
    const all = plan(NOW, rules(perMinute), shared(3000));
    const { targets, calls } = polled(all);
    expect(targets.length).toBeLessThanOrEqual(3);
    expect(targets.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(Math.min(perMinute * 50, 400));
    expect(calls).toBe(perMinute);
    expect(all.claim.load.asked).toBeGreaterThan(perMinute);
  }
});

test("a batch reads no more targets than a statement can name", () => {
  const paid = { perMinute: 240, batchSize: LIMITS.paid.batch, ownCalls: ownCalls(LIMITS.paid) };
  const { targets, calls } = polled(plan(NOW, paid, shared(10_000)));
  expect([targets.reduce((sum, one) => sum + one, 0), calls]).toEqual([10_000, 200]);
  expect(Math.max(...targets)).toBeLessThanOrEqual(800);
});

test("without the queue, a tick polls what one batch holds", () => {
  const { targets } = polled(plan(NOW, rules(20), shared(450, { queueRetryAt: NOW + 1 })));
  expect(targets).toEqual([150]);
});

test("one that is alone, or loses its batches, has a call of its own", () => {
  const read = shared(100);
  const [first, second] = Object.keys(read.sheets[0]!.entries) as [string, string];
  const entries = { ...read.sheets[0]!.entries };
  entries[first] = [NOW, NOW - 60_000, 0, 0, 60, 1, 1, 1, 0, 1, 0, 0, 0, 0, "", 1];
  entries[second] = [NOW, NOW - 60_000, 0, 0, 60, 1, 1, 1, 3, 1, 0, 0, 0];
  const { batches, claim } = plan(NOW, rules(20), { ...read, sheets: [{ ...read.sheets[0]!, entries }] });
  expect(batches.reduce((sum, { grant }) => sum + grant, 0)).toBe(4);
  expect(batches.flatMap((one) => one.targets).find(([id]) => id === first)).toEqual([first, NOW - 60_000, 1, 0, 1]);
  expect(claim.load.asked).toBe(4);
});
