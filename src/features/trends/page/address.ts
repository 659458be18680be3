import { DAY_MS } from "../../../core/duration.ts";
import { MAX_ROWS } from "../../../core/chart.ts";
import { marked } from "../../../ui/words/text.ts";
import { MAX_CREATORS } from "../compare-creators.ts";
import type { NamePlace, TrendPeriod } from "../trends.ts";
import type { Charted } from "../../../kinds/page.ts";
import { DECLARED, type Declared } from "../../../ui/words/rooms.ts";
import { type Range, rangeIn } from "./range.tsx";

/** The page of trends. */
export const TRENDS = "/trends";

/** A group of a kind's series that can be compared. */
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
 * The periods in days, each with the days ago at which a point is read besides that of the start. The points of a month
 * get closer together toward now, so that a target watched for four days has two.
 */
export const PERIODS: Record<number, number[]> = { 7: [0, 1, 2, 3, 4, 5, 6], 30: [0, 3, 6, 10, 15, 20, 25, 29] };

/** The comparison that the address asks for; invalid parts are ignored. */
export interface TrendsQuery {
  comparison: Comparison;
  days: number;
  /** The dates that it asks for instead; its error if they are none. */
  range: Range;
  /** The keys of the series in the chart; empty for those that changed most. */
  chosen: string[];
  /** Targets by name after this place; `name` is "" for the first ones. */
  after: NamePlace;
}

/** The place of the first targets by name. */
export const FIRST: NamePlace = { name: "", id: "" };

/** Names in addresses are cut. */
const MAX_NAME = 200;

export function requestedIn(url: URL, zone: string, now: number): TrendsQuery {
  const { searchParams } = url;
  const what = searchParams.get("what");
  const days = Number(searchParams.get("days"));
  return {
    comparison: COMPARISONS.find(({ name }) => name === what) ?? COMPARISONS[0]!,
    days: Object.hasOwn(PERIODS, days) ? days : 7,
    range: rangeIn(url, zone, now, 7),
    chosen: searchParams.getAll("s").slice(0, MAX_ROWS),
    after: {
      name: (searchParams.get("name") ?? "").trim().slice(0, MAX_NAME),
      id: (searchParams.get("after") ?? "").slice(0, MAX_NAME),
    },
  };
}

/** Returns the address of a comparison. */
export function addressOf({ comparison, days, range, chosen, after }: TrendsQuery, path = TRENDS): string {
  const query = new URLSearchParams([
    ["what", comparison.name],
    ...(range.days === null
      ? [
          ["from", range.from],
          ["to", range.to],
        ]
      : [["days", `${days}`]]),
    ...placeIn(after),
    ...chosen.map((key) => ["s", key]),
  ]);
  return `${path}?${query.toString()}`;
}

/** The parameters of a place by name; none for the first. */
export const placeIn = ({ name, id }: NamePlace): [name: string, value: string][] => [
  ...(name === "" ? [] : [["name", name] as [string, string]]),
  ...(id === "" ? [] : [["after", id] as [string, string]]),
];

/** Points besides those of the start and the end. */
const MAX_POINTS = 10;

/** Periods before, from which a score knows what is usual. */
const EARLIER = 4;

/** The period of a comparison: exactly so many days up to now, or whole days of the page's zone. */
export function periodOf(requested: TrendsQuery, now: number): TrendPeriod {
  const { days, range } = requested;
  const [from, to] =
    range.days === null ? [range.period.from, Math.min(range.period.to, now)] : [now - days * DAY_MS, now];
  const whole = Math.ceil((to - from) / DAY_MS);
  const step = Math.ceil(whole / MAX_POINTS);
  const own = Array.from({ length: Math.floor(whole / step) + 1 }, (_, index) => index * step);
  const midnight = Math.floor(from / DAY_MS) * DAY_MS;
  const earlier = Array.from({ length: EARLIER + 1 }, (_, index) => midnight - (EARLIER - index) * whole * DAY_MS);
  return {
    from,
    to,
    daysAgo: range.days === null ? own : PERIODS[days]!,
    isPast: to < now,
    earlier: isPlace(requested) ? [] : earlier,
  };
}

/** True if places in a ranking are compared, where lower is better. */
export const isPlace = ({ comparison }: TrendsQuery): boolean => comparison.group.unit === "place";

/** The page that compares creators. */
export const COMPARE = `${TRENDS}/creators`;

export const MEASURES = {
  airtime: marked("Airtime"),
  viewers: marked("Average viewers"),
  peak: marked("Peak viewers"),
} as const;

/** The same as titles of charts. */
export const PER_DAY = {
  airtime: marked("Hours live per day"),
  viewers: marked("Average viewers per day"),
  peak: marked("Peak viewers per day"),
} as const;

export type Measure = keyof typeof MEASURES;

/** What the address asks for. */
export interface CompareQuery {
  measure: Measure;
  /** The ids of the creators, at most ten; empty for the first ones. */
  chosen: string[];
  search: string;
  /** The list of those that are offered; null for all. */
  list: string | null;
  range: Range;
}

export function comparisonIn(url: URL, timezone: string, now: number): CompareQuery {
  const { searchParams } = url;
  const measure = searchParams.get("measure") ?? "";
  return {
    measure: Object.hasOwn(MEASURES, measure) ? (measure as Measure) : "airtime",
    chosen: [...new Set(searchParams.getAll("c"))].slice(0, MAX_CREATORS),
    search: (searchParams.get("q") ?? "").slice(0, 100),
    list: searchParams.get("list") || null,
    range: rangeIn(url, timezone, now),
  };
}

/** The address of a comparison. */
export function compareAddress({ measure, chosen, list, range }: Omit<CompareQuery, "search">, path = COMPARE): string {
  const { days, from, to } = range;
  const query = new URLSearchParams([
    ["measure", measure],
    ...(days === null
      ? [
          ["from", from],
          ["to", to],
        ]
      : [["days", `${days}`]]),
    ...(list === null ? [] : [["list", list]]),
    ...chosen.map((id) => ["c", id]),
  ]);
  return `${path}?${query.toString()}`;
}
