import { isObject, textIn, type JsonObject } from "../../../core/json.ts";
import { instantOf } from "../../../core/instant.ts";
import { DAY_MS } from "../../../core/duration.ts";

const HEIGHTS = "▁▂▃▄▅▆▇█";

/** Days of a chart of places. */
const DAYS = 7;

/** The places of a week: a character for the best of each day (`·` where none was seen), and the first and last day's. */
export interface PlaceChart {
  chart: string;
  from: number;
  to: number;
}

/**
 * The chart of a ranking's places in the seven days before `now`, the best at the top, from samples of the API. Null
 * unless places of two days were seen.
 */
export function placeChart(samples: JsonObject[], series: string, now: number): PlaceChart | null {
  const best: (number | null)[] = Array.from({ length: DAYS }, () => null);
  for (const { at, values } of samples) {
    const place = isObject(values) ? values[series] : undefined;
    const day = DAYS - 1 - Math.floor((now - (instantOf(textIn(at)) ?? Infinity)) / DAY_MS);
    if (typeof place !== "number" || !(day >= 0 && day < DAYS)) continue;
    best[day] = Math.min(best[day] ?? Infinity, place);
  }
  const seen = best.filter((place) => place !== null);
  if (seen.length < 2) return null;
  const [top, bottom] = [Math.min(...seen), Math.max(...seen)];
  const height = (place: number) => (top === bottom ? 0.5 : (bottom - place) / (bottom - top));
  const chart = best.map((place) => (place === null ? "·" : HEIGHTS[Math.round(height(place) * (HEIGHTS.length - 1))]));
  return { chart: chart.join(""), from: seen[0]!, to: seen.at(-1)! };
}

const LONGEST_BAR = 8;

/** A bar that is as long as `value` is of `most`, at least one character. */
export const barOf = (value: number, most: number): string =>
  "▇".repeat(Math.max(1, Math.round((LONGEST_BAR * value) / most)));
