import { median, spread } from "../robust.ts";
import type { Frame } from "../section.ts";
import type { Shares, Standing } from "./data.ts";
import type { Final } from "./places.ts";

/** With fewer changes nothing says what is usual. */
const LEAST_CHANGES = 3;
/** A climb tells what of it is beyond so many times the usual variation. */
const BEYOND = 2;
/** A ranking that closes as often in a period (each hour, each day of a month) is judged by all its closings together. */
const OFTEN = 24;
const TOP = 10;

const doublingsOf = (before: number, after: number): number => Math.log2(before / after);

/** How much a place varies from one time to the next, in doublings; 0 where that is not known. */
export function usualOf(places: (number | null)[]): number {
  const changes = places.flatMap((place, index) => {
    const before = places[index - 1] ?? null;
    return place === null || before === null ? [] : doublingsOf(before, place);
  });
  return changes.length < LEAST_CHANGES ? 0 : spread(changes);
}

/**
 * The shares of a ranking's closings that had the creator in the top ten, before the period and in it; null for a ranking that does not
 * close often, or of which the period before is not known. A closing without the creator is no event: how many there were, the
 * usual time between two says.
 */
export function sharesOf(finals: Final[], { from, to }: Frame, before: number, createdAt: number): Shares | null {
  const within = finals.filter(({ at }) => at > from && at <= to);
  if (within.length < OFTEN || createdAt > before) return null;
  const every = usualGap(within);
  const share = (start: number, end: number): number => {
    const inTop = finals.filter(({ at, place }) => at > start && at <= end && place <= TOP).length;
    return Math.min(1, inTop / Math.max(1, Math.round((end - start) / every)));
  };
  return { before: share(before, from), now: share(from, to), closings: Math.max(1, Math.round((to - from) / every)) };
}

/** The time between two closings: the middle of those gaps that hide none, as polls find a closing sooner or later. */
function usualGap(finals: Final[]): number {
  const gaps = finals.slice(1).map(({ at }, index) => Math.max(1, at - finals[index]!.at));
  const shortest = Math.min(...gaps);
  return median(gaps.filter((gap) => gap < 1.5 * shortest))!;
}

/** How telling a standing's change is, in doublings: what of it is beyond its usual variation. Good news before bad. */
export function strengthOf({ climb, closed, usual = 0, shares }: Standing): number {
  if (shares != null) {
    const { before, now, closings } = shares;
    const change = Math.abs(now - before);
    const error = Math.sqrt((before * (1 - before) + now * (1 - now)) / closings);
    return 2 * Math.max(0, change - BEYOND * error) * (now > before ? 1 : 0.9);
  }
  // One closing of many against another says little.
  if (climb === null || closed >= OFTEN) return 0;
  const change = doublingsOf(climb.before, climb.after);
  return Math.max(0, Math.abs(change) - BEYOND * usual) * (change > 0 ? 1 : 0.9);
}
