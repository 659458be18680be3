import { expect, test } from "vitest";
import { inEnglish } from "../../core/sentence.ts";
import type { Past } from "../news.ts";
import { rankingNews } from "./news.ts";
import { UNSEEN, type KnownRanking } from "./view.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = 100 * DAY;

const ranking = (rankType: number, title: string, more: Partial<KnownRanking> = {}): KnownRanking => ({
  ...UNSEEN,
  groupType: 1,
  rankType,
  title,
  onRank: true,
  ...more,
});

const say = (all: KnownRanking[], points: Past["points"] = []): string | null => {
  const rankings = Object.fromEntries(all.map((one) => [`1.${one.rankType}`, one]));
  return rankingNews({ since: 0, league: null, rankings }, { points, now: NOW }, inEnglish);
};

const hourly = ranking(1, "Hourly", { place: 21, best: 9 });
const daily = ranking(2, "Daily", { place: 4, best: 4 });

test("names the best place, and the largest move of the others since a day ago", () => {
  const points: Past["points"] = [
    [NOW - 2 * DAY, { "place:1.1": 1, "place:1.2": 1 }],
    [NOW - 25 * HOUR, { "place:1.1": 9, "place:1.2": 5 }],
    [NOW - HOUR, { "place:1.1": 20, "place:1.2": 9 }],
  ];
  expect(say([hourly, daily], points)).toBe("Daily: #4, up 1 place in 25 h · Hourly: #21, down 12 places in 25 h");
  expect(say([daily], points)).toBe("Daily: #4, up 1 place in 25 h");
  expect(say([daily], [[NOW - 3 * HOUR, { "place:1.2": 4 }]])).toBe("Daily: #4, no change in 3 h");
});

test("places of a ranking that starts again each hour are not compared with those of another hour", () => {
  const own = ranking(0, "Hourly Ranking", { place: 4, best: 4 });
  expect(say([own], [[NOW - 25 * HOUR, { "place:1.0": 7 }]])).toBe("Hourly Ranking: #4");
  expect(
    say([own, ranking(3, "Weekly", { place: 1, best: 1 })], [[NOW - 25 * HOUR, { "place:1.0": 7, "place:1.3": 1 }]]),
  ).toBe("Weekly: #1, no change in 25 h");
});

test("a place of long ago, or of less than an hour ago, is not compared", () => {
  expect(say([daily], [[NOW - 9 * DAY, { "place:1.2": 40 }]])).toBe("Daily: #4");
  expect(say([daily], [[NOW - HOUR / 2, { "place:1.2": 40 }]])).toBe("Daily: #4");
});

test("without points it is the best place, and the best of this period if that was better", () => {
  expect(say([hourly])).toBe("Hourly: #21, best #9 this period");
  expect(say([hourly, daily])).toBe("Daily: #4 · on 2 of 2 rankings");
});

test("who left a ranking is said after the best place", () => {
  const points: Past["points"] = [[NOW - DAY, { "place:1.1": 9, "place:1.2": 40 }]];
  const left = ranking(1, "Hourly", { onRank: false, place: 9 });
  expect(say([left, daily], points)).toBe("Daily: #4, up 36 places in 24 h · Hourly: not listed any more, was #9");
  expect(say([left])).toBe("Not listed in any ranking");
});

test("a ranking that was not seen in this period, or not a day ago, claims no change", () => {
  const unseen = ranking(1, "Hourly", { onRank: null, place: null });
  const points: Past["points"] = [[NOW - DAY, { "place:1.1": 9 }]];
  expect(say([unseen, daily], points)).toBe("Daily: #4");
  expect(say([unseen])).toBe("on 0 of 1 ranking");
  expect(say([])).toBe("no rankings");
});

test("a place that can't be read is said only where nothing else is known", () => {
  const unreadable = ranking(1, "Hourly", { place: 9, unreadable: NOW - HOUR });
  const points: Past["points"] = [[NOW - DAY, { "place:1.1": 1, "place:1.2": 4 }]];
  expect(say([unreadable], points)).toBe("Hourly: can't be read");
  expect(say([unreadable, daily], points)).toBe("Daily: #4, no change in 24 h");
});
