import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HashtagsData } from "../../src/sections/hashtags/data.ts";
import { scoresOf } from "../../src/sections/score.ts";
import { hashtags } from "../../src/sections/hashtags/section.ts";
import type { Frame } from "../../src/sections/section.ts";
import { dice } from "../support/mutations.ts";
import { runs } from "../support/runs.ts";
import { conclude, historyOf, week, type Search, DAY, HOUR, LENGTH, partly } from "./watched-past.ts";
import { inEnglish } from "../support/phrases.ts";

describe("a trend", () => {
  /** Hashtags that grew by a percentage in each of the four weeks before, and by another in this one. */
  const grown = (rates: [before: number, now: number][], weeks = 4): HashtagsData => {
    const days = weeks * 7;
    const tags = Object.fromEntries(
      rates.map(([before, now], cid) => [
        String(cid),
        Array.from({ length: days * 2 + 15 }, (_, index) => {
          const history = Math.min(index, days * 2) / 14;
          const inside = Math.max(0, index - days * 2) / 14;
          return Math.round(1e6 * (1 + before / 100) ** history * (1 + now / 100) ** inside);
        }),
      ]),
    );
    return conclude([historyOf({ days, region: "US", tags }, "tgt_1")]);
  };

  test("is what grows by far more than it used to", () => {
    const data = grown([
      [3, 3],
      [4, 4],
      [5, 40],
      [20, 20],
      [1, 1],
    ]);
    expect(data).toMatchObject({ trends: 1, scored: 5, scoredByOwn: 5 });
    expect(data.fastest.map(({ name, percent, trend }) => [name, percent, trend])).toEqual([
      ["tag2", 40, true],
      ["tag3", 20, false],
      ["tag1", 4, false],
      ["tag0", 3, false],
      ["tag4", 1, false],
    ]);
    expect(hashtags.figures(data, inEnglish(week))).toEqual([
      { label: "Trends", value: "1", detail: "#tag2" },
      { label: "Views gained", value: "+991.9K", detail: "+101.8% vs. the week before" },
      { label: "Fastest", value: "+40%", detail: "#tag2" },
      { label: "Typical growth", value: "+4%", detail: "median of 5 hashtags" },
      { label: "New hashtags", value: "0", detail: "0 gone" },
    ]);
    expect(hashtags.tables(data, inEnglish(week))[0]).toMatchObject({
      title: "Trends and fastest growing",
      rows: [{ label: "#tag2", change: { text: "+40%", tone: "up" } }, {}, {}, {}, {}],
    });
    expect(hashtags.chart(data, inEnglish(week))).toMatchObject({
      title: "Trends",
      subtitle: "Growth of views, 9 – 16 Nov · ★ trend",
      unit: "percent",
      lines: [{ label: "★ #tag2", text: "+40%" }, {}, {}, {}, {}],
    });
    expect(hashtags.note(data, inEnglish(week))).toBe(null);
  });

  test("is none where everything doubles", () => {
    const usual = [3, 4, 5, 20, 1];
    const data = grown(usual.map((rate) => [rate, (1 + rate / 100) * 200 - 100]));
    expect(data).toMatchObject({ trends: 0, scored: 5 });
    expect(hashtags.figures(data, inEnglish(week))).toContainEqual(
      expect.objectContaining({ label: "Typical growth", value: "+108%" }),
    );
  });

  test("is told against the group where no earlier weeks are known, and that is said", () => {
    const data = grown(
      [
        [3, 3],
        [4, 4],
        [5, 40],
        [4, 4],
        [1, 1],
      ],
      0,
    );
    expect(data).toMatchObject({ trends: 1, scoredByOwn: 0 });
    expect(hashtags.note(data, inEnglish(week))).toBe(
      "Trends are measured within this group only: fewer than three earlier weeks are known.",
    );
  });

  test("is not told of fewer than three", () => {
    const data = grown([
      [3, 3],
      [4, 90],
    ]);
    expect(data).toMatchObject({ trends: 0, scored: 0 });
    expect(hashtags.note(data, inEnglish(week))).toBe("Too few hashtags with known growth to spot a trend.");
  });
});

