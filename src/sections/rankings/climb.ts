import type { Frame } from "../section.ts";
import type { PlacePoint, Standing } from "./data.ts";
import type { Final } from "./places.ts";

const MAX_POINTS = 13;

type Climbed = Pick<Standing, "climb" | "points">;

/** The climb in a ranking that did not close: from the first known place in the period to the place at its end. */
export function runningClimb(places: (number | null)[], grid: number[]): Climbed {
  const first = places.findIndex((place) => place !== null);
  const [before, after] = [places[first], places.at(-1)];
  const none = before == null || after == null || first === places.length - 1;
  return {
    climb: none ? null : { before, after },
    points: grid.map((at, index): PlacePoint => [at, places[index] ?? null]),
  };
}

/**
 * The climb in a ranking that closed within the period. Everyone started over then, so final places are compared: the
 * last one with the last one before the period, or, if that is unknown, with the first one in it. Null if the last
 * closing was without the creator.
 */
export function finalsClimb(finals: Final[], final: number | null, { from, to }: Frame): Climbed {
  const within = finals.filter(({ at }) => at > from && at <= to);
  const earlier = finals.findLast(({ at }) => at <= from);
  const compared = earlier === undefined ? within : [{ ...earlier, at: from }, ...within];
  return {
    climb: final === null || compared.length < 2 ? null : { before: compared[0]!.place, after: final },
    points: thinned(compared).map(({ at, place }) => [at, place]),
  };
}

/** Thins evenly, keeping the first and the last. */
function thinned(finals: Final[]): Final[] {
  if (finals.length <= MAX_POINTS) return finals;
  const step = (finals.length - 1) / (MAX_POINTS - 1);
  return Array.from({ length: MAX_POINTS }, (_, index) => finals[Math.round(index * step)]!);
}
