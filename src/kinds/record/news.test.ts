import { expect, test } from "vitest";
import { inEnglish } from "../../core/sentence.ts";
import type { KnownNumber } from "../../core/watched-number.ts";
import type { Past } from "../news.ts";
import { recordNews } from "./news.ts";
import type { RecordState } from "./view.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = 100 * DAY;

const state = (fields: RecordState["fields"], more: Partial<RecordState> = {}): RecordState => ({
  since: 0,
  sampledAt: 0,
  mark: null,
  fields,
  numbers: {},
  ...more,
});
const number = (value: number, more: Partial<KnownNumber> = {}): KnownNumber => ({
  value,
  seenAt: 0,
  peak: value,
  sides: {},
  points: [],
  surgedAt: null,
  ...more,
});
const say = (one: RecordState, points: Past["points"] = []) => recordNews(one, { points, now: NOW }, inEnglish);

test("names the two numbers that changed most", () => {
  const points: Past["points"] = [[NOW - 7 * DAY, { followers: 12_100, likes: 900, videos: 5 }]];
  expect(say(state({ followers: 12_400, likes: 990, videos: 5, name: "Maria" }), points)).toBe(
    "likes 990, up 90 (+10%) in 7 days · followers 12.4K, up 300 (+2.5%) in 7 days",
  );
});

test("without points, a watched number has its own past; others have none", () => {
  const followers = number(12_400, { points: [[NOW - 6 * HOUR, 12_000]] });
  expect(say(state({ followers: 1 }, { numbers: { followers } }))).toBe("followers 12.4K, up 400 (+3.3%) in 6 h");
  expect(say(state({ followers: 12_400 }))).toBe("followers 12.4K, nothing to compare with yet");
});

test("numbers that can't be read are not compared", () => {
  const followers = number(12_400, { unreadableSince: NOW - HOUR });
  const points: Past["points"] = [[NOW - DAY, { followers: 12_000, likes: 9 }]];
  expect(say(state({}, { numbers: { followers } }), points)).toBe("can't be read");
  expect(say(state({ likes: 9 }, { missing: ["likes"] }), points)).toBe("can't be read");
  expect(say(state({ likes: 12 }, { numbers: { followers } }), points)).toBe("likes 12, up 3 (+33.3%) in 24 h");
  expect(say(state({ name: "Maria" }), points)).toBe("1 field");
});
