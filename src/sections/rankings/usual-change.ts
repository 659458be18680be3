import { median, spread } from "../robust.ts";
import type { Frame } from "../section.ts";
import type { Shares, Standing } from "./data.ts";
import type { Final } from "./places.ts";

/** The minimum number of changes from which a usual variation is computed. */
const LEAST_CHANGES = 3;
/** Only the part of a change beyond this many times the usual variation counts. */
const BEYOND = 2;
/** Rankings that close this often in a period, such as hourly, are evaluated by all their closings together. */
const OFTEN = 24;
const TOP = 10;

const doublingsOf = (before: number, after: number): number => Math.log2(before / after);

/** The usual variation of a place from one time to the next, in doublings; 0 if unknown. */
export function usualOf(places: (number | null)[]): number {
  const changes = places.flatMap((place, index) => {
    const before = places[index - 1] ?? null;
    return place === null || before === null ? [] : doublingsOf(before, place);
  });
  return changes.length < LEAST_CHANGES ? 0 : spread(changes);
}

/**
 * The shares of a ranking's closings with the creator in the top ten, before the period and in it. Null for a ranking
 * that does not close often, or if the previous period is unknown. A closing without the creator has no event, so the
 * number of closings is derived from the usual time between two.
 */
export function sharesOf(
  finals: Final[],
  { from, to }: Frame,
  before: { from: number; to: number },
  createdAt: number,
): Shares | null {
  const within = finals.filter(({ at }) => at > from && at <= to);
  if (within.length < OFTEN || createdAt > before.from) return null;
  const every = usualGap(within);
  const share = (start: number, end: number): number => {
    const inTop = finals.filter(({ at, place }) => at > start && at <= end && place <= TOP).length;
    return Math.min(1, inTop / Math.max(1, Math.round((end - start) / every)));
  };
  return {
    before: share(before.from, before.to),
    now: share(from, to),
    closings: Math.max(1, Math.round((to - from) / every)),
  };
}

/**
 * The usual time between two closings, from gaps that hide none. Polls find closings with varying delay, so it is a
 * median.
 */
function usualGap(finals: Final[]): number {
  const gaps = finals.slice(1).map(({ at }, index) => Math.max(1, at - finals[index]!.at));
  const shortest = Math.min(...gaps);
  return median(gaps.filter((gap) => gap < 1.5 * shortest))!;
}

/** The strength of a standing's change in doublings: the part beyond its usual variation. Climbs outrank falls. */
export function strengthOf({ climb, closed, usual, shares }: Standing): number {
  if (shares != null) {
    const { before, now, closings } = shares;
    const change = Math.abs(now - before);
    const error = Math.sqrt((before * (1 - before) + now * (1 - now)) / closings);
    return 2 * Math.max(0, change - BEYOND * error) * (now > before ? 1 : 0.9);
  }
  // With many closings, the comparison of two single ones is not significant.
  if (climb === null || closed >= OFTEN) return 0;
  const change = doublingsOf(climb.before, climb.after);
  return Math.max(0, Math.abs(change) - BEYOND * usual) * (change > 0 ? 1 : 0.9);
}
