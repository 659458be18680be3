import { cast } from "../cast.ts";
import { fold } from "../world/hashtags.ts";
import type { World } from "../world/world.ts";
import { liveObject } from "./live-info.ts";
import type { Operation } from "./operation.ts";
import { pageOf } from "./paging.ts";
import { searchExtra } from "./search-extra.ts";
import { acquaintance, userObject } from "./user-object.ts";
import { musicObject, videoAbout } from "./video-object.ts";

const results = 40;

/** Returns the user at a position of a search: members of the cast whose name contains the keyword, then others. */
function foundUser(world: World, keyword: string, place: number): string {
  const word = fold(keyword);
  const named = cast.filter((member) => fold(`${member.handle}${member.name}`).includes(word));
  return named[place]?.userId ?? acquaintance(world, "found", word, place);
}

const search =
  (name: string, make: (world: World, keyword: string, place: number) => unknown): Operation =>
  ({ params, world }) => {
    const keyword = params.text("keyword");
    return {
      ...pageOf(params, name, results, (place) => make(world, keyword, place)),
      ...searchExtra(world, keyword),
    };
  };

export const searchOperations: Readonly<Record<string, Operation>> = {
  "search.user": search("user_list", (world, keyword, place) => ({
    user_info: userObject(world, foundUser(world, keyword, place)),
  })),
  "search.video": search("aweme_list", (world, keyword, place) => videoAbout(world, "search", fold(keyword), place)),
  "search.music": search("music_list", (world, keyword, place) =>
    musicObject(world, world.dice.digits(`music-search/${fold(keyword)}/${place}`, "71", 19)),
  ),
  "search.live": ({ params, world }) => {
    const keyword = params.text("keyword");
    const candidates = Array.from({ length: results }, (_none, place) => foundUser(world, keyword, place));
    const onAir = candidates.filter((userId) => world.liveOf(userId).on);
    const make = (place: number): unknown => liveObject(world, onAir[place] as string);
    return { ...pageOf(params, "live_list", onAir.length, make), ...searchExtra(world, keyword) };
  },
};
