import type { Json, JsonObject } from "../../core/json.ts";
import type { Fixture } from "../kind.ts";

const video = (id: string | number | null, more: JsonObject = {}): Json => ({
  aweme_id: id,
  desc: `Video ${id}`,
  create_time: 1_767_614_400,
  author: { uid: "7012", unique_id: "maria", nickname: "Maria", room_id: 0 },
  statistics: { play_count: 12_500, digg_count: 980, comment_count: 31, share_count: 4 },
  cha_list: [],
  video: { duration: 15_000, cover: { uri: "cover/1", url_list: ["https://pictures.example/cover/1.jpeg"] } },
  share_url: `https://www.videos.example/video/${id}`,
  ...more,
});

const page = (rows: Json, rest: JsonObject = {}): Json => ({
  code: 0,
  msg: "success",
  data: { aweme_list: rows, cursor: 30, has_more: 0, total: 2, status_code: 0, ...rest },
});

const displayed = (id: string, more: JsonObject = {}): JsonObject => ({
  itemId: id,
  fields: {
    title: `Video ${id}`,
    link: `https://www.videos.example/video/${id}`,
    picture: "https://pictures.example/cover/1.jpeg",
    author: "Maria",
    time: 1_767_614_400,
    plays: 12_500,
    likes: 980,
    comments: 31,
    shares: 4,
    ...more,
  },
});

const params = { operation: "user.videos", values: { userId: "7012" } };

/** Answers of lists of videos, in the formats observed. */
export const fixtures: Fixture[] = [
  {
    name: "a page of videos",
    params,
    settings: { watch: [{ field: "plays", above: 100_000 }] },
    bodies: [page([video("7501002"), video("7501001"), video("7501003")])],
    snapshot: { items: [displayed("7501003"), displayed("7501002"), displayed("7501001")], count: 3, complete: true },
  },
  {
    name: "a row twice, one without an id, ids as numbers, counts as text",
    params: { operation: "user.videos", values: { userId: 7012 } },
    bodies: [
      page([
        video(7_501_001, {
          statistics: { play_count: "12500", digg_count: "980", comment_count: "31", share_count: "4" },
        }),
        video("7501001", {
          statistics: { play_count: "12500", digg_count: "980", comment_count: "31", share_count: "4" },
        }),
        video(null),
      ]),
    ],
    snapshot: { items: [displayed("7501001")], count: 1, complete: true },
  },
  {
    name: "nothing yet",
    params,
    bodies: [page([])],
    snapshot: { items: [], count: 0, complete: true },
  },
];
