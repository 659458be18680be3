import type { World } from "../world/world.ts";

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
