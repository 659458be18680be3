import fc from "fast-check";
import { expect, test } from "vitest";
import {
  atMinute,
  DAY,
  MINUTE,
  notified,
  off,
  type Poll,
  racesOf,
  RESET,
  T0,
  THRESHOLDS,
  watch,
} from "../../../test/support/polled-list.ts";
import { runs } from "../../../test/support/runs.ts";
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
    settings: ranking.settings().parse({}),
    announceInitial: false,
    before: { ...state, rankings: { "1.8": stale } },
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

/** An answer about one ranking; null if it is missing. `resetAt` in minutes from `T0`. */
interface Answer {
  onRank: boolean | null;
  place: number | null;
  resetAt: number | null;
}
interface Look {
  minute: number;
  answers: Record<number, Answer | null>;
}

const step = fc.record({
  minutes: fc.constantFrom(1, 1, 2, 3, 5, 5, 5, 13, 30, 61),
  failed: fc.constantFrom(false, false, false, false, true),
  rankings: fc.tuple(
    ...[0, 8].map(() =>
      fc.record({
        seen: fc.constantFrom("place", "place", "place", "place", "off", "no place", "nothing", "gone"),
        place: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 140 })),
        moved: fc.constantFrom(0, 0, 0, 0, 0, 0.1, -0.1, -3, 4, -60, null),
      }),
    ),
  ),
});

/** Polls around hourly resets. Some fail, some resets move, some answers are about the period before or say nothing. */
const looks = fc.array(step, { minLength: 3, maxLength: 50 }).map((steps) => {
  let minute = 17;
  return steps.flatMap(({ minutes, failed, rankings }): Look[] => {
    minute += minutes;
    const end = (Math.floor(minute / 60) + 1) * 60;
    const answers = rankings.map(({ seen, place, moved }): Answer | null => {
      if (seen === "gone") return null;
      const resetAt = moved === null ? null : end + moved;
      if (seen === "place") return { onRank: true, place, resetAt };
      return { onRank: seen === "off" ? false : seen === "no place" ? true : null, place: null, resetAt };
    });
    return failed ? [] : [{ minute, answers: { 0: answers[0]!, 8: answers[1]! } }];
  });
});

interface Reported {
  what: "first" | "update" | "final";
  minute: number;
  place: number | null;
  /** The minutes of the race's first message, and of the reset that names it. */
  race: [first: number, reset: number];
}

/** The rule on its own, for one ranking: a period ends at its reset, or when the answer has a later one. */
function model(all: Look[], rank: number, closingMinutes: number): Reported[] {
  const reported: Reported[] = [];
  let period: { end: number; race: [number, number] | null } | null = null;
  let last: { on: boolean; place: number | null } = { on: false, place: null };
  let lastEnd = -Infinity;
  let known = false;
  const finish = (minute: number) => {
    if (period?.race) reported.push({ what: "final", minute, place: last.on ? last.place : null, race: period.race });
    lastEnd = period?.end ?? lastEnd;
    period = null;
    last = { on: false, place: null };
  };
  for (const { minute, answers } of all) {
    if (period !== null && minute >= (period as { end: number }).end) finish(minute);
    const answer = answers[rank];
    if (answer == null) continue;
    const first = !known;
    known = true;
    const { onRank, place, resetAt } = answer;
    if (resetAt !== null) {
      if (Math.abs(resetAt - lastEnd) <= 1 && period === null) continue;
      const end: number | null = period === null ? null : (period as { end: number }).end;
      const same = end !== null && Math.abs(resetAt - end) <= 1;
      if (resetAt <= minute && !same && (end === null || resetAt < end)) continue;
      if (end !== null && resetAt > end + 1) finish(minute);
      if (period === null) period = { end: resetAt, race: null };
      else if (resetAt < (period as { end: number }).end - 1) (period as { end: number }).end = resetAt;
    }
    if (period === null || onRank === null) continue;
    const { end, race } = period as { end: number; race: [number, number] | null };
    if (onRank && place === null) {
      last = { on: true, place: last.on ? last.place : null };
      continue;
    }
    last = { on: onRank, place };
    if (resetAt !== null && resetAt <= minute) continue;
    if (race !== null) reported.push({ what: "update", minute, place, race });
    else if (!first && place !== null && end - minute <= closingMinutes) {
      const near = THRESHOLDS.some((at) => at === place || (at < place && place - at <= Math.max(2, place / 4)));
      if (!near) continue;
      (period as { race: [number, number] | null }).race = [minute, end];
      reported.push({ what: "first", minute, place, race: [minute, end] });
    }
  }
  return reported;
}

const minuteOf = (at: number): number => Math.round(((at - T0) / MINUTE) * 10) / 10;

function evaluated(all: Look[], closingMinutes: number): Record<number, Reported[]> {
  const poll = watch({ closingMinutes });
  const reported: Record<number, Reported[]> = { 0: [], 8: [] };
  for (const { minute, answers } of all) {
    const rows = [0, 8].flatMap((rankType) => {
      const answer = answers[rankType];
      if (answer == null) return [];
      const { resetAt, ...more } = answer;
      return [{ ...more, rankType, resetAt: resetAt === null ? null : T0 + Math.round(resetAt * MINUTE) }];
    });
    for (const { data, follows, key } of racesOf(poll(atMinute(minute, ...(rows as Poll))))) {
      const what = data.final ? "final" : follows === undefined ? "first" : "update";
      const reset = minuteOf(Number((follows?.key ?? key).split("/")[1]));
      reported[data.rankType]!.push({
        what,
        minute,
        place: data.place,
        race: [follows === undefined ? minute : minuteOf(follows.detectedAt), reset],
      });
      if (!data.final) expect(data.minutesLeft).toBe(Math.ceil(minuteOf(Date.parse(data.resetAt!)) - minute));
    }
  }
  return reported;
}

test("races: one per ranking and period, never after its reset, edited by each poll with a place, closed by the last one", () => {
  fc.assert(
    fc.property(looks, fc.constantFrom(5, 15, 15, 60), (all, closingMinutes) => {
      const reported = evaluated(all, closingMinutes);
      for (const rank of [0, 8]) {
        expect(reported[rank]).toEqual(model(all, rank, closingMinutes));
        for (const { what, minute, race } of reported[rank]!)
          if (what === "first") expect(minute).toBeLessThan(race[1]);
      }
    }),
    { numRuns: runs(10_000) },
  );
});
