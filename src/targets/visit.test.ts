import { expect, test } from "vitest";
import { startEvent } from "../../test/support/messages.ts";
import { live } from "./live/kind.ts";
import { visitOf } from "./visit.ts";

const MINUTE = 60_000;
const T = startEvent.detectedAt;
const HOLDS = 10 * MINUTE;

const started = (fromMinutes: number | null, initial = false) => ({
  ...startEvent,
  window: { from: fromMinutes === null ? null : T - fromMinutes * MINUTE, to: T },
  data: { initial },
});

test("one came halfway between the polls around it; nobody knows when where these are too far apart", () => {
  expect(visitOf(live, started(4), HOLDS)).toEqual({
    came: true,
    at: T - 2 * MINUTE,
    known: true,
    withinMs: 4 * MINUTE,
  });
  expect(visitOf(live, started(10), HOLDS)).toEqual({ came: true, at: T, known: false, withinMs: HOLDS });
  expect(visitOf(live, started(null), HOLDS)).toEqual({ came: true, at: T, known: true, withinMs: Infinity });
});

test("who was there before watching began did not come", () => {
  expect(visitOf(live, started(null, true), HOLDS)).toBeNull();
  expect(visitOf(live, { ...started(4), type: "target.renamed" }, HOLDS)).toBeNull();
});

test("one went halfway between the polls around it, or with the last that saw it; a stay that was not all seen has no length", () => {
  const ended = (fromMinutes: number, unknownSeconds: number) => ({
    ...started(fromMinutes),
    type: "live.ended",
    data: { unknownSeconds, durationSeconds: 3600 },
  });
  expect(visitOf(live, ended(4, 0), HOLDS)).toEqual({ came: false, at: T - 2 * MINUTE, observedMs: null });
  expect(visitOf(live, ended(4, 60), HOLDS)).toMatchObject({ at: T - 2 * MINUTE, observedMs: 3_600_000 });
  expect(visitOf(live, ended(10, 0), HOLDS)).toMatchObject({ at: T - HOLDS, observedMs: 3_600_000 });
});
