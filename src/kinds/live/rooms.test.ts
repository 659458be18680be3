import { expect, test } from "vitest";
import { judgeLive } from "./judge.ts";
import { DEFAULTS, type LiveSettings } from "./params.ts";
import type { LiveState, LiveView, Notified } from "./view.ts";

const MINUTE = 60_000;

type Polled = [
  minute: number,
  verdict: LiveView["verdict"],
  room?: string | null,
  more?: { told?: Notified; hold?: true },
];

/** The events found by polls at these minutes. State is serialized and parsed, as in the database. */
function found(polls: Polled[], settings: Partial<LiveSettings> = {}) {
  let before: LiveState | null = null;
  let lastOkAt: number | null = null;
  return polls.flatMap(([minute, verdict, room = null, { told: notified, hold = false } = {}]) => {
    const at = minute * MINUTE;
    const { state, changes, again } = judgeLive({
      targetId: "tgt_1",
      params: { userId: "7012" },
      settings: { ...DEFAULTS, confirmOff: 1, ...settings },
      announceInitial: false,
      before,
      view: { verdict, room, ...(notified === undefined ? {} : { told: notified }) },
      at,
      hold,
      lastOkAt,
      holdsMs: 10 * MINUTE,
    });
    before = JSON.parse(JSON.stringify(state)) as LiveState;
    lastOkAt = at;
    return changes.map(({ type, window, data, late }) => {
      const { roomId, durationSeconds, unknownSeconds, info } = data as Record<string, unknown>;
      const [from, to] = [window.from === null ? null : window.from / MINUTE, window.to / MINUTE];
      const lasted = durationSeconds === undefined ? {} : { minutes: Number(durationSeconds) / 60, unknownSeconds };
      return {
        type,
        minute,
        from,
        to,
        roomId,
        again,
        ...lasted,
        ...(late === undefined ? {} : { late: late.facts, info }),
      };
    });
  });
}

const LIVE: Polled[] = [
  [0, "off"],
  [1, "on", "111"],
  [2, "on", "111"],
];

test("another room beyond the grace period is another stream, within it the same", () => {
  expect(found([...LIVE, [5, "on", "222"], [6, "on", "222"]])).toHaveLength(1);
  expect(found([...LIVE, [6, "on", "222"], [7, "on", "222"]]).slice(1)).toMatchObject([
    { type: "live.ended", minute: 6, from: 2, to: 6, roomId: "111", minutes: 5, unknownSeconds: 0, again: null },
    { type: "live.started", minute: 6, from: 2, to: 6, roomId: "222" },
  ]);
});

test("a missing room id is not another room", () => {
  expect(found([...LIVE, [60, "on", null], [120, "on", "111"]])).toHaveLength(1);
  expect(
    found([
      [0, "off"],
      [1, "on", null],
      [60, "on", "222"],
      [61, "on", null],
    ]),
  ).toHaveLength(1);
  // Nor does a stream without a room id keep that of an earlier one.
  expect(found([...LIVE, [6, "off"], [7, "on", null], [60, "on", "222"]]).map(({ type }) => type)).toEqual([
    "live.started",
    "live.ended",
    "live.started",
  ]);
});

test("another room awaits confirmation like a start, and the previous room cancels it", () => {
  const rules = { confirmOn: 2 };
  const live: Polled[] = [...LIVE, [30, "on", "222"]];
  expect(found(live, rules)).toHaveLength(1);
  expect(found([...live, [31, "on", "111"], [32, "on", "222"], [33, "on", "222"]], rules)).toHaveLength(1);
  expect(found([...live, [31, "unknown"], [32, "paused"], [33, "on", "222"]], rules).slice(1)).toMatchObject([
    { type: "live.ended", minute: 33, from: 2, to: 30, roomId: "111", minutes: 1, unknownSeconds: 28 * 60 },
    { type: "live.started", minute: 33, from: 2, to: 30, roomId: "222" },
  ]);
  // A third room replaces it.
  expect(found([...live, [50, "on", "333"], [51, "on", "333"]], rules).slice(1)).toMatchObject([
    { type: "live.ended", minute: 51, from: 2, to: 30, roomId: "111" },
    { type: "live.started", minute: 51, from: 30, to: 50, roomId: "333" },
  ]);
});

test("a start that is held back while the room changes has no room of its own", () => {
  const rows: Polled[] = [
    [0, "off"],
    [1, "on", "111", { hold: true }],
  ];
  expect(found([...rows, [2, "on", "222"]])).toMatchObject([{ type: "live.started", minute: 2, from: 0, to: 1 }]);
  expect(found([...rows, [20, "on", "222"]])).toMatchObject([{ type: "live.started", minute: 20, from: 1, to: 20 }]);
  expect(found([...LIVE, [20, "on", "222", { hold: true }]])).toHaveLength(1);
});

test("an off before another room is the time of the end", () => {
  const rules = { confirmOff: 3 };
  expect(found([...LIVE, [8, "off"], [9, "off"], [20, "on", "222"]], rules).slice(1)).toMatchObject([
    { type: "live.ended", minute: 20, from: 2, to: 8, roomId: "111", minutes: 7, unknownSeconds: 0 },
    { type: "live.started", minute: 20, from: 9, to: 20, roomId: "222" },
  ]);
});

test("a pause in another room says nothing about the stream", () => {
  expect(found([...LIVE, [60, "paused", "222"], [61, "paused", "222"], [62, "on", "222"]]).slice(1)).toMatchObject([
    { type: "live.ended", from: 2, to: 62, minutes: 1, unknownSeconds: 3600 },
    { type: "live.started", from: 2, to: 62, roomId: "222" },
  ]);
  expect(found([...LIVE, [5, "paused", "111"], [9, "paused", "111"], [12, "off"]]).slice(1)).toMatchObject([
    { type: "live.ended", from: 2, to: 12, minutes: 11, unknownSeconds: 0 },
  ]);
});

test("facts that are awaited when the room changes are missing, and the start comes before its end", () => {
  const pending: Notified = { info: null, handle: null, pending: true };
  const known: Notified = { info: { title: "Another" }, handle: null, pending: false };
  const [, late, end, start, ...rest] = found([
    [0, "off"],
    [1, "on", "111", { told: pending }],
    [6, "on", "222", { told: known }],
    [7, "on", "222"],
  ]);
  expect(late).toMatchObject({ type: "live.started", roomId: "111", late: "missing", info: null });
  expect([end, start]).toMatchObject([
    { type: "live.ended", roomId: "111" },
    { type: "live.started", roomId: "222" },
  ]);
  expect(rest).toEqual([]);
});

test("an end that was held back is reported once nothing holds it", () => {
  expect(found([...LIVE, [6, "off", null, { hold: true }]])).toHaveLength(1);
  expect(found([...LIVE, [6, "off", null, { hold: true }], [7, "off"]]).slice(1)).toMatchObject([
    { type: "live.ended", minute: 7, from: 2, to: 6 },
  ]);
});

test("a different room than at the first poll, before confirmation, is a new stream", () => {
  const rules = { confirmOn: 2 };
  expect(
    found(
      [
        [0, "on", "111"],
        [1, "on", "111"],
      ],
      rules,
    ),
  ).toEqual([]);
  expect(
    found(
      [
        [0, "on", "111"],
        [10, "on", "222"],
        [11, "on", "222"],
      ],
      rules,
    ),
  ).toMatchObject([{ type: "live.started", minute: 11, from: 0, to: 10, roomId: "222" }]);
});
