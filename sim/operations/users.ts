import { personOf, userIdOfHandle } from "../world/people.ts";
import type { Params } from "../service/params.ts";
import { type Operation, pageOf } from "./operation.ts";
import { acquaintance, userObject } from "./user-object.ts";
import { videoAbout, videoOfUser } from "./video-object.ts";

const userId = (params: Params): string => params.text("user_id");

export const userOperations: Readonly<Record<string, Operation>> = {
  "user.info": ({ params, world }) => ({ user: userObject(world, userId(params)), status_code: 0 }),
  "user.resolve": ({ params, world }) => {
    const link = params.text("handle") || params.text("url");
    const id = /^@?nobody/i.test(link) ? null : userIdOfHandle(world, link);
    return { user: id === null ? null : { id: BigInt(id), id_str: id, ...userObject(world, id) }, status_code: 0 };
  },
  "user.id": ({ params, world }) => ({ user_id: userIdOfHandle(world, params.text("url")) }),
  "user.sec_uid": ({ params, world }) => ({
    sec_uid: personOf(world, userIdOfHandle(world, params.text("url"))).secUid,
  }),
  "user.videos": ({ params, world }) =>
    pageOf(params, "aweme_list", personOf(world, userId(params)).videos, (place) =>
      videoOfUser(world, userId(params), place),
    ),
  "user.liked_videos": ({ params, world }) =>
    pageOf(params, "aweme_list", world.dice.int(`liked/${userId(params)}`, 0, 60), (place) =>
      videoAbout(world, "liker", userId(params), place),
    ),
  "user.playlists": ({ params, world }) =>
    pageOf(params, "playlists", world.dice.int(`playlists/${userId(params)}`, 0, 5), (place) => {
      const id = world.dice.digits(`playlist/${userId(params)}/${place}`, "72", 19);
      world.lineage.note("playlist", id, userId(params));
      return { playlist_id: id, name: `Playlist ${place + 1}`, creator_id: userId(params) };
    }),
  "user.playlist": ({ params, world }) => {
    const id = params.text("playlist_id");
    const creator = world.lineage.ownerOf("playlist", id);
    const size = world.dice.int(`playlist-size/${id}`, 1, 8);
    const videos = Array.from({ length: size }, (_none, place) => videoOfUser(world, creator, place * 2));
    return {
      playlist_id: id,
      creator: userObject(world, creator),
      video_count: size,
      aweme_list: videos,
      status_code: 0,
    };
  },
  "user.followers": ({ params, world }) =>
    pageOf(params, "followers", personOf(world, userId(params)).followers, (place) =>
      userObject(world, acquaintance(world, "follower", userId(params), place)),
    ),
  "user.following": ({ params, world }) =>
    pageOf(params, "followings", personOf(world, userId(params)).following, (place) =>
      userObject(world, acquaintance(world, "following", userId(params), place)),
    ),
  "user.region": ({ params, world }) => ({ user_id: userId(params), region: personOf(world, userId(params)).region }),
  "user.stories": ({ params, world }) => {
    const count = world.dice.int(`stories/${userId(params)}`, 0, 3);
    const stories = Array.from({ length: count }, (_none, place) => videoOfUser(world, userId(params), place));
    return { user_id: userId(params), aweme_list: stories, status_code: 0 };
  },
  "user.ttseller": ({ params, world }) => ({
    user_id: userId(params),
    is_ttseller: personOf(world, userId(params)).seller,
  }),
  "user.showcase": ({ params, world }) => ({
    user_id: userId(params),
    is_showcase_activated: personOf(world, userId(params)).seller,
  }),
};
