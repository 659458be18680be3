import { DAY_MS } from "../../core/duration.ts";
import { SAMPLE_HOLDS_MS } from "../../core/sampling.ts";
import type { SeriesPoint } from "../creators/target-reading.ts";
import { MAX_COMPARED, type TrendDeps, type TrendsReading } from "./trends.ts";
import { targets } from "../creators/resource/table.ts";
import { LIST_HEAD, listHeadOf } from "../creators/list-order.ts";
import { reader, type Row } from "../../db/row.ts";
import { endOf, firstIn, lastPointIn, pointsIn, someOf } from "../creators/run-text.ts";

/** Limit on the runs that are read. A day can have several. */
const MAX_RUNS = 500;

/** Those of a kind ?1 after a name ?2 and id ?3. A comparison of pairs would read the index from its start. */
const first = (columns: string, max = MAX_COMPARED): string => `SELECT ${columns} FROM targets t INDEXED BY targets_name
  WHERE t.kind = ?1 AND lower(t.name) >= lower(?2) AND (lower(t.name) > lower(?2) OR t.id > ?3) ORDER BY lower(t.name), t.id LIMIT ${max}`;

// The last point of each run, about one a day. D1 bills entries that `json_each` unpacks, so the text is cut instead.
const POINTS = `SELECT s.target_id, ${endOf("s.points")} AS run_end FROM (${first("*")}) t CROSS JOIN series s
    ON s.target_id = t.id AND s.begins_at >= ?4
  WHERE ?5 - s.begins_at / ${DAY_MS} IN (SELECT value FROM json_each(?6)) ORDER BY s.begins_at LIMIT ${MAX_RUNS}`;

/** The runs that contain the start of the period, and its end: in full, or a sample of its points if it is long. */
const LONG_RUN_BYTES = 60_000;
const POINTS_OF_LONG = 24;
const EDGES = `WITH runs AS MATERIALIZED (SELECT t.id, g.value AS at, CAST(s.points AS BLOB) AS run, ${firstIn("s.points")} AS first
    FROM (${first("*")}) t CROSS JOIN json_each(?4) g CROSS JOIN series s ON s.target_id = t.id AND s.begins_at =
      (SELECT max(m.begins_at) FROM series m WHERE m.target_id = t.id AND m.begins_at <= g.value))
  SELECT id, at, iif(length(run) < ${LONG_RUN_BYTES}, CAST(run AS TEXT), NULL) AS points,
    iif(length(run) < ${LONG_RUN_BYTES}, NULL, ${someOf("run", "first", POINTS_OF_LONG)}) AS some FROM runs`;

/** The ends of the last runs that began before these instants, which are midnights (UTC). */
const BEFORE = `SELECT t.id, g.key AS place, g.value AS at, ${endOf("s.points")} AS run_end
  FROM (${first("*")}) t CROSS JOIN json_each(?4) g CROSS JOIN series s ON s.target_id = t.id AND s.begins_at =
    (SELECT max(m.begins_at) FROM series m WHERE m.target_id = t.id AND m.begins_at < g.value)`;

/** An entry can be missing from one or two answers, so the last points are merged, as in digests. */
const TOGETHER = 3;

/** Values of a run's series at an instant; null if the run begins later. */
function valuesAt(points: SeriesPoint[], at: number): SeriesPoint | null {
  const before = points.filter(([when]) => when <= at && at - when <= SAMPLE_HOLDS_MS).slice(-TOGETHER);
  return before.length === 0 ? null : [at, Object.assign({}, ...before.map(([, values]) => values))];
}

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

/** The series of several targets, for comparison. */
export const trendStore = (db: D1Database): TrendDeps => ({
  async read(kind, { from, to, daysAgo, isPast, earlier }, after) {
    const among = [kind, after.name, after.id] as const;
    const edges = isPast ? [Math.floor(from), Math.floor(to)] : [Math.floor(from)];
    const [head, found, edged, sampled, ended] = await db.batch<Row>([
      db.prepare(LIST_HEAD).bind(null),
      db.prepare(first("id, name, kind, params, state", MAX_COMPARED + 1)).bind(...among),
      db.prepare(EDGES).bind(...among, JSON.stringify(edges)),
      db.prepare(POINTS).bind(...among, Math.floor(from), Math.floor(to / DAY_MS), JSON.stringify(daysAgo)),
      ...(earlier.length === 0 ? [] : [db.prepare(BEFORE).bind(...among, JSON.stringify(earlier))]),
    ]);
    const points = new Map<string, SeriesPoint[]>();
    const ends = new Map<string, SeriesPoint>();
    for (const { id, at, points: whole, some } of edged!.results) {
      const run = whole === null ? pointsIn(String(some)) : (JSON.parse(String(whole)) as SeriesPoint[]);
      const edge = valuesAt(run, Number(at));
      if (edge === null) continue;
      if (Number(at) === Math.floor(from)) points.set(String(id), [edge]);
      else if (run.some(([when]) => when > from)) ends.set(String(id), edge);
    }
    for (const row of sampled!.results) {
      const id = String(row["target_id"]);
      const point = lastPointIn(String(row["run_end"]));
      const within = point !== null && point[0] > from && (!isPast || point[0] < to);
      if (within) points.set(id, [...(points.get(id) ?? []), point]);
    }
    for (const [id, end] of ends) points.set(id, [...(points.get(id) ?? []), end]);
    const compared = found!.results
      .slice(0, MAX_COMPARED)
      .map((row) => readTarget(row, "id", "name", "kind", "params", "state"));
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
