import { MAX_CREATORS } from "../compare-creators.ts";
import { TRENDS } from "./address.ts";
import { rangeIn, type Range } from "./range.ts";
import { marked } from "../../../ui/words/text.ts";

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
  range: Range;
}

export function comparisonIn(url: URL, timezone: string, now: number): CompareQuery {
  const { searchParams } = url;
  const measure = searchParams.get("measure") ?? "";
  return {
    measure: Object.hasOwn(MEASURES, measure) ? (measure as Measure) : "airtime",
    chosen: [...new Set(searchParams.getAll("c"))].slice(0, MAX_CREATORS),
    search: (searchParams.get("q") ?? "").slice(0, 100),
    range: rangeIn(url, timezone, now),
  };
}

/** The address of a comparison. */
export function compareAddress({ measure, chosen, range }: Omit<CompareQuery, "search">, path = COMPARE): string {
  const { days, from, to } = range;
  const query = new URLSearchParams([
    ["measure", measure],
    ...(days === null
      ? [
          ["from", from],
          ["to", to],
        ]
      : [["days", `${days}`]]),
    ...chosen.map((id) => ["c", id]),
  ]);
  return `${path}?${query.toString()}`;
}
