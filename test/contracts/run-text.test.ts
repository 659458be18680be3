import { expect, test } from "vitest";
import { endOf, firstIn, lastPointIn, pointsIn, someOf } from "../../src/features/creators/run-text.ts";
import { sqliteD1 } from "../support/sqlite-d1.ts";

const MANY = 8;

type Point = [at: number, values: Record<string, number>];

/** What is cut from a run: its last point, and some of all. */
async function cutOf(run: Point[]) {
  const row = await sqliteD1()
    .prepare(
      `WITH given AS (SELECT ?1 AS points), runs AS MATERIALIZED (
         SELECT CAST(points AS BLOB) AS run, ${firstIn("points")} AS first, ${endOf("points")} AS run_end FROM given)
       SELECT run_end, ${someOf("run", "first", MANY)} AS some FROM runs`,
    )
    .bind(JSON.stringify(run))
    .first<Record<string, string>>();
  return { last: lastPointIn(row!["run_end"]!), some: pointsIn(row!["some"]!) };
}

const runOf = (count: number, names: string[], begin = 1_794_700_000_000): Point[] =>
  Array.from({ length: count }, (_, n) => [
    begin + n * 600_000,
    Object.fromEntries(names.map((name, place) => [name, 100 * place + n])),
  ]);

test("from a long run evenly spaced points are cut, including its last", async () => {
  const run = runOf(144, ["views:a", "views:“é”", "uses:日本"]);
  const { last, some } = await cutOf(run);
  expect(last).toEqual(run.at(-1));
  const places = some.map((point) => run.findIndex(([at]) => at === point[0]));
  expect(some).toEqual(places.map((place) => run[place]));
  expect(places).toHaveLength(MANY + 1);
  const apart = places.slice(1).map((place, i) => place - places[i]!);
  expect(Math.min(...apart)).toBeGreaterThan(14);
  expect(Math.max(...apart)).toBeLessThan(23);
});

test("a name that looks like a delimiter costs points but creates none, and a run of one point has it", async () => {
  const run = runOf(144, ["views:a],[", "views:b]]"]);
  const { last, some } = await cutOf(run);
  expect(last).toEqual(run.at(-1));
  for (const point of some) expect(run).toContainEqual(point);
  const odd = await cutOf(runOf(144, ["views:a}],[9,{}],["]));
  expect([odd.last, ...odd.some].filter((point) => point?.[0] === 9)).toEqual([]);
  const [one] = runOf(1, ["views:a"]);
  expect((await cutOf([one!])).last).toEqual(one);
});

test("a last point that is much longer than the first is found", async () => {
  const run = [
    ...runOf(20, ["a"]),
    ...runOf(
      1,
      Array.from({ length: 60 }, (_, n) => `views:tag_${n}`),
      2e12,
    ),
  ];
  expect((await cutOf(run)).last).toEqual(run.at(-1));
});
