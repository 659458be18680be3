import { expect, test } from "vitest";
import type { Fault } from "../../core/fault.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { firstPoll, readOff } from "../../../test/support/readings.ts";
import { hashtagParams } from "./params.ts";
import { decodePage, maxPages, readHashtags, UNANSWERED } from "./kind.ts";
import { BLANK, lostIn, type Found, type KnownHashtag } from "./view.ts";

const row = (cid: Json, info: JsonObject = {}): Json => ({
  challenge_info: { cid, cha_name: `tag${JSON.stringify(cid)}`, ...info },
});
const page = (rows: Json, rest: JsonObject = {}): Json => ({
  code: 0,
  data: { challenge_list: rows, has_more: 0, ...rest },
});
const rows = (from: number, to: number): Json => Array.from({ length: to - from }, (_none, i) => row(String(from + i)));
const nil = page(null, { search_nil_info: { search_nil_item: "empty_session" } });
const fault: Fault = { kind: "unreachable", status: 503, detail: "the service answered 503" };

function search(count: number, answers: Parameters<typeof readOff>[1]) {
  const { seen, calls } = readOff(readHashtags(firstPoll({ keyword: "knit", region: "US", count })), answers);
  const view = seen.ok ? seen.value : { found: [], complete: null };
  return {
    fault: seen.ok ? null : seen.error,
    cids: view.found.map(({ cid }) => cid),
    complete: view.complete,
    offsets: calls.map(({ values }) => values["offset"]),
    counts: calls.map(({ values }) => values["count"]),
  };
}

test("one page is enough if it has all results", () => {
  const seen = search(10, [page(rows(1, 13), { has_more: 1, cursor: 10 })]);
  expect(seen).toMatchObject({ complete: true, offsets: [0], counts: [10] });
  expect(seen.cids).toHaveLength(10);
});

test("the cursor is opaque and pages are short", () => {
  const answers = [page(rows(1, 11), { has_more: 1, cursor: 20 }), page(rows(11, 18), { has_more: 0, cursor: 40 })];
  expect(search(50, answers)).toMatchObject({ complete: true, offsets: [0, 20], counts: [20, 20] });
});

test("an empty page in the middle does not end the search", () => {
  const answers = [
    page(rows(1, 4), { has_more: true, cursor: "20" }),
    page([], { has_more: "1", cursor: 40 }),
    page(rows(4, 6)),
  ];
  expect(search(20, answers)).toMatchObject({ complete: true, cids: ["1", "2", "3", "4", "5"], offsets: [0, 20, 40] });
});

test.each<[string, Json[], number]>([
  ["the cursor stands still", [page(rows(1, 3), { has_more: 1, cursor: 0 })], 1],
  ["there is no cursor", [page(rows(1, 3), { has_more: 1 })], 1],
  [
    "the pages never end",
    Array.from({ length: 20 }, (_none, i) => page(rows(i + 1, i + 2), { has_more: 1, cursor: i + 1 })),
    4,
  ],
])("stops where %s", (_name, answers, calls) => {
  expect(search(20, answers)).toMatchObject({ complete: true, offsets: { length: calls } });
});

test("a later page that fails, is not granted or is unanswered leaves a partial view", () => {
  const first = page(rows(1, 11), { has_more: 1, cursor: 20 });
  for (const second of [[{ fault }], [], [nil], [page("?")], [null]]) {
    expect(search(20, [first, ...second])).toMatchObject({ complete: false, cids: { length: 10 }, fault: null });
  }
});

test("a failing first page is a fault, an unanswered one an empty partial view", () => {
  expect(search(20, [{ fault }])).toMatchObject({ fault });
  expect(search(20, [nil])).toMatchObject({ complete: false, cids: [] });
  expect(search(20, [page(null)])).toMatchObject({ complete: true, cids: [] });
});

test("the number of calls never exceeds maxPages", () => {
  expect([1, 10, 20, 50].map(maxPages)).toEqual([3, 3, 4, 7]);
});

