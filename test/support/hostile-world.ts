import type { RunningApi } from "../api/running-api.ts";
import { hostileEvents, hostileMessages } from "./hostile-messages.ts";
import { targetKinds } from "../../src/kinds/registry.ts";
import { hostileChannels, hostileCreators, hostileRest, hostileTelling, OTHER_KINDS } from "./hostile-targets.ts";
import { creation, nameAt } from "./hostile-words.ts";

/** Adds everything that pages can show, with hostile words, as if watched until now. Returns addresses to visit. */
export async function hostileWorld(api: RunningApi): Promise<string[]> {
  const world = creation(api, Date.now());
  const lists = await hostileCreators(world);
  const rest = await hostileRest(world);
  const channels = await hostileChannels(world);
  const notified = await hostileTelling(world, { lists, channels });
  const messages = await hostileMessages(world, channels, await hostileEvents(world, rest));
  return [
    ...notified,
    ...messages,
    ...OTHER_KINDS.map((kind, place) => `${targetKinds[kind]!.page.path}/${rest[place * 2]}`),
    ...["tgt_11", "tgt_20", "tgt_45"].map((id) => `/creators/${id}?about=now`),
    `/search?q=${encodeURIComponent(`pause ${nameAt(0)}`)}`,
    "/search?q=a",
  ];
}
