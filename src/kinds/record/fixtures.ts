import type { Json, JsonObject } from "../../core/json.ts";
import type { Fixture } from "../kind.ts";

const detail = (more: JsonObject): Json => ({
  code: 0,
  msg: "success",
  data: {
    aweme_detail: {
      aweme_id: "7501001",
      desc: "Day one",
      create_time: 1_767_614_400,
      author: { uid: "7012", unique_id: "maria", nickname: "Maria" },
      cha_list: [],
      share_url: "https://www.videos.example/video/7501001",
      ...more,
    },
    status_code: 0,
  },
});

/** Answers about one video, in the formats observed. */
export const fixtures: Fixture[] = [
  {
    name: "a video",
    params: { operation: "video.info", values: { videoId: "7501001" } },
    bodies: [
      detail({ statistics: { play_count: 12_500, digg_count: 980, comment_count: 31, share_count: 0, aweme_id: "7" } }),
    ],
    snapshot: { fields: { title: "Day one", author: "Maria", plays: 12_500, likes: 980, comments: 31, shares: 0 } },
  },
  {
    name: "counts as text, one of another type, one missing",
    params: { operation: "video.info", values: { videoId: 7_501_001 } },
    bodies: [detail({ statistics: { play_count: "12500", digg_count: [3], comment_count: null } })],
    snapshot: { fields: { title: "Day one", author: "Maria", plays: 12_500 } },
  },
];
