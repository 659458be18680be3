import { expect, test } from "vitest";
import { type Trend, trendsIn } from "../trends.ts";
import { COMPARISONS, FIRST, type TrendsQuery } from "./address.ts";
import type { AirtimeRow } from "../../../sections/airtime-shape.ts";
import { airtimeWords } from "./creator-table.tsx";
import { comparedWords } from "./creators.tsx";
import { headlineOn, scoreWords, valuesText, valueText } from "./headline.ts";
import { rangeIn } from "./range.tsx";

const asking = (name: string): TrendsQuery => ({
  days: 7,
  range: rangeIn(new URL("https://t.example/trends"), "UTC", 0, 7),
  chosen: [],
  after: FIRST,
  comparison: COMPARISONS.find((one) => one.name === name)!,
});

const [views, places, prices] = [asking("hashtag.views"), asking("ranking.place"), asking("products.price")];

const DAY = 86_400_000;

/** A series from one value to another; its change is in percent, or in places. */
const trend = (name: string, before: number, after: number, more: Partial<Trend> = {}): Trend => ({
  key: name,
  targetId: "tgt_1",
  name,
  of: "Mine",
  currency: null,
  before,
  after,
  change: ((after - before) / before) * 100,
  since: null,
  until: null,
  score: null,
  apart: null,
  byOwn: true,
  points: [],
  ...more,
});

const place = (name: string, before: number, after: number, more: Partial<Trend> = {}): Trend =>
  trend("Daily", before, after, { of: name, change: before - after, ...more });

test.each<[what: string, all: Trend[], words: string | null]>([
  ["a rise", [place("Maria", 14, 4), place("Lena", 9, 10)], "Maria climbed from #14 to #4 in Daily"],
  ["a fall", [place("Maria", 4, 14), place("Lena", 9, 10)], "Maria fell from #4 to #14 in Daily"],
  ["no change", [place("Maria", 4, 4), place("Lena", 9, 9)], "Every place is as before"],
  ["too few measurements", [], null],
  [
    "one that began later",
    [place("New", 90, 1, { since: 5 }), place("Lena", 9, 8)],
    "Lena climbed from #9 to #8 in Daily",
  ],
  [
    "one that can't be read",
    [place("Lost", 90, 1, { until: 5 }), place("Lena", 9, 8)],
    "Lena climbed from #9 to #8 in Daily",
  ],
  ["only one that began later", [place("New", 9, 1, { since: 5 })], "New climbed from #9 to #1 in Daily"],
])("the headline of places with %s", (_, all, words) => {
  expect(headlineOn(all, places)).toBe(words);
});

test.each<[what: string, all: Trend[], words: string | null]>([
  ["a fall", [trend("Serum", 20, 15), trend("Lamp", 10, 10)], "Serum is cheaper: −25%"],
  ["several falls", [trend("Serum", 20, 15), trend("Lamp", 10, 9)], "2 are cheaper, Serum most: −25%"],
  ["a rise", [trend("Serum", 20, 25), trend("Lamp", 10, 9)], "Serum costs more: +25%"],
  ["several rises", [trend("Serum", 20, 25), trend("Lamp", 10, 11)], "2 cost more, Serum most: +25%"],
  ["no change", [trend("Serum", 20, 20), trend("Lamp", 10, 10)], "Every price is as before"],
  ["too few measurements", [], null],
  ["one that is sold out since", [trend("Gone", 9, 1, { until: 5 }), trend("Lamp", 10, 9)], "Lamp is cheaper: −10%"],
])("the headline of prices with %s", (_, all, words) => {
  expect(headlineOn(all, prices)).toBe(words);
});

const scored = (name: string, change: number, score: number, apart = score) =>
  trend(name, 100, 100 + change, { score, apart });

test.each<[what: string, all: Trend[], words: string | null]>([
  [
    "one that grows on its own",
    [scored("#a", 64, 5.4), scored("#b", 9, 0), scored("#c", 8, 0)],
    "#a grows on its own: +64%, similar hashtags +9%",
  ],
  [
    "several that grow on their own",
    [scored("#a", 64, 5.4), scored("#b", 40, 4), scored("#c", 8, 0), scored("#d", 8, 0), scored("#e", 8, 0)],
    "#a (+64%) and #b (+40%) grow on their own; similar hashtags: +8%",
  ],
  [
    "one that grows on its own, and one that is only faster than the others",
    [
      scored("#a", 64, 5.4),
      { ...scored("#b", 40, 4), byOwn: false },
      scored("#c", 8, 0),
      scored("#d", 8, 0),
      scored("#e", 8, 0),
    ],
    "#a grows on its own: +64%, similar hashtags +8%",
  ],
  [
    "one that falls behind",
    [scored("#a", -8, -4), scored("#b", 9, 0), scored("#c", 8, 0)],
    "#a falls behind: −8%, similar hashtags +8%",
  ],
  [
    "a rise of all",
    [scored("#a", 7, 0), scored("#b", 9, 0), scored("#c", 8, 0)],
    "Nothing stands out: all three rise with the platform",
  ],
  [
    "one that grows more than the others, as before",
    [scored("#a", 44.5, 0, 9), scored("#b", 6.4, 0), scored("#c", 6, 0)],
    "#a keeps growing as before: +44.5%, similar hashtags +6.4%",
  ],
  [
    "one that grows less than before, but as much as the others",
    [scored("#a", 9, -4, 0.5), scored("#b", 9, 0), scored("#c", 8, 0)],
    "Nothing stands out: +9% is usual",
  ],
  [
    "one that grows more than the others, with no earlier period to compare",
    [{ ...scored("#a", 64, 5.4), byOwn: false }, scored("#b", 9, 0), scored("#c", 8, 0)],
    "#a grows faster than the others: +64%, similar hashtags +9%",
  ],
  ["a rise without scores", [trend("#a", 100, 164), trend("#b", 100, 99)], "#a grew most: +64%"],
  ["an equal rise", [trend("#a", 100, 110.7), trend("#big", 1000, 1107.02)], "#big grew most: +10.7%"],
  ["a fall without scores", [trend("#a", 100, 60), trend("#b", 100, 101)], "#a fell most: −40%"],
  ["no change", [trend("#a", 100, 100), trend("#b", 100, 100)], "Nothing changed"],
  ["too few measurements", [], null],
  ["one that is no longer measured", [trend("#x", 9, 99, { until: 5 }), trend("#b", 100, 99)], "#b fell most: −1%"],
])("the headline of views with %s", (_, all, words) => {
  expect(headlineOn(all, views)).toBe(words);
});

