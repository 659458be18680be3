import type { Json, JsonObject } from "../../core/json.ts";
import { targetKinds } from "../../kinds/registry.ts";
import type { Broadcast } from "../history/broadcasts.ts";
import type { Watched } from "./now-reading.ts";
import type { Viewers } from "../wall/viewed.ts";

/** A creator who is live. */
export interface OnAir {
  id: string;
  name: string;
  handle: string | null;
  broadcast: Broadcast;
  viewers: number | null;
  /** The viewers during this stream, oldest first. */
  viewed: Viewers;
  /** The best known place in their rankings; null for none. */
  rank: { place: number; title: string } | null;
  /** The address of the stream. */
  url: string | null;
}

/** The handle of a creator, as last observed or as configured; null if unknown. */
export function handleOf({ kind, params, state }: Pick<Watched, "kind" | "params" | "state">): string | null {
  const { info } = state === null ? {} : (targetKinds[kind]!.snapshot(state) as { info?: JsonObject });
  const handle = info?.["handle"] ?? params["handle"];
  return typeof handle === "string" && handle !== "" ? handle : null;
}

/** The card of a live creator; `others` may have their place. */
export function cardOf(one: Watched, broadcast: Broadcast, rest: Watched[], viewed: Map<string, Viewers>): OnAir {
  const { viewers } = targetKinds[one.kind]!.snapshot(one.state);
  return {
    id: one.id,
    name: one.name,
    handle: handleOf(one),
    broadcast,
    viewers: typeof viewers === "number" ? viewers : null,
    viewed: viewed.get(one.id) ?? [],
    rank: rankOf(one, rest),
    url: targetKinds[one.kind]!.watchUrl?.(one.params, one.state) ?? null,
  };
}

/** The best place in a ranking of the same creator. */
function rankOf({ params }: Watched, rest: Watched[]): OnAir["rank"] {
  const own = rest.filter(
    ({ kind, state, params: { userId } }) => kind === "ranking" && state !== null && userId === params["userId"],
  );
  const all = own.flatMap(({ kind, state }) => {
    const { rankings } = targetKinds[kind]!.snapshot(state) as { rankings?: Json };
    return Array.isArray(rankings) ? (rankings as JsonObject[]) : [];
  });
  const standing = all.flatMap(({ place, title, onRank }) =>
    typeof place === "number" && typeof title === "string" && onRank !== false ? [{ place, title }] : [],
  );
  return standing.sort((a, b) => a.place - b.place)[0] ?? null;
}
