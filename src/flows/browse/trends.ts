import type { Json, JsonObject } from "../../core/json.ts";
import { targetKinds } from "../../targets/registry.ts";
import type { ListHead } from "./creators.ts";
import type { SeriesPoint } from "./one-reading.ts";

/** A target whose series are compared. */
interface Compared {
  id: string;
  name: string;
  kind: string;
  params: JsonObject;
  state: Json;
}

export interface TrendsReading {
  head: ListHead;
  /** The first by name, `MOST_COMPARED` at the most. */
  targets: Compared[];
  /** What each was at the begin of the period, and about one point a day that was asked for, oldest first. */
  points: Map<string, SeriesPoint[]>;
}

/** As many targets are compared. */
export const MAX_COMPARED = 12;

/** Epoch ms. */
export interface TrendPeriod {
  from: number;
  to: number;
  /** Whole UTC days before that of `to`. */
  daysAgo: number[];
}

export interface TrendDeps {
  /** Series of a kind's targets until now, a point for each of these days. In four statements. */
  read(kind: string, period: TrendPeriod): Promise<TrendsReading>;
}

/** How one series went. */
export interface Trend {
  /** Tells it from all others: the target's id and the series' name. */
  key: string;
  targetId: string;
  /** What it measures, and of which target. */
  name: string;
  of: string;
  before: number;
  after: number;
  /** Percent, or places won (of places). */
  change: number;
  /** Where it was first measured within the period, when that was, epoch ms: it did not go for all of it. */
  since: number | null;
  points: [at: number, value: number][];
}

/**
 * Every series whose name begins so and that was measured twice or more: the largest change since `from` (epoch ms) first, and
 * behind them those that are younger. Pure.
 */
export function trendsIn({ targets, points }: TrendsReading, begins: string, places: boolean, from: number): Trend[] {
  const trends = targets.flatMap((one) => {
    const names = one.state === null ? {} : (targetKinds[one.kind]?.measured?.known(one.state) ?? {});
    const latest = points.get(one.id)?.at(-1)?.[1] ?? {};
    return seriesOf(points.get(one.id) ?? [], begins).flatMap(([series, values]): Trend[] => {
      // Prices go on in another currency, which is another series.
      if (latest[series] === undefined && goesOn(series, latest)) return [];
      const [first, last] = [values[0], values.at(-1)];
      if (first === undefined || last === undefined || values.length < 2) return [];
      const [before, after] = [first[1], last[1]];
      if (!places && before <= 0) return [];
      const change = places ? before - after : ((after - before) / before) * 100;
      const id = series.slice(begins.length);
      // What is not found any more has no name left, and nothing to be told of it.
      if (id !== "" && one.state !== null && names[id] === undefined) return [];
      // A series whose whole name is the group's is of the target itself.
      const name = names[id] ?? (id === "" ? one.name : id);
      const since = first[0] > from ? first[0] : null;
      const key = `${one.id} ${series}`;
      return [{ key, targetId: one.id, name, of: one.name, before, after, change, since, points: values }];
    });
  });
  return trends.sort(
    (a, b) =>
      Number(a.since !== null) - Number(b.since !== null) ||
      Math.abs(b.change) - Math.abs(a.change) ||
      (a.key < b.key ? -1 : 1),
  );
}

function seriesOf(points: SeriesPoint[], begins: string): [name: string, values: [at: number, value: number][]][] {
  const all = new Map<string, [number, number][]>();
  for (const [at, values] of points)
    for (const name in values) {
      if (!name.startsWith(begins)) continue;
      const known = all.get(name);
      if (known === undefined) all.set(name, [[at, values[name]!]]);
      else known.push([at, values[name]!]);
    }
  return [...all];
}

/** True where what a series measures is measured by another one now: `price:7` and `price:7/EUR`. */
function goesOn(series: string, latest: Record<string, number>): boolean {
  const own = series.split("/", 1)[0]!;
  return Object.keys(latest).some((other) => other !== series && other.split("/", 1)[0] === own);
}
