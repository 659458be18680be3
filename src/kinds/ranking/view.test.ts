import { inEnglish } from "../../core/sentence.ts";
import { expect, test } from "vitest";
import { summaryOf, UNSEEN, type RankingState } from "./view.ts";

const stateOf = (...all: object[]) =>
  ({
    since: 0,
    league: null,
    rankings: Object.fromEntries(all.map((one, n) => [`k${n}`, { ...UNSEEN, title: `Ranking ${n}`, ...one }])),
  }) as RankingState;

test.each<[object[], string]>([
  [[], "no rankings"],
  [[{ onRank: false }], "on 0 of 1 ranking"],
  [[{ onRank: true, place: null }], "on 1 of 1 ranking"],
  [
    [
      { onRank: true, place: 9 },
      { onRank: true, place: 4 },
      { onRank: false, place: 1 },
    ],
    "on 2 of 3 rankings, best #4",
  ],
])("%j in short: %s", (all, words) => {
  expect(summaryOf(stateOf(...all), inEnglish)).toBe(words);
});
