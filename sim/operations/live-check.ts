import { JsonText } from "../lossless-json.ts";
import { userIdOfHandle } from "../world/people.ts";
import type { Live, World } from "../world/world.ts";
import type { Operation } from "./operation.ts";

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
