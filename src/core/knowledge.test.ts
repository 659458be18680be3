import { expect, test } from "vitest";
import type { CircuitBreaker } from "./circuit-breaker.ts";
import { horizonOf, unknownAfterMs } from "./knowledge.ts";
import { IDLE } from "./load.ts";
import type { HealthSnapshot } from "./health-snapshot.ts";

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;

const healthSnapshot = {
  lastTickAt: NOW - MINUTE,
  lastPollAt: NOW - MINUTE,
  failingSince: 0,
  gate: null,
  breakers: {},
  load: IDLE,
  replays: false,
  perMinute: 60,
} as HealthSnapshot;

const shut = { since: NOW - 30 * MINUTE, reopenedAt: 0 } as CircuitBreaker;
const refused = { since: NOW - 20 * MINUTE } as CircuitBreaker;

test.each([
  ["polls go on", {}, NOW - MINUTE],
  ["no call may start: the last proof is before the breaker opened", { gate: shut }, NOW - 30 * MINUTE],
  ["calls are allowed again", { gate: { ...shut, reopenedAt: NOW - MINUTE } }, NOW - MINUTE],
  ["every poll fails", { failingSince: NOW - 20 * MINUTE }, NOW - 20 * MINUTE],
  ["ticks have stopped", { lastPollAt: NOW - 50 * MINUTE }, NOW - 50 * MINUTE],
] as [string, Partial<HealthSnapshot>, number][])(
  "no verdict is later than the last successful poll: %s",
  (_, more, expected) => {
    expect(horizonOf({ ...healthSnapshot, ...more }, NOW).lastProof).toBe(expected);
  },
);

test.each([
  ["while live checks are refused", { "live.check": refused }, NOW - 20 * MINUTE],
  ["while another operation is", { "user.videos": refused }, NOW - MINUTE],
  ["since live checks are answered again", { "live.check": { ...refused, goodSince: NOW } }, NOW - MINUTE],
])("no verdict is later than the last live check that was answered: %s", (_, breakers, expected) => {
  const horizon = horizonOf({ ...healthSnapshot, breakers }, NOW);
  expect([horizon.lastVerdict, horizon.lastProof]).toEqual([expected, NOW - MINUTE]);
});

test("the time is the later of wall clock and last tick; during replays it is the tick's", () => {
  expect(horizonOf(healthSnapshot, NOW).now).toBe(NOW);
  expect(horizonOf({ ...healthSnapshot, lastTickAt: NOW + MINUTE }, NOW).now).toBe(NOW + MINUTE);
  expect(horizonOf({ ...healthSnapshot, replays: true }, NOW).now).toBe(NOW - MINUTE);
  expect(horizonOf({ ...healthSnapshot, replays: true, lastTickAt: 0 }, NOW).now).toBe(NOW);
});

test("a verdict holds for ten minutes or three polls, or as long as targets may wait if the budget is too small", () => {
  expect(unknownAfterMs(60, 0)).toBe(10 * MINUTE);
  expect(unknownAfterMs(300, 0)).toBe(15 * MINUTE);
  expect(unknownAfterMs(60, 20 * MINUTE)).toBe(62 * MINUTE);
  const scarce = { ...IDLE, calls: 240, asked: 240 };
  expect(horizonOf({ ...healthSnapshot, perMinute: 12, load: scarce }, NOW).turn).toBe(20 * MINUTE);
  expect(horizonOf({ ...healthSnapshot, perMinute: 240, load: scarce }, NOW).turn).toBe(0);
});
