import { cast } from "../cast.ts";
import { fold } from "../world/hashtags.ts";
import type { World } from "../world/world.ts";
import { type Operation, pageOf } from "./operation.ts";
import { acquaintance, userObject } from "./user-object.ts";
import { musicObject, videoAbout } from "./video-object.ts";
import { liveObject } from "./live.ts";

const results = 40;

/** Returns the user at a position of a search: members of the cast whose name contains the keyword, then others. */
function foundUser(world: World, keyword: string, place: number): string {
  const word = fold(keyword);
  const named = cast.filter((member) => fold(`${member.handle}${member.name}`).includes(word));
  return named[place]?.userId ?? acquaintance(world, "found", word, place);
}

/** The `extra` and `log_pb` of a search response; both differ with every response. */
export function searchExtra(world: World, keyword: string): object {
  const now = world.now();
  const stamp = new Date(now).toISOString().replace(/\D/g, "").slice(0, 14);
  const id = `${stamp}${world.dice.bits(`log/${now}/${keyword}`).toString(16).toUpperCase().padStart(18, "0")}`;
  return {
    extra: {
      api_debug_info: null,
      fatal_item_ids: [],
      logid: id,
      now,
      search_request_id: "",
      server_stream_time: world.dice.int(`stream/${now}`, 120, 900),
    },
    log_pb: { impr_id: id },
  };
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
