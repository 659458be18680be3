import { JsonText } from "../lossless-json.ts";
import type { Live, World } from "../world/world.ts";
import type { Operation } from "./operation.ts";

const rows = new WeakMap<Live, string>();

/** Whether a user or a room is live: a row with the room id as a number with all its digits. */
export const liveCheck: Operation = ({ params, world }) => {
  const userId = params.text("user_id");
  const row = userId ? rowOfUser(world.liveOf(userId)) : rowOfRoom(world, params.text("room_id"));
  return new JsonText(`{"data":[${row}],"extra":{"now":${world.now()}},"status_code":0}`);
};

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
