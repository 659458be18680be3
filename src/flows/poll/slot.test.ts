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

/** Polls each minute since two hours before. */
const steadilyUntil = (at: number) => ({ lastOkAt: at - MINUTE, steadySince: EXPECTED_AT - 120 * MINUTE });

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
  const slot = slotOf({ ...regular, ...is }, state, steadilyUntil(at), at);
  expect([slot.over, slot.missed.map(({ type }) => type)]).toEqual(over ? [true, ["live.no_show"]] : [false, []]);
});

test("an unchanged poll asks its kind for nothing while nothing was expected, or the time has not come", () => {
  const asked = new Proxy({}, { get: () => expect.unreachable("the state was looked into") });
  for (const is of [{ expectedAt: null }, {}])
    expect(slotOf({ ...regular, ...is }, asked, steadilyUntil(EXPECTED_AT), EXPECTED_AT + MINUTE).over).toBe(false);
});

test.each<[string, { steady: number; gap: number; confidence?: number | null }, told: number]>([
  ["polls since 45 minutes before it", { steady: -45, gap: 15 }, 1],
  ["polls that began later", { steady: -44, gap: 1 }, 0],
  ["a last gap of more than 15 minutes", { steady: -120, gap: 16 }, 0],
  ["an hour that a clock change makes uncertain", { steady: -120, gap: 1, confidence: null }, 0],
])(
  "the slot is over, and a no-show takes polls through it: %s",
  (_name, { steady, gap, confidence = 0.9 }, notified) => {
    const at = EXPECTED_AT + 60 * MINUTE;
    const before = { lastOkAt: at - gap * MINUTE, steadySince: EXPECTED_AT + steady * MINUTE };
    const slot = slotOf({ ...regular, expectedConfidence: confidence }, off, before, at);
    expect([slot.over, slot.missed.length]).toEqual([true, notified]);
  },
);

test("where nobody knows when it was polled before, the slot waits for a poll that does", () => {
  const at = EXPECTED_AT + 60 * MINUTE;
  expect(slotOf(regular, off, { lastOkAt: at - MINUTE, steadySince: null }, at).over).toBe(false);
});
