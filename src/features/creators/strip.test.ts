import { expect, test } from "vitest";
import type { Event } from "../../core/event.ts";
import { iso } from "../../core/instant.ts";
import { stripOf } from "./strip.ts";

const HOUR = 3_600_000;
const TO = Date.UTC(2026, 0, 6, 12);
const FROM = TO - 24 * HOUR;
const DAY = { from: FROM, to: TO, most: 16 };

const hours = (spans: { from: number; to: number }[]) =>
  spans.map(({ from, to }) => [(from - FROM) / HOUR, (to - FROM) / HOUR]);

const event = (type: string, at: number, data: Event["data"] = {}, from: number | null = null): Event => ({
  id: `evt_${at}`,
  type,
  targetId: "tgt_1",
  watchlistId: "wl_1",
  target: null,
  occurredAt: FROM + at * HOUR,
  detectedAt: FROM + at * HOUR,
  window: { from: from === null ? null : FROM + from * HOUR, to: FROM + at * HOUR },
  data,
  follows: null,
});

const ended = (from: number, to: number) =>
  event("live.ended", to, { startedAt: iso(FROM + from * HOUR), durationSeconds: (to - from) * 3600 });

const onSince = (at: number) => ({
  verdict: "on",
  session: { startedAt: FROM + at * HOUR, startedAfter: null, room: null },
});

const target = {
  kind: "live",
  state: { verdict: "off", since: FROM, knownAt: null, session: null },
  enabled: true,
  intervalSeconds: 60,
  consecutiveFaults: 0,
  lastOkAt: null,
  unknownSince: null,
  createdAt: 0,
};

const gaps = (...all: [from: number, to: number][]) => all.map(([from, to]) => [FROM + from * HOUR, FROM + to * HOUR]);

const drawn = (more: object, events: Event[] = [], max = 16) => {
  const { on, unknown } = stripOf({ ...target, ...more }, events, {
    from: DAY.from,
    most: max,
    horizon: { now: DAY.to, turn: 0, lastProof: DAY.to, lastVerdict: DAY.to, refused: {}, rests: new Set() },
  });
  return { on: hours(on), unknown: hours(unknown) };
};

test("streams are at their times, the open one up to now, and none before the day", () => {
  const events = [ended(5, 7), ended(-2, 1)];
  expect(drawn({ state: onSince(22) }, events)).toEqual({
    on: [
      [0, 1],
      [5, 7],
      [22, 24],
    ],
    unknown: [],
  });
});

test("unknown time is never shown as offline: before the target was added, while it failed, while it was paused", () => {
  expect(drawn({ createdAt: FROM + 3 * HOUR }).unknown).toEqual([[0, 3]]);
  expect(drawn({ gaps: gaps([6, 9]) }).unknown).toEqual([[6, 9]]);
  expect(drawn({ gaps: gaps([-5, -4], [-3, 9], [8, 10]) }).unknown).toEqual([[0, 10]]);
  expect(drawn({ consecutiveFaults: 7, lastOkAt: FROM + 20 * HOUR }).unknown).toEqual([[20, 24]]);
  const paused = { enabled: false, lastOkAt: FROM + 12 * HOUR, pausedAt: FROM + 12.5 * HOUR };
  expect(drawn(paused).unknown).toEqual([[12, 24]]);
  expect(drawn({ ...paused, lastOkAt: DAY.to }).unknown).toEqual([[12.5, 24]]);
  expect(drawn({}, [ended(11, 12)], 1).unknown).toEqual([[0, 12]]);
});

test("a stream that lasted when last observed is live up to then", () => {
  const failing = { consecutiveFaults: 7, lastOkAt: FROM + 20 * HOUR, state: onSince(18) };
  expect(drawn(failing)).toEqual({ on: [[18, 20]], unknown: [[20, 24]] });
});

test("a stream is live only where polls observed it, and the rest is unknown", () => {
  expect(drawn({ gaps: gaps([6, 7], [8, 9]) }, [ended(5, 9)])).toEqual({
    on: [
      [5, 6],
      [7, 8],
    ],
    unknown: [
      [6, 7],
      [8, 9],
    ],
  });
  expect(drawn({ state: onSince(18), gaps: gaps([20, 21]) })).toEqual({
    on: [
      [18, 20],
      [21, 24],
    ],
    unknown: [[20, 21]],
  });
});

test("before the first verdict, all time since the target was added is unknown", () => {
  const added = { createdAt: FROM + 20 * HOUR, state: null, gaps: null };
  expect(drawn(added)).toEqual({ on: [], unknown: [[0, 24]] });
  expect(drawn({ ...added, createdAt: DAY.to - 60_000 }).unknown).toEqual([[0, 24]]);
});
