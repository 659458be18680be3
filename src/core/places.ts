import type { Language } from "./language.ts";
import { grouped } from "./numbers-as-text.ts";
import { SAMPLE_HOLDS_MS } from "./sampling.ts";
import { coreWords } from "./core-words.ts";

/** Formats a place in a ranking: "#4", "Platz 4", "4位". */
export const placeText = (language: Language, place: number): string =>
  coreWords[language].place(grouped(language, place));

/** Formats a move between places: "#8 → #2", "Platz 8 → 2". */
export const placeMoveText = (language: Language, before: number, after: number): string =>
  coreWords[language].placeMove(grouped(language, before), grouped(language, after));

/** Days of all zones begin at quarters of an hour, so the places of each quarter are enough. */
export const QUARTER_MS = 900_000;

/** The places of a quarter of an hour (its number since 1970): the best that polls saw, and the last; 0 for none. */
export type QuarterPlaces = [quarter: number, best: number, last: number];

/**
 * The places of a creator by the ranking's key, each in order. The key "" has every quarter with a point: a ranking
 * that the last point lacks has no place any more.
 */
export type Places = Record<string, QuarterPlaces[]>;

const ANY = "";

const PREFIX = "place:";

/** A point of a time series: when (epoch ms), and the values by series. */
type Point = readonly [at: number, values: Record<string, number>];

/** The places in points of a ranking's series, which are in order. */
export function placesIn(points: readonly Point[]): Places {
  const places = new Map<string, QuarterPlaces[]>();
  const add = (key: string, quarter: number, place: number) => {
    const own = places.get(key) ?? [];
    const last = own.at(-1);
    if (last?.[0] === quarter) [last[1], last[2]] = [better(last[1], place), place];
    else own.push([quarter, place, place]);
    places.set(key, own);
  };
  for (const [at, values] of points) {
    const names = Object.keys(values);
    // A point of other series says nothing of places, an empty one that there is none.
    if (names.length > 0 && !names.some((name) => name.startsWith(PREFIX))) continue;
    const quarter = Math.floor(at / QUARTER_MS);
    for (const key of places.keys()) if (values[PREFIX + key] === undefined) add(key, quarter, 0);
    add(ANY, quarter, 0);
    for (const [name, place] of Object.entries(values))
      if (name.startsWith(PREFIX)) add(name.slice(PREFIX.length), quarter, place);
  }
  return Object.fromEntries(places);
}

/** The keys of rankings with a place. */
export const rankingsIn = (places: Places): string[] => Object.keys(places).filter((key) => key !== ANY);

const better = (one: number, other: number): number => (one === 0 ? other : other === 0 ? one : Math.min(one, other));

/** The places of both. A quarter that both have is that of the second, which has all of it. */
export function withPlaces(some: Places, more: Places): Places {
  const keys = [...new Set([...Object.keys(some), ...Object.keys(more)])];
  return Object.fromEntries(
    keys.map((key) => {
      const all = new Map([...(some[key] ?? []), ...(more[key] ?? [])].map((one) => [one[0], one]));
      return [key, [...all.values()].toSorted(([a], [b]) => a - b)];
    }),
  );
}

/** How long a place holds without another point, in quarters: while a creator can be polled, there is one a day. */
const HOLDS = SAMPLE_HOLDS_MS / QUARTER_MS;

/**
 * The best place in a ranking that polls saw from one instant to another (epoch ms, both at quarters of an hour); null
 * for none. The place before counts if the first good poll saw it again: that is in the first quarter, or at the end of
 * a gap, which are the stretches without a good poll.
 */
export function bestBetween(
  places: Places,
  key: string,
  { from, to }: { from: number; to: number },
  gaps: readonly (readonly [from: number, to: number])[],
): number | null {
  const [first, end] = [Math.floor(from / QUARTER_MS), Math.ceil(to / QUARTER_MS)];
  const own = places[key] ?? [];
  const seen = own.flatMap(([quarter, best]) => (quarter >= first && quarter < end ? best : []));
  const polledAt = gaps.find(([begin, over]) => begin < from && over > from)?.[1] ?? from;
  const carried = polledAt < to ? carriedTo(places, own, Math.floor(polledAt / QUARTER_MS)) : 0;
  const all = [carried, ...seen].filter((place) => place !== 0);
  return all.length === 0 ? null : Math.min(...all);
}

/** The place from before that goes on in a quarter of an hour; 0 for none. */
function carriedTo(places: Places, own: QuarterPlaces[], quarter: number): number {
  const points = places[ANY] ?? [];
  const lastPoint = points.findLast(([at]) => at < quarter)?.[0] ?? 0;
  const before = own.findLast(([at]) => at < quarter);
  const isChanged = points.some(([at]) => at === quarter);
  return before?.[0] === lastPoint && quarter - lastPoint <= HOLDS && !isChanged ? before[2] : 0;
}

/** Writes places compactly, counted from a month's first quarter. */
export const placesText = (begin: number, places: Places): string =>
  JSON.stringify(
    Object.entries(places).map(([key, own]) => [
      key,
      own.flatMap(([quarter, best, last]) => [quarter - begin / QUARTER_MS, best, last]),
    ]),
  );

/** Reads what `placesText` wrote. */
export const placesOfText = (begin: number, text: string): Places =>
  Object.fromEntries(
    (JSON.parse(text) as [string, number[]][]).map(([key, flat]) => [
      key,
      Array.from({ length: flat.length / 3 }, (_, index): QuarterPlaces => [
        flat[3 * index]! + begin / QUARTER_MS,
        flat[3 * index + 1]!,
        flat[3 * index + 2]!,
      ]),
    ]),
  );
