import { expect, test } from "vitest";
import { inEnglish } from "../../core/sentence.ts";
import type { KnownNumber } from "../../core/watched-number.ts";
import type { Past } from "../news.ts";
import { listNews } from "./latest.ts";
import { BLANK, type KnownItem, type ListState } from "./view.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = 100 * DAY;

const item = (title: string | null, seenAt: number, more: Partial<KnownItem> = {}): KnownItem => ({
  fields: title === null ? {} : { title },
  seenAt,
  absence: null,
  numbers: {},
  ...more,
});
const plays = (value: number, more: Partial<KnownNumber> = {}): Record<string, KnownNumber> => ({
  plays: { value, seenAt: 0, peak: value, sides: {}, points: [], surgedAt: null, ...more },
});
const say = (known: ListState["known"], points: Past["points"] = [], more: Partial<ListState> = {}): string =>
  listNews({ ...BLANK, known, ...more }, { points, now: NOW }, inEnglish);

const old = item("Old", NOW - 30 * DAY);

test("counts what appeared in seven days, and names the newest", () => {
  expect(say({ 1: old, 2: item("One", NOW - 2 * DAY), 3: item("Two", NOW - HOUR) })).toBe(
    "2 items appeared in 7 days, newest: Two",
  );
  expect(say({ 1: old, 2: item("One", NOW - 2 * DAY) })).toBe("1 item appeared in 7 days: One");
  expect(say({ 1: old, 2: item(null, NOW - 2 * DAY) })).toBe("1 item appeared in 7 days");
  expect(say({ 1: old })).toBe("Nothing new in 7 days");
});

test("items of the first check are not new", () => {
  const first = { 1: item("A", NOW - 3 * DAY), 2: item("B", NOW - 3 * DAY) };
  expect(say(first)).toBe("Nothing new in 3 days");
  expect(say({ ...first, 3: item("C", NOW - HOUR) })).toBe("1 item appeared in 3 days: C");
  expect(say({ 1: item("A", NOW - HOUR / 2) })).toBe("1 item, nothing to compare with yet");
});

test("items that are not proven to be new don't count", () => {
  expect(say({ 1: old, 2: item("One", NOW - HOUR, { held: true }) })).toBe("Nothing new in 7 days");
});

test("names the number that grew most", () => {
  const known = {
    1: { ...old, numbers: plays(2_000_000) },
    2: item("Two", NOW - 30 * DAY, { numbers: plays(1_200_000) }),
    3: item("Three", NOW - 30 * DAY, { numbers: plays(9_000_000, { unreadableSince: NOW }) }),
  };
  const points: Past["points"] = [[NOW - 7 * DAY, { "plays:1": 1_990_000, "plays:2": 1_160_000, "plays:3": 1000 }]];
  expect(say(known, points)).toBe("Nothing new in 7 days · Two: plays 1.2M, up 40K (+3.4%) in 7 days");
});

test("names the largest of those that grew alike", () => {
  const known = {
    1: { ...old, numbers: plays(12_002) },
    2: item("Big", NOW - 30 * DAY, { numbers: plays(2_214_000) }),
  };
  const points: Past["points"] = [[NOW - 7 * DAY, { "plays:1": 10_840, "plays:2": 2_000_000 }]];
  expect(say(known, points)).toContain("Big: plays 2.2M, up 214K (+10.7%)");
});

test("an empty list, and one that lost most of its items, say so", () => {
  expect(say({})).toBe("0 items");
  expect(say({ 1: old }, [], { doubt: { since: 0, from: null, answers: 1 } })).toContain("Most of it was missing");
});
