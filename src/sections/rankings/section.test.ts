import { expect, test } from "vitest";
import type { DigestContext } from "../section.ts";
import { rankingChart } from "./section.ts";
import type { RankingsData } from "./data.ts";

const week: DigestContext = {
  language: "en",
  frame: { from: Date.UTC(2026, 10, 9), to: Date.UTC(2026, 10, 16), timezone: "UTC" },
};
const standing = (id: string, more: object = {}) => ({
  id,
  name: id,
  title: "Weekly Ranking",
  climb: null,
  best: 3,
  points: [[week.frame.from, 3]],
  ...more,
});
const drawn = (movers: object[], best: object[]) => rankingChart({ movers, best } as unknown as RankingsData, week);

test("the chart is about those who moved if somebody did, else about the best places", () => {
  const moved = drawn([standing("Ana", { climb: { before: 8, after: 3 } })], [standing("Bo")]);
  const best = drawn([], [standing("Bo")]);
  expect([moved!.lines.length, best!.lines.length]).toEqual([2, 1]);
  expect([moved!.title, best!.title]).toEqual(["Who climbed and who fell", "Best places"]);
  expect(drawn([], [standing("Bo", { points: [[week.frame.from, null]] })])).toBeNull();
});
