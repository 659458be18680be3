import type { BoardContent } from "../../core/board.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { troublesOf, type Pulse } from "../../core/pulse.ts";
import { isBlind } from "../../core/reason.ts";
import { onAirOf } from "../../targets/on-air.ts";
import { targetKinds } from "../../targets/registry.ts";

/** One on air, as boards read it. */
export interface Shown {
  kind: string;
  name: string;
  state: Json;
  watchlistId: string;
  params: JsonObject;
}

/** Who is on air; `more` is true where not all of them were read. */
export interface Seen {
  airing: Shown[];
  more: boolean;
}

/** So many are named; how many more there are is said. */
const MOST_NAMED = 30;

/** A name or a title longer than this is cut where it is kept: a board is read by many ticks. */
const LONGEST = 200;

/**
 * What a board of this watchlist (null: of all) says at `now`: who is on air, the latest start first. Pure.
 */
export function contentOf(
  watchlistId: string | null,
  { airing, more, pulse }: Seen & { pulse: Pulse },
  now: number,
): BoardContent {
  const all = airing
    .filter((one) => watchlistId === null || one.watchlistId === watchlistId)
    .flatMap((one) => {
      const broadcast = onAirOf(one);
      if (broadcast === null) return [];
      const url = targetKinds[one.kind]!.watchUrl?.(one.params, one.state) ?? null;
      const { startedAt, title } = broadcast;
      return { name: one.name.slice(0, LONGEST), title: title?.slice(0, LONGEST) ?? null, url, startedAt };
    })
    .sort((a, b) => b.startedAt - a.startedAt || (a.name < b.name ? -1 : 1));
  return {
    onAir: all.slice(0, MOST_NAMED),
    more: Math.max(0, all.length - MOST_NAMED),
    atLeast: more,
    blindSince: blindSince(pulse, now),
  };
}

/** Since when nobody knows who is on air; null while it is known. */
function blindSince(pulse: Pulse, now: number): number | null {
  const trouble = troublesOf(pulse, Number.POSITIVE_INFINITY, now).find(({ reason }) => isBlind(reason));
  return trouble === undefined ? null : trouble.since || pulse.lastPollAt || pulse.madeAt;
}
