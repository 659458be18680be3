import type { Json, JsonObject } from "../../core/json.ts";
import type { Fixture } from "../kind.ts";

const words = (key: string, pattern: string, pieces: Json[] = []): JsonObject => ({
  default_format: {
    bold: false,
    color: "#ffffffff",
    font_size: 0,
    italic: false,
    italic_angle: 0,
    use_heigh_light_color: false,
    use_remote_clor: false,
    weight: 400,
  },
  default_pattern: pattern,
  key,
  pieces,
});

const entrance = (rankType: Json, fields: JsonObject): JsonObject => ({
  block_message: false,
  countdown: 3114,
  default_content: words("pm_mt_live_rank", "Ranking"),
  owner_on_rank: false,
  owner_rank_idx: 0,
  rank_type: rankType,
  related_tab_rank_type: rankType,
  request_first_show_type: 0,
  reset_time: 1_893_456_000,
  roll_config: { duration: 4, weight: 1 },
  window_size: 86_400,
  ...fields,
});

const group = (groupType: Json, entrances: Json, tabs: Json = []): Json => ({
  Priority: 10,
  animation_loop_for_off: false,
  data: { entrances, tabs },
  group_type: groupType,
  is_animation_loop_play: true,
  union_animation: { rank_type_array: [], supported_version: 1, union_type: 0 },
});

const body = (groups: Json): Json => ({
  code: 0,
  msg: "success",
  data: { data: groups, extra: { now: 1_767_614_400_000 }, status_code: 0 },
});

const gap = words("pm_mt_Live_WRdiamonds", "{0:string} Diamonds to reach No. {1:string}", [
  { string_value: "13.8K", type: 1 },
  { string_value: "99", type: 1 },
]);

const tab = (rankType: number, title: string): Json => ({
  list_lynx_type: 0,
  rank_type: rankType,
  title,
  title_text: words("pm_mt_live_rank_title", title),
});

const params = { roomId: "7607641337668520712", userId: "7444599004337652758" };

/** Answers of live ranking lists, in the formats observed. */
export const fixtures: Fixture[] = [
  {
    name: "hourly and daily gifts with a league, and a shop ranking without a tab",
    params,
    bodies: [
      body([
        group(
          1,
          [
            entrance(8, {
              owner_on_rank: true,
              owner_rank_idx: 7,
              affiliated_content: { gap_desc: gap },
              class_info: { class_type: 2000, star_count: 3 },
            }),
            entrance(0, { affiliated_content: [], reset_time: 0, window_size: 0 }),
          ],
          [tab(0, "Hourly LIVE"), tab(8, "Daily Ranking")],
        ),
        group(2, [entrance(6, { owner_on_rank: 1, owner_rank_idx: "31", current_score: 12 })]),
      ]),
    ],
    snapshot: {
      league: "A1",
      rankings: [
        { groupType: 1, rankType: 0, title: "Hourly LIVE", onRank: false, place: null, bestPlace: null, resetAt: null },
        {
          groupType: 1,
          rankType: 8,
          title: "Daily Ranking",
          onRank: true,
          place: 7,
          bestPlace: 7,
          resetAt: "2030-01-01T00:00:00.000Z",
        },
        {
          groupType: 2,
          rankType: 6,
          title: "Shop Weekly Ranking",
          onRank: true,
          place: 31,
          bestPlace: 31,
          resetAt: "2030-01-01T00:00:00.000Z",
        },
      ],
    },
  },
  {
    name: "the flag and the place disagree; a type that nobody named; a row that does not decode",
    params,
    bodies: [
      body([
        group(
          "3",
          [
            entrance(777, { owner_on_rank: true, owner_rank_idx: 0, reset_time: null }),
            entrance(11, { owner_on_rank: false, owner_rank_idx: 12, reset_time: "0" }),
            entrance("?", {}),
          ],
          { "": null },
        ),
      ]),
    ],
    snapshot: {
      league: null,
      rankings: [
        {
          groupType: 3,
          rankType: 11,
          title: "Daily Game Ranking",
          onRank: false,
          place: null,
          bestPlace: null,
          resetAt: null,
        },
        {
          groupType: 3,
          rankType: 777,
          title: "Ranking 777",
          onRank: true,
          place: null,
          bestPlace: null,
          resetAt: null,
        },
      ],
    },
  },
  {
    name: "rankings turned off",
    params,
    bodies: [body([])],
    snapshot: { league: null, rankings: [] },
  },
];
