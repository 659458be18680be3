import type { LiveQuery, LivePage } from "./live-looks.ts";

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