describe("a hashtag", () => {
  const flat = (views: number | null, count = 15) => Array.from({ length: count }, () => views);

  test("that two searches of a region find counts once, in another region again", () => {
    const one: Search = { days: 0, region: "US", tags: { 7: flat(5000).map((views, index) => views! + index) } };
    const data = conclude([
      historyOf(one, "tgt_1"),
      historyOf(one, "tgt_2"),
      historyOf({ ...one, region: "DE" }, "tgt_3"),
    ]);
    expect(data).toMatchObject({ found: 2, known: 2, added: 28 });
  });

  test("that came this week is new, and has no percentage", () => {
    const arrived = [...flat(null, 10), ...flat(70_000, 5)];
    const data = conclude([historyOf({ days: 0, region: "US", tags: { 1: flat(5000), 2: arrived } }, "tgt_1")]);
    expect(data).toMatchObject({ appeared: 1, fresh: [{ name: "tag2", views: 70_000 }], fastest: [] });
    expect(hashtags.tables(data, inEnglish(week))).toMatchObject([
      { title: "New hashtags", rows: [{ label: "#tag2", value: "70K views" }] },
    ]);
    expect(hashtags.note(data, inEnglish(week))).toBe("Nothing grew.");
  });

  test("with few views gains views, but no percentage", () => {
    const few = flat(2).map((views, index) => views! + index * 10);
    const data = conclude([historyOf({ days: 0, region: "US", tags: { 1: few } }, "tgt_1")]);
    expect(data.most).toMatchObject([{ added: 140, percent: null }]);
    expect(hashtags.tables(data, inEnglish(week))).toMatchObject([{ rows: [{ value: "+140 views", change: null }] }]);
  });

  test("whose views fell has an unknown growth", () => {
    const fell = [...flat(90_000, 8), ...flat(40_000, 7)];
    expect(conclude([historyOf({ days: 0, region: "US", tags: { 1: fell } }, "tgt_1")])).toMatchObject({
      known: 0,
      group: { tags: 0, percent: null },
    });
  });
});

const middle = (values: number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2;
};
const deviation = (values: number[]): number => 1.4826 * middle(values.map((one) => Math.abs(one - middle(values))));

/** The same once more, from the plain lists of views. */
function expected(searches: Search[], { before: compared }: Frame) {
  const ids = new Set(searches.flatMap(({ region, tags }) => Object.keys(tags).map((cid) => `${region}/${cid}`)));
  const rows = Array.from(ids, (id) => {
    const [region, cid] = id.split("/") as [string, string];
    // Gone after three polls in a row without it.
    const presentIn = ({ days, tags }: Search, at: number): boolean => {
      let [present, missed] = [false, 0];
      tags[cid]!.forEach((views, index) => {
        if (week.from - days * DAY + index * 12 * HOUR > at) return;
        missed = views === null ? missed + 1 : 0;
        if (views !== null) present = true;
        if (missed >= 3) present = false;
      });
      return present;
    };
    // What a search finds first when it is new itself was there before, as far as anyone knows.
    const startedIn = (one: Search): boolean =>
      presentIn(one, week.from) || (one.days < 0 && one.tags[cid]![0] !== null);
    const those = searches.filter(
      (one) => one.region === region && one.tags[cid] !== undefined && (startedIn(one) || presentIn(one, week.to)),
    );
    const viewsAt = (at: number): number | null => {
      let max: number | null = null;
      for (const { days, tags } of those) {
        let last: number | null = null;
        tags[cid]!.forEach((views, index) => {
          if (views !== null && week.from - days * DAY + index * 12 * HOUR <= at) last = views;
        });
        if (last !== null) max = Math.max(last, max ?? 0);
      }
      return max;
    };
    return { id, viewsAt, atBegin: those.some(startedIn), atEnd: those.some((one) => presentIn(one, week.to)) };
  });
  const found = rows.filter(({ atEnd }) => atEnd);
  const growth = (row: (typeof rows)[number], from: number, to: number): number | null => {
    const [before, after] = [row.viewsAt(from), row.viewsAt(to)];
    return before === null || after === null || before < 1000 || after < before ? null : Math.log(after / before);
  };
  const earlier = [4, 3, 2, 1].map((k) =>
    found.map((row) => growth(row, week.from - k * LENGTH, week.from - (k - 1) * LENGTH)),
  );
  const now = found.map((row) => growth(row, week.from, week.to));
  const known = (values: (number | null)[]): number[] => values.filter((value) => value !== null);
  const evaluated = found.map((row, index) => {
    const value = now[index]!;
    if (value === null || known(now).length < 3) return { row, above: null, own: 0 };
    const own = earlier.flatMap((period) => {
      const mine = period[index]!;
      return mine === null || known(period).length < 3 ? [] : [mine - middle(known(period))];
    });
    const enough = own.length >= 3;
    const above = value - middle(known(now)) - (enough ? middle(own) : 0);
    return { row, above, own: enough ? deviation(own) : 0 };
  });
  const group = evaluated.flatMap(({ above }) => above ?? []);
  const gained = ({ viewsAt }: (typeof rows)[number], from: number, to: number): number | null => {
    const [before, after] = [viewsAt(from), viewsAt(to)];
    return before === null || after === null || after < before ? null : after - before;
  };
  const added = found.flatMap((row) => gained(row, week.from, week.to) ?? []);
  const both = found.flatMap((row) => {
    const before = gained(row, compared?.from ?? week.from - LENGTH, compared?.to ?? week.from);
    const after = gained(row, week.from, week.to);
    return before === null || after === null ? [] : [{ before, now: after }];
  });
  return {
    found: found.length,
    known: added.length,
    compared: {
      tags: both.length,
      before: both.reduce((sum, { before }) => sum + before, 0),
      now: both.reduce((sum, one) => sum + one.now, 0),
    },
    added: added.reduce((sum, one) => sum + one, 0),
    appeared: rows.filter(({ atBegin, atEnd }) => atEnd && !atBegin).length,
    gone: rows.filter(({ atBegin, atEnd }) => atBegin && !atEnd).length,
    most: added
      .filter((one) => one > 0)
      .sort((a, b) => b - a)
      .slice(0, 10),
    scores: evaluated
      .flatMap(({ above, own }) => (above === null ? [] : above / Math.max(own, deviation(group), 0.02)))
      .sort((a, b) => b - a),
    percents: known(now)
      .filter((one) => one > 0)
      .map((one) => Math.round((Math.exp(one) - 1) * 1000) / 10)
      .sort((a, b) => b - a),
  };
}

