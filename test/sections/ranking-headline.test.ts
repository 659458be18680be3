import fc from "fast-check";
import { expect, test } from "vitest";
import { rankings } from "../../src/sections/rankings/section.ts";
import type { Frame, HistoryEvent, Past } from "../../src/sections/section.ts";
import { inEnglish } from "../support/phrases.ts";
import { runs } from "../support/runs.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const week: Frame = { from: Date.UTC(2026, 10, 9), to: Date.UTC(2026, 10, 16), timezone: "UTC" };
const START = week.from - 7 * DAY;

/** Closings of a ranking over both weeks, each so long after the one before; null where the creator was off it. */
function closings(rankType: number, title: string, every: number, places: (number | null)[]): HistoryEvent[] {
  return places.flatMap((place, index) => {
    const at = START + (index + 1) * every;
    const data = { groupType: 1, rankType, title, place: place!, bestPlace: place!, onRank: true };
    return place === null ? [] : [{ type: "ranking.period_closed", occurredAt: at, detectedAt: at, data }];
  });
}

const creator = (id: string, events: HistoryEvent[]): Past => ({
  target: { id, name: id, params: {}, createdAt: START - DAY },
  snapshot: {},
  gaps: [],
  events: events.toSorted((a, b) => a.detectedAt - b.detectedAt),
  series: {},
});

const factOf = (...pasts: Past[]) => {
  const measures = pasts.map((one) => rankings.measure(one, week));
  return rankings.fact(rankings.conclude(measures, week), inEnglish(week));
};

/** An hour's place has little to do with that of the hour before. */
const hourly = fc.array(fc.option(fc.integer({ min: 0, max: 65 }).map((n) => Math.round(2 ** (n / 10)))), {
  minLength: 336,
  maxLength: 336,
});

const hourlyBoards = fc.array(hourly, { minLength: 1, maxLength: 4 });

/** From about the fortieth place to about the fifth, from one day of the second week on. */
const daily = fc
  .tuple(fc.integer({ min: 8, max: 11 }), fc.array(fc.integer({ min: -1, max: 1 }), { minLength: 14, maxLength: 14 }))
  .map(([turn, wobbles]) => wobbles.map((by, day) => (day < turn ? 40 + 2 * by : 5 + by)));

test("however an hourly ranking wavers, it does not lead, and a real move in a daily one does", () => {
  fc.assert(
    fc.property(hourlyBoards, daily, (boards, places) => {
      const wavering = boards.map((one, index) => creator(`Noise ${index}`, closings(1, "Hourly", HOUR, one)));
      expect(factOf(...wavering)?.text ?? "").not.toMatch(/climbed|fell/);
      expect(factOf(...wavering)?.strength ?? 0).toBeLessThan(1);
      const fact = factOf(...wavering, creator("Maria", closings(8, "Daily", DAY, places)))!;
      expect(fact.text).toBe(`Maria climbed from #${places[6]} to #${places[13]} in Daily`);
    }),
    { numRuns: runs(300) },
  );
});

test("a daily ranking that always wavers so much does not lead before one that never does", () => {
  const wild = creator("Wild", closings(8, "Daily", DAY, [40, 5, 50, 4, 38, 6, 60, 5, 44, 7, 52, 4, 41, 3]));
  const calm = creator("Calm", closings(8, "Daily", DAY, [20, 20, 21, 20, 20, 19, 20, 20, 20, 20, 20, 10, 10, 10]));
  expect(factOf(wild, calm)?.text).toBe("Calm climbed from #20 to #10 in Daily");
});

test("an hourly ranking is judged by its share of hours in the top ten", () => {
  const places = Array.from({ length: 336 }, (_, hour) => (hour % 10 < (hour < 168 ? 2 : 8) ? 4 : 30));
  expect(factOf(creator("Maria", closings(1, "Hourly", HOUR, places)))?.text).toBe(
    "Maria was in the top 10 of Hourly 80% of the time, 20% before",
  );
});
