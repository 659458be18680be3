import { channelKinds } from "../../channels/registry.ts";
import { isObject, type Json, type JsonObject } from "../../core/json.ts";
import type { OperatorNews } from "../../core/upstream-watch.ts";

/** True where messages go elsewhere with these settings than with those before them; null for those that no key opens. */
export function goesElsewhere(kindName: string, before: Json, after: Json): boolean {
  const kind = channelKinds[kindName]!;
  return before === null || kind.destination(before) !== kind.destination(after);
}

/** Settings without what was shared with another destination, unless it is given for this one. */
export function withoutShared(kindName: string, settings: JsonObject, given: Json): JsonObject {
  const shared: readonly string[] = channelKinds[kindName]!.shared ?? [];
  const stays = (name: string) => !shared.includes(name) || (isObject(given) && typeof given[name] === "string");
  return Object.fromEntries(Object.entries(settings).filter(([name]) => stays(name)));
}

/** That channels go elsewhere now, as news for operators; `by` is the name of the token that changed them. */
export const changedNews = (channels: { id: string; name: string }[], by: string, now: number): OperatorNews[] =>
  channels.map(({ id, name }) => ({ type: "channel.changed", key: `${id}/${now}`, data: { channelId: id, name, by } }));
