import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rankings } from "../../src/sections/rankings/section.ts";
import type { RankingMeasure } from "../../src/sections/rankings/data.ts";
import type { Frame, HistoryEvent, Past } from "../../src/sections/section.ts";
import { runs } from "../support/runs.ts";
import { polledHistory, watched } from "./watched-past.ts";
import { inEnglish } from "../support/phrases.ts";

const HOUR = 3_600_000;
const week: Frame = { from: Date.UTC(2026, 10, 9, 8), to: Date.UTC(2026, 10, 16, 8), timezone: "Europe/Berlin" };
const STEP = 6 * HOUR;

/** Every six hours: a place, 0 for off the ranking. A period of the ranking lasts so many polls. */
interface History {
  places: number[];
  every: number | null;
  /** The polls begin so long before the period. */
  lead: number;
}

const polledAt = ({ lead }: History, index: number): number => week.from + (index - lead) * STEP;

function polls(history: History) {
  return history.places.map((place, index) => ({
    at: polledAt(history, index),
    view: {
      standings: [
        {
          groupType: 1,
          rankType: 8,
          title: "Daily Ranking",
          onRank: place > 0,
          place: place || null,
          resetAt:
            history.every === null ? null : polledAt(history, (Math.floor(index / history.every) + 1) * history.every),
          classType: null,
          gap: null,
        },
      ],
    },
  }));
}

const past = (history: History, id = "tgt_1", name = "Maria"): Past =>
  polledHistory(rankings, week, watched(id, polledAt(history, 0), name), polls(history), { minMove: 1 });

/** The same once more, from the places alone. */
function expected(history: History) {
  const { places, every } = history;
  const last = places.length - 1;
  const at = (instant: number): number => places.findLastIndex((_, index) => polledAt(history, index) <= instant);
  const held = (instant: number): number | null => places[at(instant)] || null;
  const closings: { at: number; final: number | null }[] = [];
  for (let index = every ?? Infinity; index <= last; index += every!) {
    // A period in which no place was seen is not told to have closed.
    if (places.slice(index - every!, index).some((place) => place > 0))
      closings.push({ at: polledAt(history, index), final: places[index - 1] || null });
  }
  const within = closings.filter((one) => one.at > week.from && one.at <= week.to);
  const grid = Array.from({ length: 8 }, (_, day) => held(week.from + day * 24 * HOUR));
  let climb: { before: number; after: number } | null = null;
  if (within.length === 0) {
    const known = grid.findIndex((place) => place !== null);
    if (known >= 0 && known < 7 && grid[7] != null) climb = { before: grid[known]!, after: grid[7] };
  } else if (within.at(-1)!.final !== null) {
    const before = week.from - (week.to - week.from);
    const earlier = closings.findLast((one) => one.final !== null && one.at > before && one.at <= week.from);
    const first = within.find((one) => one.final !== null)!;
    const base = earlier ?? (first === within.at(-1) ? null : first);
    if (base !== null) climb = { before: base.final!, after: within.at(-1)!.final! };
  }
  // A period that passes without the creator is not told to have closed: what was known before it cannot be told from now.
  const unseen =
    every !== null &&
    Array.from({ length: Math.ceil(places.length / every) }, (_, period) =>
      places.slice(period * every, (period + 1) * every),
    ).some((those) => those.every((place) => place === 0));
  const seen = places.filter((place, index) => place > 0 && index >= at(week.from) && index <= at(week.to));
  return { climb, closed: within.length, final: within.at(-1)?.final ?? null, grid, seen, unseen };
}

const history: fc.Arbitrary<History> = fc.record({
  lead: fc.constantFrom(-5, 0, 1, 20, 29, 60),
  every: fc.constantFrom(null, null, 4, 12, 28, 200),
  places: fc
    .array(
      fc.tuple(
        fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 4, arbitrary: fc.integer({ min: 1, max: 99 }) }),
        fc.integer({ min: 1, max: 12 }),
      ),
      { minLength: 8, maxLength: 20 },
    )
    .map((stretches) => stretches.flatMap(([place, count]) => Array.from({ length: count }, () => place))),
});

test("places, climbs and closings are what the plain list of places says", () => {
  fc.assert(
    fc.property(history, (one) => {
      const { grid, seen, unseen, climb, closed, final } = expected(one);
      fc.pre(closed > 0 || !unseen);
      const measure = rankings.measure(past(one), week);
      const [standing] = measure.standings;
      if (standing === undefined) {
        expect(grid.every((place) => place === null) && closed === 0).toBe(true);
        return;
      }
      expect(standing).toMatchObject({ climb, closed, final });
      if (closed === 0) expect(standing.points.map(([, place]) => place)).toEqual(grid);
      // A first sight is not told: a place that was held only from there to the next move is missed.
      if (seen.length > 0 && closed === 0 && one.lead >= 0) expect(standing.best).toBe(Math.min(...seen));
      if (standing.best !== null) expect(Math.min(...seen)).toBeLessThanOrEqual(standing.best);
    }),
    { numRuns: runs(2000) },
  );
});

test("counts and the first rows are what a plain look at all creators says", () => {
  fc.assert(
    fc.property(fc.array(history, { minLength: 1, maxLength: 14 }), (all) => {
      const histories = all.map((one, index) => past(one, `tgt_${index}`, `Creator ${index}`));
      fc.pre(all.map(expected).every(({ closed, unseen }) => closed > 0 || !unseen));
      const data = rankings.conclude(
        histories.map((one) => rankings.measure(one, week)),
        week,
      );
      const plain = all.map(expected);
      const climbs = plain.flatMap(({ climb }) => (climb === null ? [] : climb.before - climb.after));
      expect(data.climbs).toBe(climbs.filter((places) => places > 0).length);
      expect(data.falls).toBe(climbs.filter((places) => places < 0).length);
      expect(data.closed).toBe(plain.reduce((sum, { closed }) => sum + closed, 0));
      expect(data.topTen).toBe(plain.filter(({ final }) => final !== null && final <= 10).length);
      const sizes = climbs.map(Math.abs).filter((size) => size > 0);
      expect(data.movers.map(({ climb }) => Math.abs(climb.before - climb.after))).toEqual(
        sizes.sort((a, b) => b - a).slice(0, 10),
      );
    }),
    { numRuns: runs(300) },
  );
});

