import { expect, test } from "vitest";
import { backoffSeconds, FAILING_AFTER, type Fault } from "../../core/fault.ts";
import { live } from "../../kinds/live/kind.ts";
import type { WatchedTarget } from "./batch.ts";
import { faulted } from "./faulted.ts";

const AT = Date.UTC(2026, 0, 5, 12);

const target: WatchedTarget = {
  id: "tgt_1",
  kind: "live",
  name: "Maria",
  watchlistId: "wl_default",
  params: { userId: "7012" },
  settings: live.settings().parse({}),
  announceInitial: false,
  intervalSeconds: 60,
  sheetId: 1,
  revision: 0,
  judgedAt: AT - 60_000,
  state: null,
  consecutiveFaults: 0,
  lastOkAt: AT - 60_000,
  onAir: false,
  unknownSince: null,
  expectedAt: null,
  expectedConfidence: null,
};

const failed = (more: Partial<WatchedTarget>, fault: Partial<Fault> = {}) => {
  const whole: Fault = { kind: "unreachable", status: 503, detail: "answered 503", ...fault };
  return faulted({ ...target, ...more }, whole, AT - 60_000, () => null, { at: AT, jitter: 0, hold: false, turn: 0 });
};

test("a failing target is polled with growing backoff, and no sooner than the service asks", () => {
  expect(failed({}).patch?.due).toBe(AT + backoffSeconds(1, 60, 0) * 1000);
  expect(failed({ consecutiveFaults: 4 }).patch?.due).toBe(AT + backoffSeconds(5, 60, 0) * 1000);
  expect(failed({}, { retryAfterSeconds: 7200 }).patch?.due).toBe(AT + 7_200_000);
  expect(failed({}, { retryAfterSeconds: 1 }).patch?.due).toBe(failed({}).patch?.due);
});

test("a failing target is reported once, at the fault that reaches the limit", () => {
  const notified = (before: number) => failed({ consecutiveFaults: before }).events?.map(({ type }) => type);
  expect([FAILING_AFTER - 2, FAILING_AFTER - 1, FAILING_AFTER].map(notified)).toEqual([[], ["target.failing"], []]);
});
