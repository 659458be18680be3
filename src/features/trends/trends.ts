import { DAY_MS } from "../../core/duration.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { median } from "../../sections/robust.ts";
import type { Charted } from "../../kinds/page.ts";
import { distinguished } from "../../sections/distinguish.ts";
import { growthOf, scoresOf } from "../../sections/score.ts";
import { targetKinds } from "../../kinds/registry.ts";
import type { ListHead } from "../creators/creators.ts";
import type { SeriesPoint } from "../creators/target-reading.ts";

/** A target whose series are compared. */
interface Compared {
  id: string;
  name: string;
  kind: string;
  params: JsonObject;
  state: Json;
  /** The last good check, epoch ms. */
  lastOkAt: number | null;
}

export interface TrendsReading {
  head: ListHead;
  /** By name from the requested place on, at most `MAX_COMPARED`. */
  targets: Compared[];
  /** Where the next ones by name begin; null if these are the last. */
  next: NamePlace | null;
  /** The values at the start of the period, and about one point per requested day, oldest first. */
  points: Map<string, SeriesPoint[]>;
  /** The values at the requested earlier instants, by target; null where nothing was measured. */
  earlier: Map<string, (Record<string, number> | null)[]>;
}

/** The maximum number of targets to compare. */
export const MAX_COMPARED = 12;

/** Instants are epoch ms. */
export interface TrendPeriod {
  from: number;
  to: number;
  /** Whole UTC days before that of `to`. */
  daysAgo: number[];
  /** True if the period ends before now: then the values at its end are read too. */
  isPast: boolean;
  /** Midnights (UTC) of earlier periods of the same length, ascending; empty if they are not needed. */
  earlier: number[];
}

/** A place among targets by name: after the one with this name and id. With "" as id, the name itself follows. */
export interface NamePlace {
  name: string;
  id: string;
}

export interface TrendDeps {
  /**
   * The series of a kind's targets after a place, until now, with a point for each of these days. Takes at most six
   * statements.
   */
  read(kind: string, period: TrendPeriod, after: NamePlace): Promise<TrendsReading>;
}

export interface TrendPorts {
  trends: TrendDeps;
}

/** The change of one series. */
export interface Trend {
  /** Unique among all trends: the target's id and the series' name. */
  key: string;
  targetId: string;
  /** What it measures, and the name of its target. */
  name: string;
  of: string;
  /** The currency of a price; null for what is no price, or where it is not known. */
  currency: string | null;
  before: number;
  after: number;
  /** Percent; for places, the places gained. */
  change: number;
  /** Epoch ms of the first measurement if the series does not cover the whole period; otherwise null. */
  since: number | null;
  /** Epoch ms of the last measurement if the last answers had it no more; otherwise null. */
  until: number | null;
  /** How far it stands out from the others and from its own past; null if that is unknown or was not requested. */
  score: number | null;
  /** How far it stands out from the others alone; null like the score. */
  apart: number | null;
  /** True if its own earlier periods are known, with which the score compares it, too. */
  byOwn: boolean;
  points: [at: number, value: number][];
}

/** A series without a measurement for this long is no longer measured. */
const LATE_MS = 2 * DAY_MS;

/** Reports whether a series has left the answers, or its target is no longer checked. Epoch ms. */
const hasLeft = (last: number, lastOkAt: number | null, to: number): boolean =>
  to - last > LATE_MS || (lastOkAt !== null && lastOkAt <= to && last < lastOkAt);

/**
 * The trends of all series with a prefix and at least two points between `from` and `to` (epoch ms): largest change
 * first, series that start later last. Pure.
 */
export function trendsIn(
  { targets, points }: TrendsReading,
  { begins, restarts }: Pick<Charted, "begins" | "restarts">,
  places: boolean,
  from: number,
  to = 0,
): Trend[] {
  const trends = targets.flatMap((one) => {
    const names = one.state === null ? {} : (targetKinds[one.kind]?.measured?.known(one.state) ?? {});
    const latest = points.get(one.id)?.at(-1)?.[1] ?? {};
    return seriesOf(points.get(one.id) ?? [], begins).flatMap(([series, values]): Trend[] => {
      // A price in another currency is another series.
      if (latest[series] === undefined && goesOn(series, latest)) return [];
      const [first, last] = [values[0], values.at(-1)];
      if (first === undefined || last === undefined || values.length < 2) return [];
      const [before, after] = [first[1], last[1]];
      if (!places && before <= 0) return [];
      const change = places ? before - after : ((after - before) / before) * 100;
      const id = series.slice(begins.length);
      if (restarts?.(id) === true) return [];
      // What no longer exists has no name, and is omitted.
      if (id !== "" && one.state !== null && names[id] === undefined) return [];
      // A series without an id is about the target itself.
      const name = names[id] ?? (id === "" ? one.name : id);
      const since = first[0] > from ? first[0] : null;
      const until = hasLeft(last[0], one.lastOkAt, to) ? last[0] : null;
      const key = `${one.id} ${series}`;
      const currency = currencyOf(one, series);
      const known = { key, targetId: one.id, name, of: one.name, currency, before, after, change, since, until };
      return [{ ...known, score: null, apart: null, byOwn: false, points: values }];
    });
  });
  return named(trends).sort(
    (a, b) =>
      Number(a.since !== null) - Number(b.since !== null) ||
      Math.abs(b.change) - Math.abs(a.change) ||
      (a.key < b.key ? -1 : 1),
  );
}

