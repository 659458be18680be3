import { fold, hashtagsOf } from "../world/hashtags.ts";
import { snowflake } from "../world/snowflake.ts";
import type { World } from "../world/world.ts";
import { type Operation, pageOf } from "./operation.ts";
import { acquaintance, userObject } from "./user-object.ts";
import { commentCount, hashtagName, musicObject, videoAbout, videoObject } from "./video-object.ts";

const categories = ["Comedy", "Music", "Food", "Gaming", "Beauty", "Sports"];
const remarks = ["love this", "first!", "how did you do that?", "more please", "the ending…", "same here"];

const videosAbout =
  (kind: string, parameter: string): Operation =>
  ({ params, world }) => {
    const id = params.text(parameter);
    const total = world.dice.int(`about/${kind}/${id}`, 8, 70);
    return pageOf(params, "aweme_list", total, (place) => videoAbout(world, kind, id, place));
  };

function commentObject(world: World, commentId: string): object {
  return {
    cid: commentId,
    aweme_id: world.lineage.ownerOf("comment", commentId),
    text: world.dice.pick(`remark/${commentId}`, remarks),
    user: userObject(world, acquaintance(world, "commenter", commentId, 0)),
    digg_count: world.dice.int(`applause/${commentId}`, 0, 900),
    reply_comment_total: replyCount(world, commentId),
  };
}

function replyCount(world: World, commentId: string): number {
  return world.dice.int(`replies/${commentId}`, 0, 6);
}

function commentAt(world: World, kind: string, parentId: string, videoId: string, place: number): object {
  const id = snowflake(Date.UTC(2026, 5, 1), world.dice.bits(`${kind}/${parentId}/${place}`));
  world.lineage.note("comment", id, videoId);
  return commentObject(world, id);
}

export const videoOperations: Readonly<Record<string, Operation>> = {
  "video.info": ({ params, world }) => ({ aweme_detail: videoObject(world, params.text("video_id")), status_code: 0 }),
  "video.comments": ({ params, world }) => {
    const videoId = params.text("video_id");
    const make = (place: number): object => commentAt(world, "comment", videoId, videoId, place);
    return pageOf(params, "comments", commentCount(world, videoId), make);
  },
  "video.comment_replies": ({ params, world }) => {
    const commentId = params.text("comment_id");
    const make = (place: number): object => commentAt(world, "reply", commentId, params.text("video_id"), place);
    return pageOf(params, "comments", replyCount(world, commentId), make);
  },
  "video.comment": ({ params, world }) => ({
    comment: commentObject(world, params.text("comment_id")),
    status_code: 0,
  }),
  "video.trending_categories": ({ params }) => ({
    region: params.text("region"),
    category_list: categories.map((name, place) => ({ category_id: place + 1, name })),
  }),
  "video.trending": videosAbout("trend", "region"),
  "video.by_play": videosAbout("play", "play_id"),
  "video.by_hashtag": videosAbout("hashtag", "hashtag_id"),
  "video.by_music": videosAbout("music", "music_id"),
  "video.by_product": videosAbout("product", "product_id"),
  "video.by_seller": videosAbout("seller", "seller_id"),
  "video.hashtag": ({ params, world }) => {
    const id = params.text("hashtag_id");
    const name = hashtagName(world, id);
    const found = hashtagsOf(world, name, "US").find((tag) => tag?.name === fold(name));
    return {
      ch_info: { cid: id, cha_name: name, view_count: found?.views ?? 0, user_count: found?.uses ?? 0 },
      status_code: 0,
    };
  },
  "video.music": ({ params, world }) => ({ music_info: musicObject(world, params.text("music_id")), status_code: 0 }),
  "video.user_music": ({ params, world }) => {
    const userId = params.text("user_id");
    return pageOf(params, "music_list", world.dice.int(`sounds/${userId}`, 0, 12), (place) => {
      const id = world.dice.digits(`music/${userId}/${place}`, "71", 19);
      world.lineage.note("music", id, userId);
      return musicObject(world, id);
    });
  },
};
