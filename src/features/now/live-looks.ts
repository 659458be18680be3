import type { ListKey } from "../creators/creators.ts";
import type { LiveTarget } from "../status/status.ts";

/** A query for live creators in the order of watchlist and name, at most `most`. */
export interface LiveQuery {
  watchlistId: string | null;
  /** The bounds: start exclusive, end inclusive; null for none. */
  after: ListKey | null;
  until: ListKey | null;
  most: number;
}

export interface LivePage {
  airing: (LiveTarget & { watchlistId: string })[];
  /** The key of the last one read; null at the end. */
  last: ListKey | null;
}

/** The live creators of some watchlists (ids), in the order of `onAirByName`: by watchlist, then by name. */
export async function onAirWithin(
  lists: string[],
  { after, until, most: max }: LiveQuery,
  onAirByName: (look: LiveQuery) => Promise<LivePage>,
): Promise<LivePage> {
  const airing: LivePage["airing"] = [];
  for (const list of lists.toSorted()) {
    if (after !== null && list < after[0]) continue;
    const from = after?.[0] === list ? after : null;
    const looked = await onAirByName({ watchlistId: list, after: from, until, most: max - airing.length });
    airing.push(...looked.airing);
    if (looked.last !== null) return { airing, last: looked.last };
  }
  return { airing, last: null };
}
