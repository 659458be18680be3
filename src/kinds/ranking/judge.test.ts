import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../../test/support/runs.ts";
import { iso } from "../../core/instant.ts";
import type { JsonObject } from "../../core/json.ts";
import { inEnglish } from "../../core/sentence.ts";
import { judgeRanking } from "./judge.ts";
import { rankingSettings } from "./params.ts";
import { showRankings, summaryOf, type RankingState } from "./view.ts";
import {
  atMinute,
  DAY,
  MINUTE,
  off,
  RESET,
  T0,
  notified,
  watch,
  type Poll,
} from "../../../test/support/polled-list.ts";

test.each<[string, Parameters<typeof notified>[0], string[]]>([
  ["entering", [off, 7], ["entered"]],
  ["an entry is not also a move", [60, off, 7], ["left", "entered"]],
  ["leaving", [7, off], ["left"]],
  ["staying off", [off, off, { ...off, place: null }], []],
  ["a move within two lines", [9, 8, 7, 6, 5, 4], []],
  ["crossing one", [21, 20], ["moved"]],
  ["crossing several at once is one event", [60, 2], ["moved"]],
  ["a swing around a line", [21, 20, 21, 20, 19, 21, 20], ["moved"]],
  ["a missing place is no move", [7, { place: null }, 7, { place: null }], []],
  ["an answer that does not say is none", [7, { onRank: null, place: null }, 7], []],
  ["a group that vanishes and comes back", [7, [], [], 7], []],
  ["a ranking that appears later is a baseline", [7, [{}, { rankType: 0, place: 3 }]], []],
  [
    "rank types of different groups are different",
    [
      [{}, { groupType: 2, place: 50 }],
      [{}, { groupType: 2, place: 20 }],
    ],
    ["moved"],
  ],
])("%s", (_name, polls, expected) => {
  expect(notified(polls)).toEqual(expected);
});

test("a place that can't be read is unknown, not the one before; the next is compared with the last that was", () => {
  const poll = watch();
  poll(25);
  const displayedBy = ({ state }: { state: RankingState }) => showRankings(state)["rankings"] as JsonObject[];
  const lost = poll({ place: null });
  expect(displayedBy(lost)).toMatchObject([{ onRank: true, place: null, unreadableSince: iso(T0 + MINUTE) }]);
  expect(lost.samples).toEqual({});
  const later = poll({ place: null });
  expect(displayedBy(later)).toMatchObject([{ place: null, unreadableSince: iso(T0 + MINUTE) }]);
  expect(summaryOf(later.state, inEnglish)).toBe("on 1 of 1 ranking");
  const found = poll(8);
  expect(found.types).toEqual(["moved"]);
  expect(displayedBy(found)[0]).toMatchObject({ place: 8 });
  expect(displayedBy(found)[0]).not.toHaveProperty("unreadableSince");
});

test("a move has both places and the last threshold crossed", () => {
  const poll = watch();
  poll(25);
  poll(22);
  const { changes } = poll(8);
  expect(changes).toEqual([
    {
      type: "ranking.moved",
      key: `1.8/${T0 + 2 * MINUTE}`,
      occurredAt: T0 + 2 * MINUTE,
      window: { from: T0 + MINUTE, to: T0 + 2 * MINUTE },
      data: {
        rankType: 8,
        groupType: 1,
        title: "Daily Ranking",
        place: 8,
        before: 22,
        threshold: 10,
        gap: "1.2K Diamonds to reach No. 6",
        resetAt: new Date(RESET).toISOString(),
      },
    },
  ]);
  expect(poll(60).changes[0]!.data).toMatchObject({ before: 8, place: 60, threshold: 50 });
});

test("minMove is measured from the last reported place", () => {
  const poll = watch({ minMove: 5 });
  expect([40, 38, 36].flatMap((place) => poll(place).types)).toEqual([]);
  expect(poll(35).changes[0]!.data).toMatchObject({ before: 40, place: 35, threshold: null });
  expect([33, 31].flatMap((place) => poll(place).types)).toEqual([]);
  expect(poll(30).changes[0]!.data).toMatchObject({ before: 35, place: 30 });
});

