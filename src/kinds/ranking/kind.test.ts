import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../core/json.ts";
import { leagueOf, titleOf } from "./vocabulary.ts";
import { decodeRankings, wordsOf } from "./kind.ts";
import { inEnglish } from "../../core/sentence.ts";
import { summaryOf, UNSEEN, type RankingState } from "./view.ts";

const stateOf = (...all: object[]) =>
  ({
    since: 0,
    league: null,
    rankings: Object.fromEntries(all.map((one, n) => [`k${n}`, { ...UNSEEN, title: `Ranking ${n}`, ...one }])),
  }) as RankingState;

test.each<[object[], string]>([
  [[], "no rankings"],
  [[{ onRank: false }], "on 0 of 1 ranking"],
  [[{ onRank: true, place: null }], "on 1 of 1 ranking"],
  [
    [
      { onRank: true, place: 9 },
      { onRank: true, place: 4 },
      { onRank: false, place: 1 },
    ],
    "on 2 of 3 rankings, best #4",
  ],
])("%j in short: %s", (all, words) => {
  expect(summaryOf(stateOf(...all), inEnglish)).toBe(words);
});

const body = (entrance: JsonObject, group: JsonObject = {}, tabs: Json = []): Json => ({
  code: 0,
  data: { data: [{ group_type: 1, data: { entrances: [{ rank_type: 8, ...entrance }], tabs }, ...group }] },
});

function standing(...parts: Parameters<typeof body>) {
  const view = decodeRankings(body(...parts));
  if (!view.ok) throw new Error(view.error.detail);
  return view.value.standings[0];
}

const gapOf = (pieces: Json): Json => ({
  gap_desc: { key: "k", default_pattern: "{0:string} Diamonds to reach No. {1:string}", pieces },
});

test.each<[string, JsonObject, JsonObject]>([
  ["on the list at a place", { owner_on_rank: true, owner_rank_idx: 7 }, { onRank: true, place: 7 }],
  ["coerced", { owner_on_rank: "1", owner_rank_idx: "7" }, { onRank: true, place: 7 }],
  ["on the list, index 0", { owner_on_rank: true, owner_rank_idx: 0 }, { onRank: true, place: null }],
  ["off the list, index 7", { owner_on_rank: false, owner_rank_idx: 7 }, { onRank: false, place: null }],
  ["only an index", { owner_rank_idx: 7 }, { onRank: true, place: 7 }],
  ["only index 0: nothing is said", { owner_rank_idx: 0 }, { onRank: null, place: null }],
  ["neither", {}, { onRank: null, place: null }],
  ["rank type 0 is real", { rank_type: 0 }, { rankType: 0, title: "Hourly Ranking" }],
  ["no reset", { reset_time: 0 }, { resetAt: null }],
  ["reset as text", { reset_time: "1771369200" }, { resetAt: 1_771_369_200_000 }],
  ["reset beyond all time", { reset_time: 9e15 }, { resetAt: null }],
  ["class", { class_info: { class_type: 1900, star_count: 1 } }, { classType: 1900 }],
  ["no class", { class_info: { class_type: 0 } }, { classType: null }],
  ["class info as an empty list", { class_info: [] }, { classType: null }],
  ["keys that the specification lacks", { current_score: 5, settle_info: {}, real_time_rank: 3 }, { onRank: null }],
  [
    "gap and bonus together",
    {
      affiliated_content: {
        ...(gapOf([{ string_value: "13.8K" }, { string_value: "99" }]) as JsonObject),
        team_rank_bonus_time: {},
      },
    },
    { gap: "13.8K Diamonds to reach No. 99" },
  ],
  [
    "a piece without text",
    { affiliated_content: gapOf([{ type: 7 }, { string_value: "99" }]) },
    { gap: "Diamonds to reach No. 99" },
  ],
  ["affiliated content as an empty list", { affiliated_content: [] }, { gap: null }],
])("%s", (_name, entrance, expected) => {
  expect(standing(entrance)).toMatchObject(expected);
});

test("the tab with the same rank type names the ranking", () => {
  const tabs = [
    { rank_type: 1, title: "Weekly" },
    { rank_type: 8, title: "Today" },
  ];
  expect(standing({}, {}, tabs)?.title).toBe("Today");
  expect(standing({}, {}, [{ rank_type: "8", title: null, title_text: { default_pattern: "Heute" } }])?.title).toBe(
    "Heute",
  );
  expect(standing({ rank_type: 15 }, {}, {})?.title).toBe("Team Ranking");
});

test.each<[string, Json, string]>([
  ["no data", { code: 0 }, "/data"],
  ["null data", { code: 0, data: null }, "/data"],
  ["no groups", { code: 0, data: { status_code: 0 } }, "/data/data"],
  ["groups that are text", { code: 0, data: { data: "x" } }, "/data/data"],
  ["a group that is none", { code: 0, data: { data: [7] } }, "/data/data/0"],
  ["a group without type", body({}, { group_type: null }), "/data/data/0/group_type"],
  ["a group without data", body({}, { data: null }), "/data/data/0/data"],
  ["a group without entrances", body({}, { data: { tabs: [] } }), "/data/data/0/data/entrances"],
  ["an entrance without type", body({ rank_type: "x" }), "/data/data/0/data/entrances/0/rank_type"],
])("malformed: %s", (_name, answer, path) => {
  expect(decodeRankings(answer)).toMatchObject({ ok: false, error: { kind: "malformed", path } });
});

test.each<[string, Json]>([
  ["null groups", { data: { data: null } }],
  ["groups as an empty object", { data: { data: {} } }],
  ["data as an empty list", { data: [] }],
  ["a group whose data is an empty list", body({}, { data: [] })],
])("no ranking, and no fault: %s", (_name, answer) => {
  expect(decodeRankings(answer)).toEqual({ ok: true, value: { standings: [] } });
});

test("leagues and titles", () => {
  expect([100, 500, 600, 1600, 2000, 2100].map(leagueOf)).toEqual(["D5", "D1", "C5", "A5", "A1", "S"]);
  expect(leagueOf(2200)).toBe("class 2200");
  expect(titleOf(999)).toBe("Ranking 999");
  expect(wordsOf({ default_pattern: 5 })).toBeNull();
});

test.each<[Json, string | undefined]>([
  ["12th", "/data/data/0/data/entrances/0/owner_rank_idx"],
  [{ place: 7 }, "/data/data/0/data/entrances/0/owner_rank_idx"],
  ["7", undefined],
  [0, undefined],
  [null, undefined],
  ["", undefined],
])("the place %j can't be read: %s", (index, pointer) => {
  const view = decodeRankings(body({ owner_on_rank: true, owner_rank_idx: index }));
  expect(view.ok ? view.value.unreadable?.path : null).toBe(pointer);
});
