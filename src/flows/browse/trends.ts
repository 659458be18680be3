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
  /** About one point a day that was asked for of each, oldest first. */
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
  /** Series of a kind's targets until now, a point for each of these days. In three statements. */
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
  points: [at: number, value: number][];
}

/** Every series whose name begins so and that was measured twice or more, the largest change first. Pure. */
export function trendsIn({ targets, points }: TrendsReading, begins: string, places: boolean): Trend[] {
  const trends = targets.flatMap((one) => {
    const names = one.state === null ? {} : (targetKinds[one.kind]?.measured?.known(one.state) ?? {});
    return seriesOf(points.get(one.id) ?? [], begins).flatMap(([series, values]): Trend[] => {
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
      return [
        { key: `${one.id} ${series}`, targetId: one.id, name, of: one.name, before, after, change, points: values },
      ];
    });
  });
  return trends.sort((a, b) => Math.abs(b.change) - Math.abs(a.change) || (a.key < b.key ? -1 : 1));
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
