import { expect, test } from "vitest";
import {
  atMinute,
  DAY,
  MINUTE,
  notified,
  off,
  racesOf,
  RESET,
  T0,
  THRESHOLDS,
  watch,
} from "../../../test/support/polled-list.ts";
import { isClose } from "./closing.ts";
import { ranking } from "./kind.ts";

test.each<[number, boolean]>([
  [1, true],
  [2, true],
  [4, true],
  [5, true],
  [6, false],
  [9, false],
  [10, true],
  [13, true],
  [14, false],
  [132, true],
  [133, false],
])("#%i is close: %s", (place, close) => {
  expect(isClose(place, THRESHOLDS)).toBe(close);
});

test("a race is reported once, updated by each poll, and closed with the final place", () => {
  const poll = watch();
  poll(atMinute(40, { place: 4 }));
  expect(racesOf(poll(atMinute(44, { place: 4 })))).toEqual([]);
  const key = `1.8/${RESET}`;
  const ranked = { rankType: 8, groupType: 1, title: "Daily Ranking", resetAt: new Date(RESET).toISOString() };
  const follows = { type: "ranking.closing", key, detectedAt: T0 + 46 * MINUTE };
  const gap = "13.8K Diamonds to reach No. 3";
  expect(racesOf(poll(atMinute(46, { place: 4, gap })))).toEqual([
    {
      type: "ranking.closing",
      key,
      occurredAt: T0 + 46 * MINUTE,
      window: { from: T0 + 44 * MINUTE, to: T0 + 46 * MINUTE },
      data: { ...ranked, gap, place: 4, threshold: 3, minutesLeft: 14, final: false },
    },
  ]);
  expect(racesOf(poll(atMinute(51, { place: 3, gap: null })))).toMatchObject([
    { key: `${key}/${T0 + 51 * MINUTE}`, data: { gap: null, place: 3, threshold: 1, minutesLeft: 9 }, follows },
  ]);
  expect(poll(atMinute(61, { place: 60, resetAt: RESET + DAY })).changes).toMatchObject([
    { type: "ranking.period_closed", data: { place: 3 } },
    {
      type: "ranking.closing",
      key: `${key}/final`,
      occurredAt: RESET,
      data: { place: 3, minutesLeft: 0, final: true },
      follows,
    },
  ]);
});

test("without a place there is nothing to report, and leaving a ranking is an update", () => {
  const poll = watch();
  poll(atMinute(45, { place: 4 }));
  expect(racesOf(poll(atMinute(46, { place: null })))).toEqual([]);
  expect(racesOf(poll(atMinute(47, { onRank: null, place: null })))).toEqual([]);
  expect(racesOf(poll(atMinute(48)))).toEqual([]);
  expect(racesOf(poll(atMinute(49, { place: 4 })))).toMatchObject([{ data: { place: 4 } }]);
  expect(racesOf(poll(atMinute(50)))).toEqual([]);
  expect(racesOf(poll(atMinute(51, { onRank: null, place: null })))).toEqual([]);
  expect(racesOf(poll(atMinute(52, off)))).toMatchObject([{ data: { place: null, gap: null } }]);
  expect(racesOf(poll(atMinute(61)))).toMatchObject([{ data: { place: null, final: true } }]);
});

test("the first sight of a ranking is not reported, and `closingMinutes` decides when a race begins", () => {
  const late = watch();
  expect(racesOf(late(atMinute(55, { place: 4 })))).toEqual([]);
  expect(racesOf(late(atMinute(56, { place: 4 })))).toHaveLength(1);
  const early = watch({ closingMinutes: 60 });
  early(atMinute(0, { place: 4 }));
  expect(racesOf(early(atMinute(1, { place: 4 })))).toHaveLength(1);
});

test("polls within the same minute update it only with another place", () => {
  const poll = watch();
  poll(atMinute(40, { place: 4 }));
  poll(atMinute(50.1, { place: 4 }));
  expect(racesOf(poll(atMinute(50.3, { place: 4, gap: "1 Diamond" })))).toEqual([]);
  expect(racesOf(poll(atMinute(50.5, { place: 3 })))).toHaveLength(1);
  expect(racesOf(poll(atMinute(51.1, { place: 3 })))).toHaveLength(1);
});

