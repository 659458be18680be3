import { DAY_MS } from "../../core/duration.ts";
import type { SeriesPoint } from "../../flows/browse/one-reading.ts";
import { MAX_COMPARED, type TrendDeps } from "../../flows/browse/trends.ts";
import { targets } from "../../resources/targets/table.ts";
import { readParams, readState } from "../../targets/stored.ts";
import { LIST_HEAD, listHeadOf } from "./list-head.ts";
import { reader, type Row } from "./row.ts";
import { endOf, firstIn, lastPointIn, pointsIn, someOf } from "./run-text.ts";

/** More runs are not read: some are of the same day. */
const MAX_RUNS = 500;

const first = (columns: string): string => `SELECT ${columns} FROM targets t INDEXED BY targets_name
  WHERE t.kind = ?1 ORDER BY lower(t.name), t.id LIMIT ${MAX_COMPARED}`;

// The last point of a run, a run about a day: D1 bills each entry that is looked into, and this looks into none.
const POINTS = `SELECT s.target_id, ${endOf("s.points")} AS run_end FROM (${first("*")}) t CROSS JOIN series s
    ON s.target_id = t.id AND s.begins_at >= ?2
  WHERE ?3 - s.begins_at / ${DAY_MS} IN (SELECT value FROM json_each(?4)) ORDER BY s.begins_at LIMIT ${MAX_RUNS}`;

/** The run that the period's begin lies in: whole, or where it is long a few of its points, between which others lie. */
const LONG_RUN_BYTES = 60_000;
const POINTS_OF_LONG = 24;
const BEGINS = `WITH runs AS MATERIALIZED (SELECT t.id, CAST(s.points AS BLOB) AS run, ${firstIn("s.points")} AS first
    FROM (${first("*")}) t CROSS JOIN series s ON s.target_id = t.id AND s.begins_at =
      (SELECT max(m.begins_at) FROM series m WHERE m.target_id = t.id AND m.begins_at <= ?2))
  SELECT id, iif(length(run) < ${LONG_RUN_BYTES}, CAST(run AS TEXT), NULL) AS points,
    iif(length(run) < ${LONG_RUN_BYTES}, NULL, ${someOf("run", "first", POINTS_OF_LONG)}) AS some FROM runs`;

/** What is missing from an answer or two is still there, so the last points count as one, as in digests. */
const TOGETHER = 3;

/** What a run's series were at an instant: null where it begins later. */
function valuesAt(points: SeriesPoint[], at: number): SeriesPoint | null {
  const before = points.filter(([when]) => when <= at).slice(-TOGETHER);
  return before.length === 0 ? null : [at, Object.assign({}, ...before.map(([, values]) => values))];
}

const readTarget = reader(targets);

/** The series of several targets, side by side. */
export const trendStore = (db: D1Database): TrendDeps => ({
  async read(kind, { from, to, daysAgo }) {
    const [head, found, begun, sampled] = await db.batch<Row>([
      db.prepare(LIST_HEAD).bind(null),
      db.prepare(first("id, name, kind, params, state")).bind(kind),
      db.prepare(BEGINS).bind(kind, Math.floor(from)),
      db.prepare(POINTS).bind(kind, Math.floor(from), Math.floor(to / DAY_MS), JSON.stringify(daysAgo)),
    ]);
    const points = new Map<string, SeriesPoint[]>();
    for (const { id, points: whole, some } of begun!.results) {
      const run = whole === null ? pointsIn(String(some)) : (JSON.parse(String(whole)) as SeriesPoint[]);
      const begin = valuesAt(run, from);
      if (begin !== null) points.set(String(id), [begin]);
    }
    for (const row of sampled!.results) {
      const id = String(row["target_id"]);
      const point = lastPointIn(String(row["run_end"]));
      if (point !== null && point[0] > from) points.set(id, [...(points.get(id) ?? []), point]);
    }
    return {
      head: listHeadOf(head!.results[0]!),
      targets: found!.results.map((row) => {
        const one = readTarget(row, "id", "name", "kind", "params", "state");
        return { ...one, params: readParams(kind, one.params), state: readState(kind, one.state) };
      }),
      points,
    };
  },
});
