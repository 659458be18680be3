import type { PlacesAt } from "./report-world.ts";

const DAY = 86_400_000;

const textOf = (places: PlacesAt[1]): string => JSON.stringify(Object.entries(places).toSorted());

/**
 * The points that good polls of a ranking store, all of the same places: of the first on a day (UTC), and of each change,
 * after that of the poll before it on the same day.
 */
export function sampledPlaces(polls: PlacesAt[]): PlacesAt[] {
  const points: PlacesAt[] = [];
  polls.forEach((poll, index) => {
    const before = polls[index - 1];
    const isFirst = before === undefined || Math.floor(before[0] / DAY) !== Math.floor(poll[0] / DAY);
    const isChange = before !== undefined && before[1] !== poll[1] && textOf(before[1]) !== textOf(poll[1]);
    if (isChange && !isFirst && points.at(-1) !== before) points.push(before);
    if (isFirst || isChange) points.push(poll);
  });
  return points;
}

/** A change at a poll; 0 is off the ranking. */
export interface PlaceChange {
  poll: number;
  key: string;
  place: number;
}

/** As many polls as given, so far apart, of a creator whose places change like this. */
export function pollsOfPlaces(from: number, everyMs: number, count: number, changes: PlaceChange[]): PlacesAt[] {
  const at = Map.groupBy(changes, ({ poll }) => poll);
  let places: PlacesAt[1] = {};
  return Array.from({ length: count }, (_, index): PlacesAt => {
    for (const { key, place } of at.get(index) ?? []) {
      const { [key]: _before, ...rest } = places;
      places = place === 0 ? rest : { ...rest, [key]: place };
    }
    return [from + index * everyMs, places];
  });
}