test.each<[string, JsonObject, JsonObject]>([
  ["an id as a number", { cid: 37_644_733 }, { cid: "37644733" }],
  [
    "an id beyond 2^53 beside its twin",
    { cid: 1_650_017_772_223_334_000_000, cid_str: "1650017772223334567" },
    { cid: "1650017772223334567" },
  ],
  ["no id, but a name", { cid: "0", cha_name: "knit" }, { cid: null, name: "knit" }],
  ["no use_count, which user_count is not", { user_count: 12 }, { uses: null }],
  ["counts as text", { view_count: "689794358822" }, { views: 689_794_358_822 }],
  ["counts that are missing or null", { view_count: null }, { views: null, uses: null }],
  ["a name only to search by", { cha_name: null, search_cha_name: "knit" }, { name: "knit" }],
])("row: %s", (_name, info, expected) => {
  const decoded = decodePage(page([row("5"), row("7", info)]));
  expect(decoded.ok && decoded.value !== UNANSWERED && decoded.value.found[1]).toMatchObject(expected);
});

test.each<[string, Json, string]>([
  ["null data", { data: null }, "/data"],
  ["no list", { data: { cursor: 20 } }, "/data/challenge_list"],
  ["a list that is text", page("x"), "/data/challenge_list"],
  ["rows that are none", page([1, 2]), "/data/challenge_list/0"],
  ["rows without info", page([{ challenge_info: null }]), "/data/challenge_list/0/challenge_info"],
  ["no row with an id", page([row(null), row("x")]), "/data/challenge_list/0/challenge_info/cid"],
])("malformed: %s", (_name, body, path) => {
  expect(decodePage(body)).toMatchObject({ ok: false, error: { kind: "malformed", path } });
});

test.each<[string, Json]>([
  ["data as an empty list", { data: [] }],
  ["nil info without a list", { data: { search_nil_info: { search_nil_item: "empty_session" } } }],
])("unanswered: %s", (_name, body) => {
  expect(decodePage(body)).toEqual({ ok: true, value: UNANSWERED });
});

test.each<[string, object, boolean]>([
  ["the least", { keyword: "k", region: "US" }, true],
  ["a hundred characters beyond the basic plane", { keyword: "🧶".repeat(100), region: "US" }, true],
  ["a hundred and one", { keyword: "k".repeat(101), region: "US" }, false],
  ["blank", { keyword: "  ", region: "US" }, false],
  ["half a character", { keyword: "\ud83e", region: "US" }, false],
  ["a region in small letters", { keyword: "k", region: "us" }, false],
  ["too many", { keyword: "k", region: "US", count: 51 }, false],
  ["an unknown field", { keyword: "k", region: "US", x: 1 }, false],
])("params: %s", (_name, params, good) => {
  expect(hashtagParams().safeParse(params).success).toBe(good);
});

test("counts that were known and can no longer be read are a fault, and unknown", () => {
  const known = (cid: string): [string, KnownHashtag] => [
    cid,
    { views: { value: 5, low: 0 }, uses: { value: 5, low: 0 } } as KnownHashtag,
  ];
  const state = { ...BLANK, known: Object.fromEntries(["5", "6", "7"].map(known)) };
  const fault = (...infos: [cid: string, info: Record<string, Json>][]) => {
    const asking = { ...firstPoll({ keyword: "knit", region: "US", count: 20 }), before: () => state };
    const rows = infos.map(([cid, info]) => row(cid, info));
    const { seen } = readOff(readHashtags(asking), [page(rows)]);
    return seen.ok ? (seen.value.unreadable?.path ?? null) : "no answer";
  };
  const [whole, shortened] = [
    { view_count: 9, use_count: 9 },
    { view_count: "9.9K", use_count: "9,9 mil" },
  ];
  expect(fault(["5", whole], ["6", shortened], ["7", { view_count: 9, use_count: null }])).toBeNull();
  expect(fault(["5", whole], ["6", { ...whole, view_count: "many" }])).toBe(
    "/data/challenge_list/1/challenge_info/view_count",
  );
  expect(fault(["5", { view_count: 9 }], ["6", { view_count: 9 }])).toBe(
    "/data/challenge_list/0/challenge_info/use_count",
  );
  expect(fault(["5", whole], ["8", { view_count: "many" }])).toBeNull();
  expect(
    lostIn(
      { views: { value: 5, low: 0 }, uses: { value: null, low: 0 } } as KnownHashtag,
      { views: null, uses: null } as Found,
    ),
  ).toEqual(["views"]);
});
