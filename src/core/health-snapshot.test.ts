import { expect, test } from "vitest";
import { queueRetryAt, refusalsAfter, SOUND } from "./health-snapshot.ts";

const MINUTE = 60_000;
const START = 100 * MINUTE;

/** The ticks of two hours that use the queue, by minute, if it refuses until a minute. */
function tries(until: number): number[] {
  const used: number[] = [];
  let refusals = refusalsAfter(SOUND, true, START);
  for (let minute = 1; minute < 120; minute++) {
    const now = START + minute * MINUTE;
    const uses = now > queueRetryAt(refusals);
    if (uses) used.push(minute);
    refusals = refusalsAfter(refusals, uses ? minute < until : null, now);
  }
  return used;
}

test("the tick after a single refusal uses the queue again, and so do all that follow", () => {
  expect(tries(1)).toEqual(Array.from({ length: 119 }, (_, n) => n + 1));
});

test("a queue that goes on refusing is used ever less often, at least each eleven minutes", () => {
  const used = tries(1000);
  expect(used.slice(0, 6)).toEqual([1, 3, 7, 15, 26, 37]);
  for (const [index, minute] of used.entries()) expect(minute - (used[index - 1] ?? 0)).toBeLessThanOrEqual(11);
});

test("a refusal without another try is forgotten, and an older version's has no first one", () => {
  const once = refusalsAfter(SOUND, true, START);
  expect(refusalsAfter(once, null, START + 10 * MINUTE)).toEqual(once);
  expect(refusalsAfter(once, null, START + 11 * MINUTE)).toMatchObject({ queueRefusedAt: 0, queueRefusedSince: 0 });
  expect(queueRetryAt({ queueRefusedAt: START, queueRefusedSince: 0 })).toBe(START);
});
