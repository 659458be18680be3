import { DAY_MS } from "../../core/duration.ts";
import { NEWS_MS } from "../../kinds/news.ts";
import { targetKinds } from "../../kinds/registry.ts";
import { valuesAt, valuesIn } from "../../db/values-at.ts";
import type { Row } from "../../db/row.ts";
import type { Target } from "./resource/form.ts";
import type { SeriesPoint } from "./target-reading.ts";

type Own = Pick<Target, "kind" | "state" | "lastOkAt">;

/** Limit on the instants at which entries were first seen, for which their values are read. The latest are. */
const MAX_FIRST_SIGHTS = 40;

/** When entries of targets were first seen after an instant, as `[id, at]`: nothing of them is known before. */
export function firstSights(all: (Own & Pick<Target, "id">)[], from: number): [id: string, at: number][] {
  const found = all.flatMap((one) => {
    const later = Object.values(sinceOf(one)).filter((at) => at > from);
    return [...new Set(later)].map((at): [string, number] => [one.id, at]);
  });
  return found.toSorted(([, a], [, b]) => b - a).slice(0, MAX_FIRST_SIGHTS);
}

const sinceOf = ({ kind, state }: Own): Record<string, number> =>
  state === null ? {} : (targetKinds[kind]!.measured?.since?.(state) ?? {});

/** The points at first sights with only what was first seen then: `price:7/EUR` is of the entry `7`. */
export function sightsOf(points: SeriesPoint[], one: Own): SeriesPoint[] {
  const since = sinceOf(one);
  const idOf = (series: string): string => series.slice(series.indexOf(":") + 1).split("/", 1)[0]!;
  return points.flatMap(([at, values]): SeriesPoint[] => {
    const first = Object.entries(values).filter(([series]) => since[idOf(series)] === at);
    return first.length === 0 ? [] : [[at, Object.fromEntries(first)]];
  });
}

/** SQL for instants as a source of `valuesAt`: JSON of `[id, at]`. */
export const INSTANTS = `SELECT value ->> 0 AS id, 0 AS slot, value ->> 1 AS at FROM json_each(?1)`;

/** The points of rows of `valuesAt`, by target. */
export function pointsAt(rows: Row[]): Map<string, SeriesPoint[]> {
  const found = new Map<string, SeriesPoint[]>();
  for (const row of rows) {
    const values = valuesIn(row);
    if (values === null) continue;
    const id = String(row["id"]);
    found.set(id, [...(found.get(id) ?? []), [Number(row["at"]), values]]);
  }
  return found;
}

/**
 * What news compares with `now` (epoch ms), by target: the values a week and a day ago, and those of entries that were
 * first seen within the week.
 */
export async function pointsSince(
  db: D1Database,
  all: (Own & Pick<Target, "id">)[],
  now: number,
): Promise<Map<string, SeriesPoint[]>> {
  if (all.length === 0) return new Map();
  const ago = [NEWS_MS, DAY_MS].map((ms) => Math.floor(now) - ms);
  const instants = [...all.flatMap(({ id }) => ago.map((at) => [id, at])), ...firstSights(all, ago[0]!)];
  const { results } = await db.prepare(valuesAt(INSTANTS)).bind(JSON.stringify(instants)).all<Row>();
  const known = pointsAt(results);
  return new Map(
    all.map((one) => {
      const points = known.get(one.id) ?? [];
      return [one.id, [...points.filter(([at]) => ago.includes(at)), ...sightsOf(points, one)]];
    }),
  );
}

/**
 * Completes points that were read of a series with the last values of its state, at the last check or where an entry was
 * last seen. Oldest first. Pure.
 */
export function withLast(points: SeriesPoint[], { kind, state, lastOkAt }: Own): SeriesPoint[] {
  const last = state === null ? {} : (targetKinds[kind]!.last?.(state) ?? {});
  const byTime = new Map<number, Record<string, number>>();
  for (const [series, { value, until }] of Object.entries(last)) {
    const at = until ?? lastOkAt;
    if (at === null) continue;
    const values = byTime.get(at) ?? {};
    values[series] = value;
    byTime.set(at, values);
  }
  return [...points, ...byTime].toSorted(([a], [b]) => a - b);
}
