import fc from "fast-check";
import { expect, test } from "vitest";
import { scored, trendsIn, type TrendsReading } from "./trends.ts";

const reading = (points: [number, Record<string, number>][]): TrendsReading => ({
  head: {} as never,
  targets: [{ id: "tgt_1", name: "Mine", kind: "hashtag", params: {}, lastOkAt: null, state: null }],
  points: new Map([["tgt_1", points]]),
  next: null,
  earlier: new Map(),
});

test("the largest change comes first, and series with one point or a start at zero have no trend", () => {
  const all = trendsIn(
    reading([
      [1, { "views:a": 100, "views:b": 100, "views:zero": 0, "uses:a": 1 }],
      [2, { "views:a": 110, "views:b": 50, "views:zero": 5, "views:once": 9, "uses:a": 9 }],
    ]),
    { begins: "views:" },
    false,
    1,
  );
  expect(all.map(({ name, change, before, after }) => [name, change, before, after])).toEqual([
    ["b", -50, 100, 50],
    ["a", 10, 100, 110],
  ]);
});

test("places are gained as the number falls", () => {
  const [one] = trendsIn(
    reading([
      [1, { "place:1": 9 }],
      [2, { "place:1": 4 }],
    ]),
    { begins: "place:" },
    true,
    1,
  );
  expect(one).toMatchObject({ change: 5, of: "Mine", key: "tgt_1 place:1" });
});

test("a series without an id is about the target and has its name", () => {
  const [one] = trendsIn(
    reading([
      [1, { followers: 100 }],
      [2, { followers: 150 }],
    ]),
    { begins: "followers" },
    false,
    1,
  );
  expect(one).toMatchObject({ name: "Mine", change: 50 });
});

test("a series younger than the period says since when, and comes after those that cover it", () => {
  const all = trendsIn(
    reading([
      [1, { "views:a": 100 }],
      [5, { "views:b": 100, "views:a": 104 }],
      [7, { "views:b": 900, "views:a": 110 }],
    ]),
    { begins: "views:" },
    false,
    1,
  );
  expect(all.map(({ name, change, since }) => [name, change, since])).toEqual([
    ["a", 10, null],
    ["b", 800, 5],
  ]);
});

test("a price in another currency is another series, and the previous one has no trend any more", () => {
  const all = trendsIn(
    reading([
      [1, { "price:7": 14.66, "price:8": 10 }],
      [5, { "price:7/IDR": 234_482, "price:8": 11 }],
      [7, { "price:7/IDR": 234_482, "price:8": 12 }],
    ]),
    { begins: "price:" },
    false,
    1,
  );
  expect(all.map(({ name, change, since }) => [name, change, since])).toEqual([
    ["8", 20, null],
    ["7/IDR", 0, 5],
  ]);
});

test("with the whole platform rising alike nothing stands out; what rises beyond that and its own past does", () => {
  let [quiet, found] = [0, 0];
  fc.assert(
    fc.property(
      fc.double({ min: 0.8, max: 4, noNaN: true }),
      fc.integer({ min: 3, max: 12 }),
      fc.double({ min: 2, max: 20, noNaN: true }),
      fc.boolean(),
      (platform, count, extra, outlier) => {
        const names = Array.from({ length: count + 1 }, (_, n) => `views:${n}`);
        const at = (factor: number, last = 1) =>
          Object.fromEntries(names.map((name, n) => [name, 10_000 * (n + 1) * factor * (n === 0 ? last : 1)]));
        const one = reading([
          [1, at(1)],
          [2, at(platform, outlier ? extra : 1)],
        ]);
        one.earlier.set(
          "tgt_1",
          [0.8, 0.85, 0.9, 0.95, 1].map((factor) => at(factor)),
        );
        const all = scored(trendsIn(one, { begins: "views:" }, false, 1), one, 0);
        const scores = new Map(all.map(({ key, score }) => [key, score!]));
        for (const name of names.slice(1)) expect(Math.abs(scores.get(`tgt_1 ${name}`)!)).toBeLessThan(1);
        const first = scores.get("tgt_1 views:0")!;
        if (outlier) expect(first).toBeGreaterThan(3);
        else expect(Math.abs(first)).toBeLessThan(1);
        if (outlier) found += 1;
        else quiet += 1;
      },
    ),
  );
  expect(Math.min(quiet, found)).toBeGreaterThan(5);
});

test("small counts, places and series that began later have no score, and fewer than three are not compared", () => {
  const one = reading([
    [1, { "views:a": 10, "views:b": 5000, "views:c": 6000 }],
    [2, { "views:a": 90, "views:b": 9000, "views:c": 7000, "views:d": 8000 }],
    [3, { "views:a": 95, "views:b": 9100, "views:c": 7100, "views:d": 9000 }],
  ]);
  expect(scored(trendsIn(one, { begins: "views:" }, false, 1), one, 0).map(({ score }) => score)).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test("growth far above the others that was as high before is no trend, but stands apart from the others", () => {
  const names = Array.from({ length: 5 }, (_, index) => `${index}`);
  const factor = (name: string) => (name === "0" ? 1.4 : 1.06);
  const values = (period: number) =>
    Object.fromEntries(names.map((name) => [`views:${name}`, 100_000 * factor(name) ** period]));
  const one = {
    ...reading([
      [1, values(4)],
      [2, values(5)],
    ]),
    earlier: new Map([["tgt_1", [0, 1, 2, 3, 4].map(values)]]),
  };
  const [first, ...others] = scored(trendsIn(one, { begins: "views:" }, false, 1), one, 0);
  expect(first!.score).toBeCloseTo(0, 6);
  expect(first!.apart).toBeGreaterThan(3);
  for (const { apart } of others) expect(apart).toBeCloseTo(0, 6);
});

test("two series of one target with one name are told apart by their ids, and only they", () => {
  const state = {
    since: 0,
    doubt: null,
    known: Object.fromEntries(
      ["7501001", "7501002", "7501003"].map((id) => [
        id,
        { fields: { title: id === "7501003" ? "Day two" : "Day one" } },
      ]),
    ),
  };
  const values = (n: number) => ({ "plays:7501001": n, "plays:7501002": 2 * n, "plays:7501003": 3 * n });
  const one = reading([
    [1, values(100)],
    [2, values(110)],
  ]);
  const target = { id: "tgt_1", name: "Videos", kind: "list", params: {}, lastOkAt: null, state };
  expect(trendsIn({ ...one, targets: [target] }, { begins: "plays:" }, false, 1).map(({ name }) => name)).toEqual([
    "Day one (…1001)",
    "Day one (…1002)",
    "Day two",
  ]);
});
