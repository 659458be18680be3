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
  const kinds = ["discord", "slack", "telegram"];
  for (const kind of kinds.slice(0, 2)) await api.call("POST", "/v1/chats", { kind, scopes: "write", users: ["1"] });
  await api.db
    .prepare(
      "UPDATE chats SET linked_at = ?1, last_command_at = ?1, title = ?2, last_command = ?2, failure = 'x' WHERE kind = 'slack'",
    )
    .bind(Date.now(), nameAt(0))
    .run();
  return [
    ...kinds.map((kind) => `/chats?add=${kind}`),
    ...notified,
    ...messages,
    ...OTHER_KINDS.map((kind, place) => `${targetKinds[kind]!.page.path}/${rest[place * 2]}`),
    ...["tgt_11", "tgt_20", "tgt_45"].map((id) => `/creators/${id}?about=now`),
    `/search?q=${encodeURIComponent(`pause ${nameAt(0)}`)}`,
    "/search?q=a",
  ];
}
