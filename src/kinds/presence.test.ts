import { expect, test } from "vitest";
import { startEvent } from "../../test/support/messages.ts";
import { live } from "./live/kind.ts";
import { presenceChangeOf } from "./presence.ts";

const MINUTE = 60_000;
const T = startEvent.detectedAt;
const HOLDS = 10 * MINUTE;

const started = (fromMinutes: number | null, initial = false) => ({
  ...startEvent,
  window: { from: fromMinutes === null ? null : T - fromMinutes * MINUTE, to: T },
  data: { initial },
});

test("an arrival lies halfway between the polls around it, and is unknown if they are too far apart", () => {
  expect(presenceChangeOf(live, started(4), HOLDS)).toEqual({
    came: true,
    at: T - 2 * MINUTE,
    known: true,
    withinMs: 4 * MINUTE,
  });
  expect(presenceChangeOf(live, started(10), HOLDS)).toEqual({ came: true, at: T, known: false, withinMs: HOLDS });
  expect(presenceChangeOf(live, started(null), HOLDS)).toEqual({ came: true, at: T, known: true, withinMs: Infinity });
});

test("a target that was live when watching began has not arrived", () => {
  expect(presenceChangeOf(live, started(null, true), HOLDS)).toBeNull();
  expect(presenceChangeOf(live, { ...started(4), type: "target.renamed" }, HOLDS)).toBeNull();
});

test("a departure lies halfway between polls, or at the last sighting, and a stay with gaps has no length", () => {
  const ended = (fromMinutes: number, unknownSeconds: number) => ({
    ...started(fromMinutes),
    type: "live.ended",
    data: { unknownSeconds, durationSeconds: 3600 },
  });
  expect(presenceChangeOf(live, ended(4, 0), HOLDS)).toEqual({ came: false, at: T - 2 * MINUTE, observedMs: null });
  expect(presenceChangeOf(live, ended(4, 60), HOLDS)).toMatchObject({ at: T - 2 * MINUTE, observedMs: 3_600_000 });
  expect(presenceChangeOf(live, ended(10, 0), HOLDS)).toMatchObject({ at: T - HOLDS, observedMs: 3_600_000 });
});
