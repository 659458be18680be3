import { expect, test } from "vitest";
import { WATCHED_LIVE } from "../../../test/support/watched-live.ts";
import type { WatchedTarget } from "./batch.ts";
import { slotOf } from "./slot.ts";

const MINUTE = 60_000;
const EXPECTED_AT = Date.UTC(2026, 0, 6, 20);

/** One that is highly regular, and stood off for hours before the start that was expected. */
const regular: WatchedTarget = {
  ...WATCHED_LIVE,
  lastOkAt: EXPECTED_AT - 300 * MINUTE,
  expectedAt: EXPECTED_AT,
  expectedConfidence: 0.9,
};

const off = { verdict: "off", session: null };

test.each<[string, { is?: Partial<WatchedTarget>; state?: object; minute?: number }, over: boolean]>([
  ["off an hour after it", {}, true],
  ["off before that", { minute: 59 }, false],
  ["nothing was expected", { is: { expectedAt: null } }, false],
  ["paused", { state: { ...off, verdict: "paused" } }, false],
  ["nobody knows", { state: { ...off, verdict: "unknown" } }, false],
  ["on air since this poll", { state: { verdict: "on", session: {} } }, false],
  ["off, and its session may go on", { state: { ...off, session: {} } }, false],
  ["on air until this poll", { is: { onAir: true } }, false],
])("a start that was expected: %s", (_name, { is = {}, state = off, minute = 60 }, over) => {
  const at = EXPECTED_AT + minute * MINUTE;
  const slot = slotOf({ ...regular, ...is }, state, at - MINUTE, at);
  expect([slot.over, slot.missed.map(({ type }) => type)]).toEqual(over ? [true, ["live.no_show"]] : [false, []]);
});

test("an unchanged poll asks its kind for nothing while nothing was expected, or the time has not come", () => {
  const asked = new Proxy({}, { get: () => expect.unreachable("the state was looked into") });
  for (const is of [{ expectedAt: null }, {}])
    expect(slotOf({ ...regular, ...is }, asked, EXPECTED_AT, EXPECTED_AT + MINUTE).over).toBe(false);
});
