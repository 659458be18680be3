import { expect, test } from "vitest";
import { inEnglish } from "../../core/sentence.ts";
import type { Past } from "../news.ts";
import { hashtagNews } from "./news.ts";
import { BLANK, type HashtagState, type KnownHashtag } from "./view.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = 100 * DAY;

const tag = (name: string, position: number, views: number | null, more: Partial<KnownHashtag> = {}): KnownHashtag => ({
  name,
  position,
  views: { value: views, low: 0 },
  uses: { value: null, low: 0 },
  absence: null,
  points: [],
  surgedAt: null,
  seenAt: 0,
  ...more,
});

const say = (known: HashtagState["known"], points: Past["points"] = [], more: Partial<HashtagState> = {}): string =>
  hashtagNews({ ...BLANK, readTo: null, known, ...more }, { points, now: NOW }, inEnglish);

const known = { 1: tag("cats", 1, 2_000_000), 2: tag("#dance", 2, 1_200_000) };

test("names the hashtag that changed most in percent, over the time that was measured", () => {
  const points: Past["points"] = [
    [NOW - 8 * DAY, { "views:1": 1 }],
    [NOW - 7 * DAY, { "views:1": 1_990_000, "views:2": 1_160_000 }],
    [NOW - DAY, { "views:1": 1_995_000, "views:2": 1_180_000 }],
  ];
  expect(say(known, points)).toBe("#dance: 1.2M views, up 40K (+3.4%) in 7 days");
  expect(say(known, points.slice(2))).toBe("#dance: 1.2M views, up 20K (+1.7%) in 24 h");
});

test("a fall is news, and so is that nothing changed", () => {
  expect(say(known, [[NOW - 3 * DAY, { "views:1": 2_000_000, "views:2": 2_400_000 }]])).toBe(
    "#dance: 1.2M views, down 1.2M (−50%) in 3 days",
  );
  expect(say(known, [[NOW - 3 * DAY, { "views:1": 2_000_000, "views:2": 1_200_000 }]])).toBe(
    "#cats: 2M views, no change in 3 days",
  );
});

test("growth from tenfold on is a factor, and small counts do not compete", () => {
  const grown = { ...known, 3: tag("tiny", 3, 900), 4: tag("new", 4, 346_000) };
  const points: Past["points"] = [[NOW - 2 * DAY, { "views:1": 1_990_000, "views:3": 1, "views:4": 2000 }]];
  expect(say(grown, points)).toBe("#new: 346K views, up 344K (×173) in 2 days");
});

test("without points, the state's own past counts", () => {
  const row = tag("dance", 2, 1_200_000, { points: [[NOW - 5 * HOUR, 1_100_000]] });
  expect(say({ 1: known[1], 2: row })).toBe("#dance: 1.2M views, up 100K (+9.1%) in 5 h");
});

test("one measurement, or one of less than an hour ago, compares nothing", () => {
  const told = "#cats: 2M views, nothing to compare with yet";
  expect(say(known)).toBe(told);
  expect(say(known, [[NOW - HOUR / 2, { "views:1": 1_000_000, "views:2": 1_000_000 }]])).toBe(told);
});

test("what can't be read, is missing or was never seen is said", () => {
  const unreadable = { 1: tag("cats", 1, 2_000_000, { unreadable: { views: NOW - HOUR } }), 2: tag("dance", 2, null) };
  expect(say(unreadable, [[NOW - DAY, { "views:1": 1_000_000 }]])).toBe("Views can't be read");
  expect(say({}, [], { readTo: 0 })).toBe("not answered yet");
  expect(say({})).toBe("0 hashtags");
  const doubt = { since: NOW - HOUR, from: null, answers: 1 };
  expect(say(known, [], { doubt })).toBe("Most of it was missing in the last check. Checking again");
});

test("a hashtag that is gone or out of sight is no news", () => {
  const out = tag("gone", 1, 9_000_000, { absence: { times: 3, firstAt: 0, from: null, of: 9, out: true } });
  expect(say({ ...known, 9: out }, [[NOW - DAY, { "views:9": 1_000_000, "views:1": 1_900_000 }]])).toBe(
    "#cats: 2M views, up 100K (+5.3%) in 24 h",
  );
});
