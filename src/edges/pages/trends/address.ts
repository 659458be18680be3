import { DAY_MS } from "../../../core/duration.ts";
import { MAX_ROWS } from "../../../core/chart.ts";
import type { TrendPeriod } from "../../../flows/browse/trends.ts";
import type { Charted } from "../../../targets/page.ts";
import { DECLARED, type Declared } from "../words/declared.ts";

/** The page of trends. */
export const TRENDS = "/trends";

/** What may be compared: a group of series of a kind. */
export interface Comparison {
  name: string;
  room: Declared;
  group: Charted;
}

/** In the order of the page. */
export const COMPARISONS: Comparison[] = DECLARED.flatMap((room) =>
  room.charts.map((group) => ({ name: `${room.kind}.${group.begins.replace(":", "")}`, room, group })),
);

/**
 * Days that are compared, with how many days ago there is a point beside that of the begin: of a month some, the latest closer, so
 * that a watch of four days has two.
 */
export const PERIODS: Record<number, number[]> = { 7: [0, 1, 2, 3, 4, 5, 6], 30: [0, 3, 6, 10, 15, 20, 25, 29] };

/** What the address asks for; what it says wrongly is as if it said nothing. */
export interface TrendsAsked {
  comparison: Comparison;
  days: number;
  /** The series in the picture, by their keys; empty for those that moved the most. */
  chosen: string[];
}

export function askedIn({ searchParams }: URL): TrendsAsked {
  const what = searchParams.get("what");
  const days = Number(searchParams.get("days"));
  return {
    comparison: COMPARISONS.find(({ name }) => name === what) ?? COMPARISONS[0]!,
    days: Object.hasOwn(PERIODS, days) ? days : 7,
    chosen: searchParams.getAll("s").slice(0, MAX_ROWS),
  };
}

/** The address of such a comparison. */
export function addressOf({ comparison, days, chosen }: TrendsAsked, path = TRENDS): string {
  const query = new URLSearchParams([
    ["what", comparison.name],
    ["days", `${days}`],
    ...chosen.map((key) => ["s", key]),
  ]);
  return `${path}?${query.toString()}`;
}

export const periodOf = ({ days }: TrendsAsked, now: number): TrendPeriod => ({
  from: now - days * DAY_MS,
  to: now,
  daysAgo: PERIODS[days]!,
});

/** True where places are compared: the lower, the better. */
export const isPlace = ({ comparison }: TrendsAsked): boolean => comparison.group.unit === "place";