test("a score says what it means, compared with the others and with its own past, and why there is none", () => {
  const words = (score: number | null, apart: number | null = score, more: Partial<Trend> = {}) =>
    scoreWords({ ...trend("#a", 100, 140), score, apart, ...more });
  expect([words(5), words(0), words(-4)]).toEqual(["a trend of its own", "like the others", "falls behind the others"]);
  expect([words(0, 9), words(0, -9)]).toEqual(["steady growth, as before", "differs from the others, as before"]);
  expect([words(5, -1), words(-4, 1)]).toEqual(["faster than before", "slower than before"]);
  expect(words(5, 5, { byOwn: false })).toBe("faster than the others");
  expect(words(null)).toBe("too little data for a score");
  expect(words(null, null, { since: 5 })).toBe("too new for a score");
});

test("prices have the decimals of their currency, places a #", () => {
  expect(valueText(14.9, { currency: "USD" }, prices)).toMatch(/14\.90/);
  expect(valueText(1490, { currency: "JPY" }, prices)).not.toContain(".");
  expect(valueText(4, { currency: null }, places)).toBe("#4");
  const viewed = (before: number, after: number) => valuesText(trend("#a", before, after), views);
  expect(viewed(1_174_000_000, 1_219_000_000)).toEqual(["1.174B", "1.219B"]);
  expect([viewed(1_174_000_000, 1_174_000_000), viewed(68e9, 98e9)]).toEqual([
    ["1.2B", "1.2B"],
    ["68B", "98B"],
  ]);
});

test("a series without data for two days is no longer measured; one with a gap before goes on", () => {
  const until = (last: number) =>
    trendsIn(
      {
        head: {} as never,
        targets: [{ id: "tgt_1", name: "Mine", kind: "hashtag", params: {}, lastOkAt: null, state: null }],
        points: new Map([
          [
            "tgt_1",
            [
              [0, { "views:a": 100 }],
              [last, { "views:a": 110 }],
            ],
          ],
        ]),
        next: null,
        earlier: new Map(),
      },
      { begins: "views:" },
      false,
      0,
      30 * DAY,
    ).map((one) => one.until);
  expect(until(29 * DAY)).toEqual([null]);
  expect(until(27 * DAY)).toEqual([27 * DAY]);
});

const compared = (name: string, seconds: number, more: object = {}) =>
  ({ row: { name, seconds, coverage: 1, averageViewers: null, peakViewers: null, ...more }, days: [] }) as never;

test("a comparison says who has the most, and that something is not known rather than nobody", () => {
  const [maria, lena] = [compared("Maria", 7200), compared("Lena", 3600)];
  expect(comparedWords([maria, lena], "airtime")).toBe("Of these 2, Maria was live most: 2 h");
  const unsure = compared("Lena", 9000, { coverage: 0.5 });
  expect(comparedWords([maria, unsure], "airtime")).toBe("Of these 2, Lena was live most: at least 2 h 30 min");
  const [quiet, lost] = [compared("A", 0), compared("B", 0, { coverage: 0 })];
  expect(comparedWords([quiet, quiet], "airtime")).toBe("No one was live in this time");
  expect(comparedWords([quiet, lost], "airtime")).toBe("Not known who was live most");
  const rowOf = (seconds: number, coverage: number | null) => ({ seconds, coverage }) as AirtimeRow;
  expect([rowOf(0, 0.5), rowOf(0, 1), rowOf(60, 0.5)].map(airtimeWords)).toEqual([
    "unknown",
    "0 min",
    "at least 1 min",
  ]);
  expect(comparedWords([maria], "airtime")).toBe("Compare creators");
  const [seen, watched] = [compared("A", 60, { averageViewers: 3293 }), compared("B", 60, { peakViewers: 5575 })];
  expect(comparedWords([seen, watched], "viewers")).toMatch(/^Of these 2, A had the most viewers: 3,293 on average$/);
  expect(comparedWords([seen, watched], "peak")).toMatch(/^Of these 2, B peaked highest: 5,575 viewers$/);
});