test("crossing a threshold for three polls is reported even within the margin", () => {
  const poll = watch();
  const moves = [2, 4, 3, 2, 2, 2, 2].map((place) => poll(place).changes.map(({ data }) => data));
  expect(moves.map((one) => one.length)).toEqual([0, 1, 0, 0, 1, 0, 0]);
  expect(moves[1]![0]).toMatchObject({ before: 2, place: 4, threshold: 3 });
  expect(moves[4]![0]).toMatchObject({ before: 4, place: 2, threshold: 3 });
});

test("a move that clears the margin later starts on the other side of the threshold", () => {
  const poll = watch();
  const told = [14, 8, 11, 12].flatMap((place) => poll(place).changes.map(({ data }) => data));
  expect(told).toMatchObject([
    { before: 14, place: 8, threshold: 10 },
    { before: 8, place: 12, threshold: 10 },
  ]);
});

test.each<[string, Parameters<typeof notified>[0], number]>([
  ["two polls are not three", [2, 4, 3, 3, 4, 3, 3, 4, 3, 3], 1],
  ["and back again", [2, 4, 3, 3, 3, 4, 4, 4], 3],
  ["a look without a place does not count", [2, 4, 3, { place: null }, { onRank: null, place: null }, 3, 4, 4], 1],
  ["what was told of one threshold says where the place is for the others", [51, 50, 54, 54, 54, 54], 2],
  ["a new period starts over", [2, 4, 3, 3, atMinute(61, { place: 4, resetAt: RESET + DAY }), 3, 3, 3].slice(0, 5), 1],
])("held sides: %s", (_name, polls, moves) => {
  expect(notified(polls).filter((type) => type === "moved")).toHaveLength(moves);
});

test("stored state grows only while a place fluctuates", () => {
  const poll = watch();
  const keys = (place: number) => Object.keys(poll(place).state.rankings["1.8"]!).sort();
  const usual = keys(2);
  expect(keys(4)).toEqual(usual);
  expect(keys(3)).toContain("strayed");
  expect(keys(4)).toEqual(usual);
});

test("the sample after leaving a ranking no longer has its place", () => {
  const poll = watch();
  const two: Poll = [{ place: 7 }, { rankType: 0, place: 3 }];
  expect(poll(two).samples).toEqual({ "place:1.8": 7, "place:1.0": 3 });
  expect(poll([off, { rankType: 0, place: 3 }]).samples).toEqual({ "place:1.0": 3 });
  expect(poll([off, { rankType: 0, place: 3 }]).samples).toBeUndefined();
  expect(poll([off, { ...off, rankType: 0 }]).samples).toEqual({});
});

test("entering and leaving include both places", () => {
  const poll = watch();
  poll(off);
  expect(poll(98).changes[0]!.data).toMatchObject({ place: 98, before: null });
  expect(poll(off).changes[0]!.data).toMatchObject({ place: null, before: 98 });
});

test("leagues: up and down are reported once for several rankings, and a missing league is no change", () => {
  const poll = watch();
  const both = (classType: number | null): Poll => [{ classType }, { rankType: 0, classType }];
  poll(both(1900));
  expect(poll(both(null)).types).toEqual([]);
  expect(poll(both(2000)).changes).toMatchObject([
    {
      type: "ranking.league_changed",
      data: { before: "A2", after: "A1", direction: "up", beforeClass: 1900, afterClass: 2000 },
    },
  ]);
  expect(poll([{ classType: 1900 }, { rankType: 0, classType: 2000 }]).changes).toMatchObject([
    { data: { before: "A1", after: "A2", direction: "down" } },
  ]);
  expect(poll(both(1900)).types).toEqual([]);
});

