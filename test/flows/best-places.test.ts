import type { JsonObject } from "../../src/core/json.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { judge } from "../../src/engine/poll/judge.ts";
import { rankingSettings } from "../../src/kinds/ranking/params.ts";
import type { PlacesAt } from "../support/report-world.ts";
import { runs } from "../support/runs.ts";
import { pollsOfPlaces, sampledPlaces } from "../support/readings.ts";
import { WATCHED_LIVE } from "../support/watching-hours.ts";

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const START = Date.UTC(2030, 2, 9, 7, 3);
const POLLS = 300;

const standing = (rankType: number, place: number | undefined) => ({
  groupType: 1,
  rankType,
  title: `Ranking ${rankType}`,
  onRank: place !== undefined,
  place: place ?? null,
  resetAt: null,
  classType: null,
  gap: null,
});

/** The points that the real judge plans along polls, with the time of their polls. */
function planned(polls: PlacesAt[]): { points: PlacesAt[]; always: boolean[] } {
  let target = {
    ...WATCHED_LIVE,
    kind: "ranking",
    params: { roomId: "1", userId: "2" },
    settings: rankingSettings().parse({}) as JsonObject,
    intervalSeconds: 300,
  };
  const points: PlacesAt[] = [];
  const always: boolean[] = [];
  for (const [index, [at, places]] of polls.entries()) {
    const standings = [0, 8].map((rankType) => standing(rankType, places[`1.${rankType}`]));
    const lastAt = polls[index - 1]?.[0] ?? 0;
    const seen = { ok: true as const, value: { standings } };
    const { write, samples } = judge(
      { target, lastAt, seen, calls: 1, asked: 1 },
      { at, jitter: 0.5, hold: false, turn: 0 },
    );
    if (write !== null) target = { ...target, ...write };
    if (samples === null) continue;
    always.push(samples.always);
    for (const [when, values] of samples.points) {
      // As rows leave out a point that they have already.
      if (when <= (points.at(-1)?.[0] ?? -1)) continue;
      const own = Object.entries(values).map(([name, place]): [string, number] => [name.replace("place:", ""), place]);
      points.push([when, Object.fromEntries(own)]);
    }
  }
  return { points, always };
}

test("polls of a ranking plan the point of each change, of the poll before it, and of each day", () => {
  const met = { changes: 0, held: 0, days: 0, off: 0, atMidnight: 0 };
  fc.assert(
    fc.property(
      fc.constantFrom(5 * MINUTE, 7 * MINUTE + 13, 11 * MINUTE),
      fc.array(
        fc.record({
          poll: fc.integer({ min: 0, max: POLLS - 1 }),
          key: fc.constantFrom("1.0", "1.8"),
          place: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 99 })),
        }),
        { maxLength: 10 },
      ),
      fc.boolean(),
      (every, changes, atMidnight) => {
        const midnight = Math.ceil((Math.ceil(START / DAY) * DAY - START) / every);
        const more = atMidnight ? [{ poll: midnight, key: "1.0", place: 7 }] : [];
        const polls = pollsOfPlaces(START, every, POLLS, [...changes, ...more]);
        const expected = sampledPlaces(polls);
        expect(planned(polls).points).toEqual(expected);
        const isPoll = (at: number) => polls.findIndex(([when]) => when === at);
        met.changes += expected.filter(([at], n) => n > 0 && isPoll(at) - isPoll(expected[n - 1]![0]) === 1).length;
        met.held += expected.filter(([at], n) => n > 0 && isPoll(at) - isPoll(expected[n - 1]![0]) > 1).length;
        met.days += new Set(expected.map(([at]) => Math.floor(at / DAY))).size - 1;
        met.off += changes.filter(({ place }) => place === 0).length;
        met.atMidnight += Number(atMidnight);
      },
    ),
    { numRuns: runs(300) },
  );
  for (const [what, times] of Object.entries(met)) expect([what, times > 5]).toEqual([what, true]);
});

test("a better place must be stored, a worse one need not", () => {
  const polls: PlacesAt[] = [{ "1.0": 9 }, { "1.0": 8 }, { "1.0": 12 }, {}, { "1.0": 50 }].map((places, n) => [
    START + n * 5 * MINUTE,
    places,
  ]);
  expect(planned(polls).always).toEqual([false, true, false, false, true]);
});
