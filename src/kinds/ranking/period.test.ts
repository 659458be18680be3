import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../test/support/runs.ts";
import { judgeRanking } from "./judge.ts";
import { rankingSettings } from "./params.ts";
import type { RankingState } from "./view.ts";

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
