import fc from "fast-check";
import { expect, test } from "vitest";
import { atMinute, MINUTE, racesOf, T0, THRESHOLDS, watch, type Poll } from "../../../test/support/polled-list.ts";
import { runs } from "../../../test/support/runs.ts";

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