test("nothing is written while nothing moves, whatever the texts", () => {
  const poll = watch();
  expect(poll(7)).toMatchObject({ written: true, samples: { "place:1.8": 7 } });
  const quiet = poll({ gap: "999 Diamonds to reach No. 6", title: "每日排名", resetAt: RESET + 2000 });
  expect(quiet.written).toBe(false);
  expect(quiet.samples).toBeUndefined();
  expect(poll(6)).toMatchObject({ written: true, changes: [], samples: { "place:1.8": 6 } });
});

describe("period", () => {
  const T0 = Date.UTC(2026, 0, 5, 12);
  const MINUTE = 60_000;
  /** Periods end on the hour. */
  const HOUR = 60 * MINUTE;

  interface Look {
    at: number;
    /** The end of the period in the answer, with the place; null if the ranking is missing. */
    answer: { resetAt: number; place: number | null } | null;
  }

  /**
   * A service that usually reports the current period, sometimes the last one for a while after its end, and sometimes
   * none.
   */
  const looks = fc
    .array(
      fc.record({
        minutes: fc.constantFrom(1, 5, 5, 5, 13, 14, 30, 61, 150),
        lag: fc.constantFrom(0, 0, 0, 1),
        place: fc.option(fc.integer({ min: 1, max: 120 }), { freq: 4 }),
        gone: fc.integer({ min: 0, max: 7 }),
      }),
      { minLength: 2, maxLength: 40 },
    )
    .map((steps) => {
      let at = T0 + 7 * MINUTE;
      return steps.map(({ minutes, lag, place, gone }): Look => {
        at += minutes * MINUTE;
        const resetAt = (Math.floor(at / HOUR) + 1 - lag) * HOUR;
        return { at, answer: gone === 0 ? null : { resetAt, place } };
      });
    });

  interface Closed {
    at: number;
    endedAt: number;
    place: number;
    best: number;
  }

  /** The rule on its own: each period's last and best place before its end, reported at the first poll after it. */
  function model(all: Look[]): Closed[] {
    const closed: Closed[] = [];
    const open = new Map<number, { place: number; best: number }>();
    for (const { at, answer } of all) {
      for (const [endedAt, places] of [...open].sort(([a], [b]) => a - b)) {
        if (at < endedAt && (answer === null || answer.resetAt <= endedAt)) continue;
        closed.push({ at, endedAt, ...places });
        open.delete(endedAt);
      }
      if (answer === null || answer.place === null || at >= answer.resetAt) continue;
      const { resetAt, place } = answer;
      open.set(resetAt, { place, best: Math.min(place, open.get(resetAt)?.best ?? place) });
    }
    return closed;
  }

  function evaluated(all: Look[]): Closed[] {
    let before: RankingState | null = null;
    let lastOkAt: number | null = null;
    return all.flatMap(({ at, answer }) => {
      const standing = (one: NonNullable<Look["answer"]>) => ({
        groupType: 1,
        rankType: 0,
        title: "Hourly Ranking",
        onRank: one.place !== null,
        place: one.place,
        resetAt: one.resetAt,
        classType: null,
        gap: null,
      });
      const { state, changes } = judgeRanking({
        targetId: "tgt_1",
        params: { roomId: "1", userId: "2" },
        settings: rankingSettings().parse({}),
        announceInitial: false,
        before,
        view: { standings: answer === null ? [] : [standing(answer)] },
        at,
        hold: false,
        holdsMs: 600_000,
        lastOkAt,
      });
      [before, lastOkAt] = [state, at];
      return changes
        .filter((change) => change.type === "ranking.period_closed")
        .map(({ data }) => ({
          at,
          endedAt: Date.parse(data.periodEndedAt),
          place: Number(data.place),
          best: data.bestPlace,
        }));
    });
  }

  test("a period is closed once, with the places seen before its end, and only if there were any", () => {
    fc.assert(
      fc.property(looks, (all) => {
        expect(evaluated(all)).toEqual(model(all));
      }),
      { numRuns: runs(10_000) },
    );
  });
});
