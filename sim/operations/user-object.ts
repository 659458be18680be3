import { secondMs } from "../world/durations.ts";
import { personOf } from "../world/people.ts";
import type { World } from "../world/world.ts";

/** A user in lists and with videos. */
export function userObject(world: World, userId: string): object {
  const person = personOf(world, userId);
  const live = world.liveOf(userId);
  return {
    uid: userId,
    sec_uid: person.secUid,
    unique_id: person.handle,
    nickname: person.name,
    signature: person.bio,
    region: person.region,
    verified: person.verified,
    avatar: person.avatar,
    create_time: Math.floor(person.createdAt / secondMs),
    follower_count: person.followers,
    following_count: person.following,
    total_favorited: person.likes,
    aweme_count: person.videos,
    room_id: live.on ? BigInt(live.roomId) : 0,
    room_id_str: live.on ? live.roomId : "0",
  };
}

/** Returns the user at a position of another user's list, such as followers. */
export function acquaintance(world: World, kind: string, userId: string, place: number): string {
  return world.dice.digits(`${kind}/${userId}/${place}`, "69", 19);
}
