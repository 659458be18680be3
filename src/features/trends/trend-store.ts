import { DAY_MS } from "../../core/duration.ts";
import { valuesAt } from "../../db/values-at.ts";
import { firstSights, INSTANTS, pointsAt, sightsOf, withLast } from "../creators/whole-series.ts";
import { SAMPLE_HOLDS_MS } from "../../core/sampling.ts";
import type { SeriesPoint } from "../creators/target-reading.ts";
import { MAX_COMPARED, type TrendDeps, type TrendsReading } from "./trends.ts";
import { targets } from "../creators/resource/table.ts";
import { LIST_HEAD, listHeadOf } from "../creators/list-order.ts";
import { reader, type Row } from "../../db/row.ts";
import { beginOf, endOf, lastPointIn, pointIn } from "../creators/run-text.ts";

/** Limit on the runs that are read. A day can have several. */
const MAX_RUNS = 500;

/** Those of a kind ?1 after a name ?2 and id ?3. A comparison of pairs would read the index from its start. */
const first = (columns: string, max = MAX_COMPARED): string => `SELECT ${columns} FROM targets t INDEXED BY targets_name
  WHERE t.kind = ?1 AND lower(t.name) >= lower(?2) AND (lower(t.name) > lower(?2) OR t.id > ?3) ORDER BY lower(t.name), t.id LIMIT ${max}`;

// The last point of each run, about one a day. D1 bills entries that `json_each` unpacks, so the text is cut instead.
const pointsOn = (daysAgo: number[]): string => {
  const ofDay = (ago: number): string =>
    `(s.target_id = t.id AND s.begins_at >= max(?4, (?5 - ${ago}) * ${DAY_MS}) AND s.begins_at < (?5 - ${ago} + 1) * ${DAY_MS})`;
  return `SELECT s.target_id, ${endOf("s.points")} AS run_end
    FROM (${first("*")}) t CROSS JOIN series s ON ${daysAgo.map(ofDay).join(" OR ")} ORDER BY s.begins_at LIMIT ${MAX_RUNS}`;
};

/** The first point after the start ?4. */
const FIRST_AFTER = `(SELECT ${beginOf("s.points")} FROM series s WHERE s.target_id = t.id AND s.begins_at > ?4
  ORDER BY s.begins_at LIMIT 1) AS first_after`;

/** The ends of the last runs that began before these instants, which are midnights (UTC). */
const BEFORE = `SELECT t.id, g.key AS place, g.value AS at, ${endOf("s.points")} AS run_end
  FROM (${first("*")}) t CROSS JOIN json_each(?4) g CROSS JOIN series s ON s.target_id = t.id AND s.begins_at =
    (SELECT max(m.begins_at) FROM series m WHERE m.target_id = t.id AND m.begins_at < g.value)`;

const readTarget = reader(targets);

/** The values of each target at each instant, null where nothing was measured in the two days before. */
function earlierIn(rows: Row[], instants: number[]): TrendsReading["earlier"] {
  const found: TrendsReading["earlier"] = new Map();
  for (const row of rows) {
    const point = lastPointIn(String(row["run_end"]));
    if (point === null || Number(row["at"]) - point[0] > SAMPLE_HOLDS_MS) continue;
    const id = String(row["id"]);
    const own = found.get(id) ?? instants.map(() => null);
    own[Number(row["place"])] = point[1];
    found.set(id, own);
  }
  return found;
}

/** Points oldest first. The same one can be read twice, as the first after the start and as the last of its day. */
const inTime = (points: SeriesPoint[]): SeriesPoint[] =>
  [...Map.groupBy(points, ([at]) => at)]
    .map(([at, all]): SeriesPoint => [at, Object.assign({}, ...all.map(([, values]) => values))])
    .toSorted(([a], [b]) => a - b);

/** The series of several targets, for comparison. */
export const trendStore = (db: D1Database): TrendDeps => ({
  async read(kind, { from, to, daysAgo, isPast, earlier }, after) {
    const among = [kind, after.name, after.id] as const;
    const [head, found, sampled, ended] = await db.batch<Row>([
      db.prepare(LIST_HEAD).bind(null),
      db
        .prepare(first(`id, name, kind, params, state, last_ok_at, ${FIRST_AFTER}`, MAX_COMPARED + 1))
        .bind(...among, Math.floor(from)),
      db.prepare(pointsOn(daysAgo)).bind(...among, Math.floor(from), Math.floor(to / DAY_MS)),
      ...(earlier.length === 0 ? [] : [db.prepare(BEFORE).bind(...among, JSON.stringify(earlier))]),
    ]);
    const rows = found!.results.slice(0, MAX_COMPARED);
    const compared = rows.map((row) => readTarget(row, "id", "name", "kind", "params", "state", "lastOkAt"));
    const edges = isPast ? [Math.floor(from), Math.floor(to)] : [Math.floor(from)];
    const sights = firstSights(compared, from).filter(([, at]) => at < to);
    const instants = [...compared.flatMap(({ id }) => edges.map((at) => [id, at])), ...sights];
    const known =
      compared.length === 0
        ? []
        : (await db.prepare(valuesAt(INSTANTS)).bind(JSON.stringify(instants)).all<Row>()).results;
    const within = sampled!.results.flatMap((row): [id: string, SeriesPoint][] => {
      const point = lastPointIn(String(row["run_end"]));
      return point !== null && point[0] > from && point[0] < to ? [[String(row["target_id"]), point]] : [];
    });
    const points = new Map<string, SeriesPoint[]>();
    const [at, days] = [pointsAt(known), Map.groupBy(within, ([id]) => id)];
    rows.forEach((row, index) => {
      const one = compared[index]!;
      const firstAfter = row["first_after"] === null ? null : pointIn(String(row["first_after"]));
      const own = inTime([
        ...(at.get(one.id) ?? []).filter(([when]) => edges.includes(when)),
        ...(firstAfter === null || firstAfter[0] >= to ? [] : [firstAfter]),
        ...sightsOf(at.get(one.id) ?? [], one),
        ...(days.get(one.id) ?? []).map(([, point]) => point),
      ]);
      // With a gap until its end, nothing was measured in the period.
      const measured = own.some(([at]) => at > from && at < to) ? own : own.filter(([at]) => at <= from);
      const whole = isPast ? measured : withLast(measured, one);
      points.set(
        one.id,
        whole.filter(([at]) => at >= Math.floor(from)),
      );
    });
    const last = compared.at(-1);
    const isMore = found!.results.length > MAX_COMPARED && last !== undefined;
    return {
      head: listHeadOf(head!.results[0]!),
      targets: compared,
      next: isMore ? { name: last.name, id: last.id } : null,
      points,
      earlier: earlierIn(ended?.results ?? [], earlier),
    };
  },
});
