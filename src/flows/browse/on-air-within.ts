import type { AiringLook, Looked } from "./on-air-looks.ts";

/** Those on air of some watchlists (their ids), in the order that `onAirByName` has: list by list and by name. */
export async function onAirWithin(
  lists: string[],
  { after, until, most: max }: AiringLook,
  onAirByName: (look: AiringLook) => Promise<Looked>,
): Promise<Looked> {
  const airing: Looked["airing"] = [];
  for (const list of lists.toSorted()) {
    if (after !== null && list < after[0]) continue;
    const from = after?.[0] === list ? after : null;
    const looked = await onAirByName({ watchlistId: list, after: from, until, most: max - airing.length });
    airing.push(...looked.airing);
    if (looked.last !== null) return { airing, last: looked.last };
  }
  return { airing, last: null };
}