test("a race is one write, and its updates are none", () => {
  const poll = watch();
  poll(atMinute(40, { place: 4 }));
  expect([44, 46, 48, 50, 55].map((minute) => poll(atMinute(minute, { place: 4 })).written)).toEqual([
    false,
    true,
    false,
    false,
    false,
  ]);
});

test("a race that an older version took into the next period is over", () => {
  const poll = watch();
  poll(atMinute(40, { place: 4 }));
  const { state } = poll(atMinute(50, { place: 4 }));
  const stale = { ...state.rankings["1.8"]!, resetAt: RESET + 60 * MINUTE };
  const judged = ranking.judge({
    targetId: "tgt_1",
    params: { roomId: "1", userId: "2" },
    settings: ranking.stored.settings({}),
    announceInitial: false,
    before: ranking.stored.state({ ...state, rankings: { "1.8": stale } } as never),
    view: { standings: [{ ...stale, place: 4, gap: null, classType: null, onRank: true }] },
    at: RESET + 50 * MINUTE,
    hold: false,
    holdsMs: DAY,
    lastOkAt: RESET + 40 * MINUTE,
  });
  expect(racesOf(judged)).toMatchObject([{ key: `1.8/${RESET + 60 * MINUTE}`, data: { final: false } }]);
  expect(racesOf(judged)[0]!.follows).toBeUndefined();
});

test("the end of a period reports the final and best place, and everything starts over silently", () => {
  const poll = watch();
  const next = { resetAt: RESET + DAY };
  poll(7);
  poll(4);
  poll(6);
  const { changes } = poll(atMinute(61, { ...off, ...next }));
  expect(changes).toEqual([
    {
      type: "ranking.period_closed",
      key: `1.8/${RESET}`,
      occurredAt: RESET,
      window: { from: T0 + 2 * MINUTE, to: T0 + 61 * MINUTE },
      data: {
        rankType: 8,
        groupType: 1,
        title: "Daily Ranking",
        place: 6,
        bestPlace: 4,
        periodEndedAt: new Date(RESET).toISOString(),
        onRank: true,
      },
    },
  ]);
  expect(poll({ ...off, ...next }).types).toEqual([]);
  expect(poll({ place: 90, ...next }).types).toEqual(["entered"]);
});

test.each<[string, Parameters<typeof notified>[0], string[]]>([
  ["a later reset appears before the clock says so", [7, { ...off, resetAt: RESET + DAY }], ["period_closed"]],
  ["a fall at a reset is no fall", [7, { place: 60, resetAt: RESET + DAY }], ["period_closed"]],
  [
    "the clock says so, the answer is an old one, then the new period shows",
    [
      7,
      atMinute(61, { place: 5 }),
      { place: 5 },
      { ...off, resetAt: RESET + DAY },
      { place: 50, resetAt: RESET + DAY },
    ],
    ["period_closed", "entered"],
  ],
  ["the ranking is not in the answer when its period ends", [7, atMinute(61)], ["period_closed"]],
  ["no place was seen", [off, atMinute(61, { ...off, resetAt: RESET + DAY })], []],
  [
    "a wobble of seconds is the same period",
    [7, { resetAt: RESET + 5000 }, { ...off, resetAt: RESET - 5000 }],
    ["left"],
  ],
  [
    "an old answer from the period before",
    [7, { resetAt: RESET + DAY }, atMinute(62, { place: 1 }), { resetAt: RESET + DAY }],
    ["period_closed"],
  ],
  ["a reset that is always past is none", [{ resetAt: T0 - DAY }, { ...off, resetAt: T0 - DAY }], ["left"]],
  ["a later one is a new period, of which no place was seen", [{ resetAt: T0 - DAY }, { ...off, resetAt: T0 - 1 }], []],
  [
    "a period first seen after its reset",
    [atMinute(61, { place: 5 }), { place: 4 }, { ...off, resetAt: RESET + DAY }],
    [],
  ],
  ["a ranking without periods", [{ resetAt: null }, atMinute(9000, { resetAt: null, ...off })], ["left"]],
])("%s", (_name, polls, expected) => {
  expect(notified(polls)).toEqual(expected);
});