/** Tells two series of one target with one name apart by the ends of their ids. */
const named = (trends: Trend[]): Trend[] =>
  [...Map.groupBy(trends, ({ targetId }) => targetId).values()].flatMap((those) => {
    const idOf = ({ key }: Trend): string => key.slice(key.indexOf(":") + 1).split("/", 1)[0]!;
    const names = distinguished(those.map((one) => ({ name: one.name, told: idOf(one) })));
    return those.map((one, index) => ({ ...one, name: names[index]!.name }));
  });

/** The currency of a price; null for what is no price, or where it is not known. */
const currencyOf = ({ state, kind }: Compared, series: string): string | null =>
  state === null ? null : (targetKinds[kind]?.measured?.currency?.(state, series) ?? null);

/**
 * Adds scores to trends of counts: how far the growth stands out from that of the others in the same period, and from
 * the own growth in earlier ones, as in digests. So a rise of the whole platform is no trend. Pure.
 */
export function scored(trends: Trend[], { earlier }: TrendsReading, to: number): Trend[] {
  const isLate = (until: number | null): boolean => until !== null && to - until > LATE_MS;
  const scores = scoresOf(
    trends.map(({ key, targetId, since, until, before, after }) => {
      const series = key.slice(targetId.length + 1);
      const values = (earlier.get(targetId) ?? []).map((one) => one?.[series] ?? null);
      return {
        earlier: values.slice(1).map((value, index) => growthOf(values[index], value)),
        now: since === null && !isLate(until) ? growthOf(before, after) : null,
      };
    }),
  );
  return trends.map((trend, index) => ({
    ...trend,
    score: scores[index]?.score ?? null,
    apart: scores[index]?.apart ?? null,
    byOwn: scores[index]?.byOwn ?? false,
  }));
}

/** The number of steps of the usual growth. */
const STEPS = 8;

/** With fewer, nothing is usual. */
const LEAST_COMPARED = 3;

/** How the compared ones usually grew, in percent since the start: the median of those with a score. Pure. */
export function usualGrowth(all: Trend[], from: number, to: number): [at: number, percent: number][] {
  const compared = all.filter(({ score }) => score !== null);
  if (compared.length < LEAST_COMPARED) return [];
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    const at = from + ((to - from) * step) / STEPS;
    return [at, median(compared.map(({ points, before }) => (valueAt(points, at) / before - 1) * 100))!];
  });
}

/** The value on the line between two points. */
function valueAt(points: Trend["points"], at: number): number {
  const next = points.findIndex(([when]) => when >= at);
  if (next <= 0) return points.at(next)![1];
  const [[then, value], [later, other]] = [points[next - 1]!, points[next]!];
  return value + ((other - value) * (at - then)) / (later - then);
}

/** A series that ended because the price has another currency since. Its values are not compared with the new ones. */
export interface OtherCurrency {
  key: string;
  targetId: string;
  name: string;
  /** The last value before, and when it was measured, epoch ms; the last value since. */
  before: { value: number; currency: string | null; at: number };
  after: { value: number; currency: string | null };
}

/** Prices whose currency changed within the period. Pure. */
export function otherCurrencies({ targets, points }: TrendsReading): OtherCurrency[] {
  return targets.flatMap((one) => {
    const names = one.state === null ? {} : (targetKinds[one.kind]?.measured?.known(one.state) ?? {});
    const all = new Map(seriesOf(points.get(one.id) ?? [], "price:"));
    const latest = points.get(one.id)?.at(-1)?.[1] ?? {};
    return [...all].flatMap(([series, values]): OtherCurrency[] => {
      const [own] = series.split("/", 1);
      const next = Object.keys(latest).find((other) => other !== series && other.split("/", 1)[0] === own);
      const [at, value] = values.at(-1) ?? [0, 0];
      if (latest[series] !== undefined || next === undefined) return [];
      return [
        {
          key: `${one.id} ${series}`,
          targetId: one.id,
          name: names[own!.slice("price:".length)] ?? one.name,
          before: { value, currency: currencyOf(one, series), at },
          after: { value: latest[next]!, currency: currencyOf(one, next) },
        },
      ];
    });
  });
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

/** Reports whether another series now measures the same: `price:7` and `price:7/EUR`. */
function goesOn(series: string, latest: Record<string, number>): boolean {
  const own = series.split("/", 1)[0]!;
  return Object.keys(latest).some((other) => other !== series && other.split("/", 1)[0] === own);
}