describe("a week", () => {
  const stretch = (...parts: [number, number][]): number[] =>
    parts.flatMap(([place, count]) => Array.from({ length: count }, () => place));
  const conclude = (...measures: RankingMeasure[]) => rankings.conclude(measures, week);
  const measured = (one: History, name = "Maria") => rankings.measure(past(one, `tgt_${name}`, name), week);

  test("in which one climbed over more places and another more remarkably: one of them is told", () => {
    const far = measured({ every: null, lead: 20, places: stretch([32, 30], [20, 19]) }, "Bo");
    const high = measured({ every: null, lead: 20, places: stretch([12, 30], [3, 19]) }, "Kenji");
    const data = conclude(far, high);
    expect(rankings.fact(data, inEnglish(week))?.text).toContain("Kenji climbed from #12 to #3");
    expect(rankings.figures(data, inEnglish(week))[0]).toEqual({
      label: "Top climb",
      value: "▲9",
      detail: "Kenji · Daily: #12 → #3",
    });
  });

  test("in which a ranking runs through: the place at its begin against the place at its end", () => {
    const maria = measured({ every: null, lead: 20, places: stretch([50, 30], [40, 15], [9, 4]) });
    const data = conclude(maria);
    expect(rankings.figures(data, inEnglish(week))).toEqual([
      { label: "Top climb", value: "▲41", detail: "Maria · Daily: #50 → #9" },
      { label: "Climbed", value: "1", detail: "0 fell" },
    ]);
    expect(rankings.tables(data, inEnglish(week))[0]!.rows).toEqual([
      {
        label: "Maria · Daily",
        value: "#50 → #9",
        change: { text: "▲41", tone: "up" },
        spark: [-50, -50, -50, -40, -40, -40, -40, -9],
      },
    ]);
    expect(rankings.chart(data, inEnglish(week))).toMatchObject({
      title: "Who climbed and who fell",
      subtitle: "Places, 9 – 16 Nov",
      alt: "Places in the rankings, 9 – 16 Nov: Maria · Daily #9 (▲41).",
      unit: "place",
      lines: [{ label: "Maria · Daily", text: "#9 (▲41)" }],
    });
  });

  test("in which a ranking closes each day: the last final place against the last one before", () => {
    const zoe = measured({ every: 4, lead: 20, places: stretch([30, 20], [1, 4], [2, 20], [7, 4], [90, 1]) }, "Zoë");
    expect(zoe.standings).toMatchObject([{ climb: { before: 30, after: 7 }, closed: 7, final: 7, best: 1 }]);
  });

  test("in which a creator left at the end is no climb", () => {
    const left = measured({ every: null, lead: 2, places: stretch([50, 20], [9, 8], [0, 3]) });
    expect(left).toMatchObject({ standings: [{ climb: null, best: 9 }], left: 1 });
    expect(rankings.note(conclude(left), inEnglish(week))).toBe("No one climbed or fell.");
  });

  test("in which a place was held all through is known though nothing was sampled", () => {
    const first = measured({ every: null, lead: 200, places: stretch([1, 229]) });
    const histories = past({ every: null, lead: 200, places: stretch([1, 229]) });
    expect(rankings.measure({ ...histories, series: {} }, week).standings[0]!.points).toEqual(
      first.standings[0]!.points,
    );
    expect(first.standings).toMatchObject([{ climb: { before: 1, after: 1 }, best: 1 }]);
  });

  test("that began after a closing knows no place until the creator is back", () => {
    const maria = measured({ every: 41, lead: 42, places: stretch([5, 41], [0, 11], [40, 8], [20, 12]) });
    const [{ climb, points }] = maria.standings as [RankingMeasure["standings"][number]];
    expect(climb).toEqual({ before: 40, after: 20 });
    expect(points.map(([, place]) => place)).toEqual([null, null, null, 40, 40, 20, 20, 20]);
  });

  test("in which nobody was seen says so", () => {
    const data = conclude(measured({ every: null, lead: 2, places: stretch([0, 31]) }));
    expect(rankings.note(data, inEnglish(week))).toBe("No one was seen in a ranking.");
    expect(rankings.chart(data, inEnglish(week))).toBe(null);
  });

  test("leagues count from the first to the last of the week", () => {
    const moves = [
      ["C3", "C4", 800, 900],
      ["C4", "C2", 900, 1000],
    ].map(([before, after, beforeClass, afterClass], index) => ({
      type: "ranking.league_changed",
      occurredAt: week.from + HOUR + index,
      detectedAt: week.from + HOUR + index,
      data: { before: before!, after: after!, direction: "up", beforeClass: beforeClass!, afterClass: afterClass! },
    }));
    const target = watched("tgt_1", 0, "Maria");
    const data = conclude(rankings.measure({ target, snapshot: {}, gaps: [], series: {}, events: moves }, week));
    expect(data.leagues).toEqual({
      up: 1,
      down: 0,
      moves: [{ id: "tgt_1", name: "Maria", before: "C3", after: "C2", up: true }],
    });
  });
});

describe("ranking headline", () => {
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
});
