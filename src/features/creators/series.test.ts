import { expect, test } from "vitest";
import type { SeriesPoint } from "./target-reading.ts";
import { lineOf, seriesIn } from "./page/charts.tsx";
import { lineMove } from "./page/growth.tsx";

const points: SeriesPoint[] = [
  [10, { views: 1, likes: 7 }],
  [20, { views: 2 }],
  [30, { likes: 8 }],
  [50, { views: 3 }],
  [60, { views: 4, likes: 9 }],
];

test("a line has the values of its series between two instants, and a gap where they are too far apart", () => {
  const line = (from: number, to: number, gapMs: number) => lineOf(points, "views", { from, to, gapMs });
  expect(line(0, 100, 30)).toEqual([
    [10, 1],
    [20, 2],
    [50, 3],
    [60, 4],
  ]);
  expect(line(0, 100, 29)).toEqual([
    [10, 1],
    [20, 2],
    [21, null],
    [50, 3],
    [60, 4],
  ]);
  expect(line(20, 50, 99)).toEqual([
    [20, 2],
    [50, 3],
  ]);
  expect(line(21, 49, 99)).toEqual([]);
});

test("series are listed by how often they were measured", () => {
  expect(seriesIn(points)).toEqual(["views", "likes"]);
  expect(seriesIn(points.slice(2))).toEqual(["likes", "views"]);
});

test("a line has a change if it has two values, the first of which is an hour old", () => {
  const now = 3_600_000;
  expect(
    lineMove(
      [
        [0, 5],
        [1, null],
        [2, 7],
      ],
      now,
    ),
  ).toEqual({ before: 5, after: 7, since: 0 });
  expect(lineMove([[0, 5]], now)).toBeNull();
  expect(
    lineMove(
      [
        [1, 5],
        [2, 7],
      ],
      now,
    ),
  ).toBeNull();
});
