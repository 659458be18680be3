import { minuteMs, secondMs } from "../world/durations.ts";
import { leagueOf, rankings, standingOf } from "../world/standings.ts";
import { drawnPicture } from "../world/pictures.ts";
import type { World } from "../world/world.ts";
import type { Operation } from "./operation.ts";
import { userObject } from "./user-object.ts";

const TITLES = [
  "Come say hi 👋",
  "Late night talk",
  "Road to 100K!",
  "Open studio: ask me anything",
  "New songs, first try",
] as const;

/** A room by its owner: the current or last broadcast. */
export function liveObject(world: World, userId: string): object {
  const live = world.liveOf(userId);
  return roomObject(world, userId, live.roomId, live.on, live.startedAt);
}

function roomObject(world: World, userId: string, roomId: string, on: boolean, startedAt: number): object {
  const crowd = world.dice.int(`crowd/${roomId}`, 12, 4000);
  return {
    room_id: BigInt(roomId),
    room_id_str: roomId,
    owner: userObject(world, userId),
    status: on ? 2 : 4,
    title: world.dice.pick(`live-title/${roomId}`, TITLES),
    cover: drawnPicture(world, "cover", roomId),
    create_time: Math.floor(startedAt / secondMs),
    user_count: on ? Math.floor(crowd * (0.6 + world.dice.wander(`crowd/${roomId}`, world.now(), 2 * minuteMs))) : 0,
  };
}

export const liveInfo: Operation = ({ params, world }) => {
  const roomId = params.text("room_id");
  const userId = world.lineage.ownerOf("room", roomId);
  const live = world.liveOf(userId);
  const current = live.roomId === roomId;
  return {
    room: roomObject(world, userId, roomId, current && live.on, current ? live.startedAt : world.startedAt),
    status_code: 0,
  };
};

/** One ranking of a room's owner, by its `rank_type`. */
export const liveRankingInfo: Operation = ({ params, world }) => {
  const userId = params.text("user_id");
  const wanted = params.number("rank_type");
  const ranking = Object.values(rankings).find((item) => item.rankType === wanted) ?? rankings.daily;
  const { place, score, resetAt } = standingOf(world, userId, ranking);
  const rankText = place === 0 ? "99+" : String(place);
  return {
    rank_view: {
      rank_type: ranking.rankType,
      countdown: resetAt === 0 ? 0 : Math.max(0, resetAt - Math.floor(world.now() / secondMs)),
      next_period_time_stamp: resetAt,
      owner_rank: {
        rank: place,
        rank_str: rankText,
        room_id_str: params.text("room_id"),
        score,
        score_description: String(score),
        user: userObject(world, userId),
      },
      rank_extra_info: { class_extra: { class_type: leagueOf(world, userId)?.classType ?? 0 } },
    },
    extra: { now: world.now() },
    status_code: 0,
  };
};
