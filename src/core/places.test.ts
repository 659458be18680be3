import fc from "fast-check";
import { expect, test } from "vitest";
import type { PlacesAt } from "../../test/support/report-world.ts";
import { runs } from "../../test/support/runs.ts";
import { pollsOfPlaces, sampledPlaces } from "../../test/support/readings.ts";
import { DAY_MS } from "./duration.ts";
import type { Language } from "./language.ts";
import {
  bestBetween,
  placeMoveText,
  placesIn,
  placesOfText,
  placesText,
  placeText,
  QUARTER_MS,
  rankingsIn,
  withPlaces,
} from "./places.ts";

const START = Date.UTC(2030, 2, 9);
const DAYS = 4;
const EVERY_MS = 300_000;
const POLLS = (DAYS * DAY_MS) / EVERY_MS;
const QUARTERS = (DAYS * DAY_MS) / QUARTER_MS;
const KEYS = ["0.1", "1.8"];

/** Places that change at some polls, 0 for off the ranking, and stretches without polls. */
const generated = fc.record({
  offset: fc.integer({ min: 0, max: EVERY_MS - 1 }),
  changes: fc.array(
    fc.record({
      poll: fc.integer({ min: 0, max: POLLS - 1 }),
      key: fc.constantFrom(...KEYS),
      place: fc.oneof(
        { weight: 1, arbitrary: fc.constant(0) },
        { weight: 5, arbitrary: fc.integer({ min: 1, max: 99 }) },
      ),
      /** Some follow each other within a quarter of an hour. */
      next: fc.option(fc.integer({ min: 0, max: 99 })),
    }),
    { maxLength: 8 },
  ),
  gaps: fc.array(fc.record({ from: fc.integer({ min: 0, max: POLLS - 1 }), polls: fc.integer({ min: 1, max: 400 }) }), {
    maxLength: 3,
  }),
  queries: fc.array(fc.tuple(fc.integer({ min: 0, max: QUARTERS - 1 }), fc.integer({ min: 1, max: 120 })), {
    minLength: 8,
    maxLength: 8,
  }),
});

type Generated = typeof generated extends fc.Arbitrary<infer T> ? T : never;

function pollsOf({ offset, changes, gaps }: Generated): PlacesAt[] {
  const all = changes.flatMap(({ poll, key, place, next }) => [
    { poll, key, place },
    ...(next === null ? [] : [{ poll: poll + 1, key, place: next }]),
  ]);
  return pollsOfPlaces(START + offset, EVERY_MS, POLLS, [{ poll: 0, key: "0.1", place: 40 }, ...all]).filter(
    (_, index) => !gaps.some(({ from, polls }) => index >= from && index < from + polls),
  );
}

const dayOf = (at: number) => Math.floor(at / DAY_MS);

const named = ([at, places]: PlacesAt): PlacesAt => [
  at,
  Object.fromEntries(Object.entries(places).map(([key, place]) => [`place:${key}`, place])),
];

test("the best place of a period is the best that its polls saw, whenever places changed", () => {
  const met = { carried: 0, none: 0, off: 0, inQuarter: 0, gapAtStart: 0, unpolled: 0 };
  fc.assert(
    fc.property(generated, (provided) => {
      const polls = pollsOf(provided);
      const points = sampledPlaces(polls).map(named);
      const all = placesIn(points);
      const byDay = [...Map.groupBy(points, ([at]) => dayOf(at)).values()].map(placesIn);
      const month = START + DAY_MS;
      const texts = byDay.map((one) => placesOfText(month, placesText(month, one)));
      const joined = texts.reduce(withPlaces, {});
      const times = polls.map(([at]) => at);
      const gaps = [-Infinity, ...times].flatMap((at, index): [number, number][] => {
        const next = times[index] ?? Infinity;
        return next - at > EVERY_MS ? [[at, next]] : [];
      });
      for (const [first, length] of provided.queries) {
        const [from, to] = [START + first * QUARTER_MS, START + (first + length) * QUARTER_MS];
        const within = polls.filter(([at]) => at >= from && at < to);
        for (const key of KEYS) {
          const seen = within.flatMap(([, places]) => (Object.hasOwn(places, key) ? places[key]! : []));
          const best = seen.length === 0 ? null : Math.min(...seen);
          const displayed = JSON.stringify({
            key,
            from,
            to,
            points: points.filter(([at]) => at > from - 2 * DAY_MS && at < to),
          });
          expect(bestBetween(all, key, { from, to }, gaps), displayed).toBe(best);
          expect(bestBetween(joined, key, { from, to }, gaps), displayed).toBe(best);
          const changed = points.some(([at]) => at >= from && at < to);
          met.carried += Number(best !== null && !changed);
          met.none += Number(best === null);
          met.off += Number(best !== null && within.some(([, places]) => !Object.hasOwn(places, key)));
          met.inQuarter += Number(
            new Set(within.filter(([at]) => at < from + QUARTER_MS).map(([, own]) => own[key])).size > 1,
          );
          met.gapAtStart += Number(within.length > 0 && within[0]![0] >= from + 2 * QUARTER_MS);
          met.unpolled += Number(within.length === 0);
        }
      }
      const keys = new Set(polls.flatMap(([, places]) => Object.keys(places)));
      expect(rankingsIn(joined).toSorted()).toEqual([...keys].toSorted());
    }),
    { numRuns: runs(1000) },
  );
  for (const [what, count] of Object.entries(met)) expect([what, count > 5]).toEqual([what, true]);
});

test("a gap that begins with a period's first instant began with a good poll, which saw the place go on", () => {
  const day = START + DAY_MS;
  const places = placesIn([[START + 20 * 3_600_000, { "place:0.1": 7 }]]);
  const best = (from: number) => bestBetween(places, "0.1", { from: day, to: day + DAY_MS }, [[from, Infinity]]);
  expect([best(day), best(day - 1)]).toEqual([7, null]);
});

test.each<[Language, string, string]>([
  ["en", "#4", "#8 → #2"],
  ["de", "Platz 4", "Platz 8 → 2"],
  ["es", "puesto 4", "puesto 8 → 2"],
  ["pt-BR", "4º lugar", "8º → 2º lugar"],
  ["fr", "4e place", "8e → 2e place"],
  ["ja", "4位", "8位 → 2位"],
  ["id", "peringkat 4", "peringkat 8 → 2"],
  ["vi", "hạng 4", "hạng 8 → 2"],
])("a place in %s, and a move between places", (language, place, move) => {
  expect([placeText(language, 4), placeMoveText(language, 8, 2)]).toEqual([place, move]);
});

test("French has its own form for the first place", () => {
  expect(placeText("fr", 1)).toBe("1re place");
});
