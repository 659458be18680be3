import { expect, test } from "vitest";
import { trendsIn, type TrendsReading } from "./trends.ts";

const reading = (points: [number, Record<string, number>][]): TrendsReading => ({
  head: {} as never,
  targets: [{ id: "tgt_1", name: "Mine", kind: "hashtag", params: {}, state: null }],
  points: new Map([["tgt_1", points]]),
});

test("what moved the most stands first, and what was measured once or began at nothing is no trend", () => {
  const all = trendsIn(
    reading([
      [1, { "views:a": 100, "views:b": 100, "views:zero": 0, "uses:a": 1 }],
      [2, { "views:a": 110, "views:b": 50, "views:zero": 5, "views:once": 9, "uses:a": 9 }],
    ]),
    "views:",
    false,
    1,
  );
  expect(all.map(({ name, change, before, after }) => [name, change, before, after])).toEqual([
    ["b", -50, 100, 50],
    ["a", 10, 100, 110],
  ]);
});

test("places are won where the number falls", () => {
  const [one] = trendsIn(
    reading([
      [1, { "place:1": 9 }],
      [2, { "place:1": 4 }],
    ]),
    "place:",
    true,
    1,
  );
  expect(one).toMatchObject({ change: 5, of: "Mine", key: "tgt_1 place:1" });
});

test("a series without an id is of the target itself, and goes by its name", () => {
  const [one] = trendsIn(
    reading([
      [1, { followers: 100 }],
      [2, { followers: 150 }],
    ]),
    "followers",
    false,
    1,
  );
  expect(one).toMatchObject({ name: "Mine", change: 50 });
});

test("what is younger than the period says since when, and stands behind what went for all of it", () => {
  const all = trendsIn(
    reading([
      [1, { "views:a": 100 }],
      [5, { "views:b": 100, "views:a": 104 }],
      [7, { "views:b": 900, "views:a": 110 }],
    ]),
    "views:",
    false,
    1,
  );
  expect(all.map(({ name, change, since }) => [name, change, since])).toEqual([
    ["a", 10, null],
    ["b", 800, 5],
  ]);
});

test("prices that go on in another currency are another series, and the one before is no trend any more", () => {
  const all = trendsIn(
    reading([
      [1, { "price:7": 14.66, "price:8": 10 }],
      [5, { "price:7/IDR": 234_482, "price:8": 11 }],
      [7, { "price:7/IDR": 234_482, "price:8": 12 }],
    ]),
    "price:",
    false,
    1,
  );
  expect(all.map(({ name, change, since }) => [name, change, since])).toEqual([
    ["8", 20, null],
    ["7/IDR", 0, 5],
  ]);
});
