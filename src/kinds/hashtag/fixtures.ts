import type { Json, JsonObject } from "../../core/json.ts";
import type { Fixture } from "../kind.ts";

const row = (info: JsonObject): Json => ({
  challenge_info: {
    banner_list: null,
    cha_attrs: null,
    collect_stat: 0,
    connect_music: [],
    desc: "",
    extra_attr: { is_live: false },
    hashtag_profile: "",
    is_challenge: 0,
    is_commerce: false,
    is_pgcshow: false,
    schema: "aweme://aweme/challenge/detail",
    search_highlight: null,
    share_info: { bool_persist: 0, share_desc: "", share_url: "https://www.videos.example/tag/x" },
    show_items: null,
    sub_type: 0,
    type: 1,
    ...info,
  },
  items: null,
  position: null,
});

const page = (rows: Json, rest: JsonObject = {}): Json => ({
  code: 0,
  msg: "success",
  data: {
    ad_info: {},
    challenge_list: rows,
    cursor: 20,
    has_more: 0,
    extra: {
      api_debug_info: null,
      fatal_item_ids: [],
      logid: "20260105120000AAAA",
      now: 1_767_614_400_000,
      search_request_id: "",
      server_stream_time: 1_767_614_400_000,
    },
    feedback_type: "hashtag",
    global_doodle_config: { feedback_survey: null, hide_results: false, keyword: "knit", new_source: "normal_search" },
    is_match: false,
    keyword_disabled: 0,
    log_pb: { impr_id: "20260105120000BBBB" },
    qc: "",
    status_code: 0,
    ...rest,
  },
});

const knit = row({
  cid: "31044218",
  cha_name: "knit",
  search_cha_name: "knit",
  use_count: 1_204_511,
  user_count: 1_204_511,
  view_count: 689_794_358_822,
});
// Its `use_count` is missing, and `user_count` means something else.
const knitTok = row({ cid: "1650017772223334", cha_name: "knittok", user_count: 90_112, view_count: 2_100_400_300 });

const knitDisplayed = { cid: "31044218", name: "knit", viewCount: 689_794_358_822, useCount: 1_204_511, position: 1 };
const knitTokDisplayed = {
  cid: "1650017772223334",
  name: "knittok",
  viewCount: 2_100_400_300,
  useCount: null,
  position: 2,
};

/** Answers of hashtag searches, in the formats observed. */
export const fixtures: Fixture[] = [
  {
    name: "one page",
    params: { keyword: "knit", region: "US" },
    bodies: [page([knit, knitTok])],
    snapshot: { results: [knitDisplayed, knitTokDisplayed] },
  },
  {
    name: "two pages with an opaque cursor, a row twice, ids as numbers, counts as text",
    params: { keyword: "knit", region: "GB", count: 50 },
    bodies: [
      page([knit], { has_more: true, cursor: "40" }),
      page([knit, row({ cid: 77, cha_name: "knitting", use_count: "12", user_count: 99, view_count: "3400" })], {
        has_more: "0",
        cursor: 60,
      }),
    ],
    snapshot: {
      results: [knitDisplayed, { cid: "77", name: "knitting", viewCount: 3400, useCount: 12, position: 2 }],
    },
  },
  {
    name: "a second page that could not be answered",
    params: { keyword: "knit", region: "US", count: 40 },
    bodies: [
      page([knit, knitTok], { has_more: 1 }),
      page(null, { search_nil_info: { search_nil_item: "empty_session", search_nil_type: "", text_type: 10 } }),
    ],
    snapshot: { results: [knitDisplayed, knitTokDisplayed] },
  },
  {
    name: "really nothing",
    params: { keyword: "qwxzv", region: "US" },
    bodies: [page(null)],
    snapshot: { results: [] },
  },
];
