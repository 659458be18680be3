import { minuteMs, secondMs } from "../world/durations.ts";
import { leagueOf, rankings, standingOf } from "../world/standings.ts";
import { drawnPicture } from "../world/pictures.ts";
import type { Live, World } from "../world/world.ts";
import type { Operation } from "./operation.ts";
import { userObject } from "./user-object.ts";
import { JsonText } from "../lossless-json.ts";
import { userIdOfHandle } from "../world/people.ts";

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

const rows = new WeakMap<Live, string>();

/** Whether a user or a room is live: a row with the room id as a number with all its digits. */
export const liveCheck: Operation = ({ params, world }) => {
  const userId = params.text("user_id");
  const row = userId ? rowOfUser(world.liveOf(userId)) : rowOfRoom(world, params.text("room_id"));
  return new JsonText(`{"data":[${row}],"extra":{"now":${world.now()}},"status_code":0}`);
};

/** Whether many users, rooms and handles are live: a row each, the last first. */
export const liveCheckMany: Operation = ({ params, world }) => {
  const rows = [
    ...params.list("user_ids").map((userId) => rowOfUser(world.liveOf(userId))),
    ...params.list("room_ids").map((roomId) => rowOfRoom(world, roomId)),
    ...params.list("handles").map((handle) => rowOfHandle(world, handle)),
  ];
  return new JsonText(`{"data":[${rows.toReversed().join()}],"extra":{"now":${world.now()}},"status_code":0}`);
};

function rowOfHandle(world: World, handle: string): string {
  const row = rowOfUser(world.liveOf(userIdOfHandle(world, handle)));
  return `${row.slice(0, -1)},"unique_id":${JSON.stringify(handle.replace(/^@/, ""))}}`;
}

function rowOfUser(live: Live): string {
  const known = rows.get(live);
  if (known) return known;
  const row = rowText(live.on, live.roomId, live.userId);
  rows.set(live, row);
  return row;
}

function rowOfRoom(world: World, roomId: string): string {
  const userId = world.lineage.ownerOf("room", roomId);
  const live = world.liveOf(userId);
  return live.roomId === roomId ? rowOfUser(live) : rowText(false, roomId, userId);
}

function rowText(alive: boolean, roomId: string, userId: string): string {
  return `{"alive":${alive},"room_id":${BigInt(roomId)},"room_id_str":"${roomId}","user_id":"${userId}"}`;
}
