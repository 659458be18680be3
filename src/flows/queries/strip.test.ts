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

const onSince = (at: number) => ({ verdict: "on", session: { startedAt: FROM + at * HOUR, room: null } });

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

const drawn = (more: object, events: Event[] = [], max = 16) => {
  const { on, unknown } = stripOf({ ...target, ...more }, events, {
    from: DAY.from,
    most: max,
    horizon: { now: DAY.to, turn: 0, lastProof: DAY.to, lastVerdict: DAY.to, refused: {} },
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
  expect(drawn({}, [event("target.recovered", 9), event("target.failing", 7, {}, 6)]).unknown).toEqual([[6, 9]]);
  expect(drawn({}, [event("target.recovered", 9)]).unknown).toEqual([[0, 9]]);
  expect(drawn({ consecutiveFaults: 7, lastOkAt: FROM + 20 * HOUR }, [event("target.failing", 21)]).unknown).toEqual([
    [20, 24],
  ]);
  expect(drawn({ enabled: false, lastOkAt: FROM + 12 * HOUR }).unknown).toEqual([[12, 24]]);
  expect(drawn({}, [ended(11, 12)], 1).unknown).toEqual([[0, 12]]);
});

test("a stream that lasted when last observed is live up to then", () => {
  const failing = { consecutiveFaults: 7, lastOkAt: FROM + 20 * HOUR, state: onSince(18) };
  expect(drawn(failing)).toEqual({ on: [[18, 20]], unknown: [[20, 24]] });
});

test("a stream is live only where polls observed it, and the rest is unknown", () => {
  const gap = (from: number, to: number) => ({ from: iso(FROM + from * HOUR), to: iso(FROM + to * HOUR) });
  const over = ended(5, 9);
  const closed = { ...over, data: { ...over.data, unknown: [gap(6, 7), gap(8, 9)] } };
  expect(drawn({}, [closed])).toEqual({
    on: [
      [5, 6],
      [7, 8],
    ],
    unknown: [
      [6, 7],
      [8, 9],
    ],
  });
  const unknown = [{ from: FROM + 20 * HOUR, to: FROM + 21 * HOUR }];
  const open = { verdict: "on", session: { startedAt: FROM + 18 * HOUR, room: null, unknown } };
  expect(drawn({ state: open })).toEqual({
    on: [
      [18, 20],
      [21, 24],
    ],
    unknown: [[20, 21]],
  });
});
