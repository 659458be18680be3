import { expect, test } from "vitest";
import { WATCHED_LIVE } from "../../../test/support/watching-hours.ts";
import type { WatchedTarget } from "./batch.ts";
import { slotOf } from "./slot.ts";

const MINUTE = 60_000;
const EXPECTED_AT = Date.UTC(2026, 0, 6, 20);

/** A highly regular creator who was offline for hours before the expected start. */
const regular: WatchedTarget = {
  ...WATCHED_LIVE,
  lastOkAt: EXPECTED_AT - 300 * MINUTE,
  expectedAt: EXPECTED_AT,
  expectedConfidence: 0.9,
};

const off = { verdict: "off", session: null };

/** Polls every minute since two hours before. */
const steadilyUntil = (at: number) => ({ lastOkAt: at - MINUTE, steadySince: EXPECTED_AT - 120 * MINUTE });

test.each<[string, { is?: Partial<WatchedTarget>; state?: object; minute?: number }, over: boolean]>([
  ["offline an hour after it", {}, true],
  ["off before that", { minute: 59 }, false],
  ["nothing was expected", { is: { expectedAt: null } }, false],
  ["paused", { state: { ...off, verdict: "paused" } }, false],
  ["nobody knows", { state: { ...off, verdict: "unknown" } }, false],
  ["live since this poll", { state: { verdict: "on", session: {} } }, false],
  ["offline, but its session may continue", { state: { ...off, session: {} } }, false],
  ["live until this poll", { is: { onAir: true } }, false],
])("an expected start: %s", (_name, { is = {}, state = off, minute = 60 }, over) => {
  const at = EXPECTED_AT + minute * MINUTE;
  const slot = slotOf({ ...regular, ...is }, state, steadilyUntil(at), at);
  expect([slot.over, slot.missed.map(({ type }) => type)]).toEqual(over ? [true, ["live.no_show"]] : [false, []]);
});

test("an unchanged poll does not consult the kind without an expected start, or before its time", () => {
  const requested = new Proxy({}, { get: () => expect.unreachable("the state was looked into") });
  for (const is of [{ expectedAt: null }, {}])
    expect(slotOf({ ...regular, ...is }, requested, steadilyUntil(EXPECTED_AT), EXPECTED_AT + MINUTE).over).toBe(false);
});

test.each<[string, { steady: number; gap: number; confidence?: number | null }, told: number]>([
  ["polls from 45 minutes before it", { steady: -45, gap: 15 }, 1],
  ["polls that started later", { steady: -44, gap: 1 }, 0],
  ["a last gap of more than 15 minutes", { steady: -120, gap: 16 }, 0],
  ["an hour made uncertain by a clock change", { steady: -120, gap: 1, confidence: null }, 0],
])(
  "the slot is over, and a no-show requires polls through it: %s",
  (_name, { steady, gap, confidence = 0.9 }, notified) => {
    const at = EXPECTED_AT + 60 * MINUTE;
    const before = { lastOkAt: at - gap * MINUTE, steadySince: EXPECTED_AT + steady * MINUTE };
    const slot = slotOf({ ...regular, expectedConfidence: confidence }, off, before, at);
    expect([slot.over, slot.missed.length]).toEqual([true, notified]);
  },
);

test("without knowing earlier polls, the slot waits for a poll that does", () => {
  const at = EXPECTED_AT + 60 * MINUTE;
  expect(slotOf(regular, off, { lastOkAt: at - MINUTE, steadySince: null }, at).over).toBe(false);
});
