import { castByUserId } from "../cast.ts";
import { dayMs, hourMs, minuteMs, secondMs } from "../world/durations.ts";
import { picture } from "../world/pictures.ts";
import { snowflake, snowflakeAt } from "../world/snowflake.ts";
import type { World } from "../world/world.ts";
import { userObject } from "./user-object.ts";

const captions = ["you asked for it", "part two", "wait for the end", "new favourite", "behind the scenes", "day one"];

/** When a user posts: from `anchorAt` on every `paceMs`, before it every `beforeMs`. */
interface Uploads {
  anchorAt: number;
  paceMs: number;
  beforeMs: number;
}

/**
 * Returns when a user posts. The cast posts every few minutes from shortly after the start, so that something happens in
 * a demo; before, and like everybody else, every day or so.
 */
function uploadsOf({ dice, startedAt }: World, userId: string): Uploads {
  const beforeMs = dice.int(`upload/${userId}`, 9, 60) * hourMs;
  if (!castByUserId.has(userId)) return { anchorAt: 0, paceMs: beforeMs, beforeMs };
  const anchorAt = startedAt + dice.int(`first-upload/${userId}`, 25, 50) * secondMs;
  return { anchorAt, paceMs: dice.int(`upload-now/${userId}`, 4, 9) * minuteMs, beforeMs };
}

/** Returns the number of the last post at a time; negative before the anchor. */
const lastTurn = ({ anchorAt, paceMs, beforeMs }: Uploads, at: number): number =>
  Math.floor((at - anchorAt) / (at < anchorAt ? beforeMs : paceMs));

/** Returns a user's video by position, newest first: those posted by a control, then the generated ones. */
export function videoOfUser(world: World, userId: string, place: number): object {
  const posts = world.postsOf(userId);
  const post = posts[place];
  if (post !== undefined) return videoObject(world, post.videoId);
  const uploads = uploadsOf(world, userId);
  const turn = lastTurn(uploads, world.now()) - (place - posts.length);
  const at = uploads.anchorAt + turn * (turn < 0 ? uploads.beforeMs : uploads.paceMs);
  const videoId = snowflake(at, world.dice.bits(`video/${userId}/${turn}`));
  world.lineage.note("video", videoId, userId);
  return videoObject(world, videoId);
}

/** Returns a video of something other than a user: a sound, a hashtag, a product or a trend. */
export function videoAbout(world: World, kind: string, id: string, place: number): object {
  const at = Math.floor(world.now() / dayMs) * dayMs - place * 5 * hourMs;
  const videoId = snowflake(at, world.dice.bits(`video/${kind}/${id}/${at}`));
  world.lineage.note(`${kind}-of-video`, videoId, id);
  return videoObject(world, videoId);
}

/** Returns the video with this id; every id is valid. */
export function videoObject(world: World, videoId: string): object {
  const { dice, lineage } = world;
  const publishedAt = snowflakeAt(videoId) ?? Date.UTC(2026, 0, 1);
  const ageHours = Math.max(1, (world.now() - publishedAt) / hourMs);
  const reach = 10 ** (2 + dice.roll(`reach/${videoId}`) * 4);
  const plays = Math.floor(reach * Math.log2(1 + ageHours));
  const hashtagId = lineage.known("hashtag-of-video", videoId);
  const playId = lineage.known("play-of-video", videoId) ?? dice.digits(`play/${videoId}`, "70", 19);
  return {
    aweme_id: videoId,
    desc: world.captionOf(videoId) ?? dice.pick(`caption/${videoId}`, captions),
    create_time: Math.floor(publishedAt / secondMs),
    author: userObject(world, lineage.ownerOf("video", videoId)),
    statistics: {
      play_count: plays,
      digg_count: Math.floor(plays / 11),
      comment_count: commentCount(world, videoId),
      share_count: Math.floor(plays / 300),
      collect_count: Math.floor(plays / 90),
    },
    music: musicObject(world, lineage.ownerOf("music-of-video", videoId)),
    cha_list: hashtagId === undefined ? [] : [{ cid: hashtagId, cha_name: hashtagName(world, hashtagId) }],
    video: {
      play_id: playId,
      duration: dice.int(`length/${videoId}`, 5, 180) * secondMs,
      cover: picture(dice, `cover/${videoId}`, 720, 1280),
    },
    share_url: `https://www.videos.example/video/${videoId}`,
  };
}

export function musicObject(world: World, musicId: string): object {
  const { dice } = world;
  return {
    id: musicId,
    title: `${dice.pick(`sound/${musicId}`, ["Sunday", "Neon", "Paper", "Golden", "Midnight", "Slow"])} ${dice.pick(`beat/${musicId}`, ["Drive", "Waves", "Boats", "Hour", "Rain"])}`,
    author_id: world.lineage.ownerOf("music", musicId),
    duration: dice.int(`sound-length/${musicId}`, 8, 60),
    user_count: dice.int(`sound-uses/${musicId}`, 40, 900_000),
    cover: picture(dice, `sound/${musicId}`, 720),
  };
}

/** Returns the number of comments on a video. */
export function commentCount(world: World, videoId: string): number {
  return world.dice.int(`comments/${videoId}`, 0, 90);
}

export function hashtagName(world: World, hashtagId: string): string {
  return world.lineage.known("hashtag-name", hashtagId) ?? `tag${world.dice.bits(`tag/${hashtagId}`).toString(36)}`;
}