const search: fc.Arbitrary<Search> = fc
  .tuple(
    fc.constantFrom(-3, 0, 3, 9, 22, 29, 30),
    fc.constantFrom("US", "DE"),
    fc.integer(),
    fc.integer({ min: 0, max: 9 }),
  )
  .map(([days, region, seed, count]) => {
    const roll = dice(seed);
    const polls = (days + 7) * 2 + 1;
    // An answer without most hashtags says nothing: ten are always there.
    const tags: Search["tags"] = Object.fromEntries(
      Array.from({ length: 10 }, (_, tag) => [String(100 + tag), Array.from({ length: polls }, () => 500)]),
    );
    for (let tag = 0; tag < count; tag++) {
      let views = Math.floor(10 ** (2 + roll() * 6));
      let [away, there] = [roll() < 0.2, roll()];
      tags[String(Math.floor(roll() * 30))] = Array.from({ length: polls }, () => {
        views = Math.ceil(views * (1 + roll() ** 4 * 0.2));
        if ((there = roll()) < 0.05) away = !away;
        return away && there < 0.9 ? null : views;
      });
    }
    return { days, region, tags };
  });

test("all numbers are what a plain look at the lists of views says", () => {
  fc.assert(
    fc.property(fc.array(search, { minLength: 1, maxLength: 4 }), fc.constantFrom(week, partly), (searches, frame) => {
      const histories = searches.map((one, index) => historyOf(one, `tgt_${index}`, frame));
      const data = conclude(histories, frame);
      const { scores, percents, most: max, ...counts } = expected(searches, frame);
      expect(data).toMatchObject(counts);
      expect(data.most.map(({ added }) => added)).toEqual(max);
      expect(data.grewPercent).toBe(percents.length);
      expect(Math.abs((data.quickest?.percent ?? 0) - (percents[0] ?? 0))).toBeLessThan(0.11);
      expect(data.scored).toBe(scores.length);
      expect(data.trends).toBe(scores.filter((score) => score >= 3).length);
      const notified = data.fastest.filter(({ trend }) => trend).map(({ score }) => score!);
      notified.forEach((score, index) => expect(score).toBeCloseTo(scores[index]!, 1));
    }),
    { numRuns: runs(300) },
  );
});

const growths = fc.array(
  fc.record({
    earlier: fc.array(fc.option(fc.double({ min: 0, max: 2, noNaN: true })), { minLength: 4, maxLength: 4 }),
    now: fc.option(fc.double({ min: 0, max: 2, noNaN: true })),
  }),
  { minLength: 1, maxLength: 30 },
);

test("a rise of the whole platform changes no score", () => {
  fc.assert(
    fc.property(growths, fc.double({ min: 0, max: 3, noNaN: true }), (tags, rise) => {
      const before = scoresOf(tags);
      const after = scoresOf(tags.map(({ earlier, now }) => ({ earlier, now: now === null ? null : now + rise })));
      after.forEach((one, index) => {
        expect(one === null).toBe(before[index] === null);
        if (one !== null) expect(one.score).toBeCloseTo(before[index]!.score, 6);
      });
    }),
    { numRuns: runs(2000) },
  );
});
