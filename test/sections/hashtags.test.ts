import { describe, expect, test } from "vitest";
import type { HashtagsData } from "../../src/sections/hashtags/data.ts";
import { hashtags } from "../../src/sections/hashtags/section.ts";
import { conclude, historyOf, week, type Search } from "./watched-past.ts";
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
      { label: "Views gained", value: "+991.9K", detail: "+101.8% on the week before" },
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
