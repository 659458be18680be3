import { DAY_MS } from "../../core/duration.ts";
import type { SeriesPoint } from "../../flows/browse/one-reading.ts";
import { MAX_COMPARED, type TrendDeps } from "../../flows/browse/trends.ts";
import { targets } from "../../resources/targets/table.ts";
import { readParams, readState } from "../../targets/stored.ts";
import { LIST_HEAD, listHeadOf } from "./list-head.ts";
import { reader, type Row } from "./row.ts";
import { endOf, lastPointIn } from "./run-text.ts";

/** More runs are not read: some are of the same day. */
const MAX_RUNS = 500;

const first = (columns: string): string => `SELECT ${columns} FROM targets t INDEXED BY targets_name
  WHERE t.kind = ?1 ORDER BY lower(t.name), t.id LIMIT ${MAX_COMPARED}`;

// The last point of a run, a run about a day: D1 bills each entry that is looked into, and this looks into none.
const POINTS = `SELECT s.target_id, ${endOf("s.points")} AS run_end FROM (${first("*")}) t CROSS JOIN series s
    ON s.target_id = t.id AND s.begins_at >= ?2
  WHERE ?3 - s.begins_at / ${DAY_MS} IN (SELECT value FROM json_each(?4)) ORDER BY s.begins_at LIMIT ${MAX_RUNS}`;

const readTarget = reader(targets);

/** The series of several targets, side by side. */
export const trendStore = (db: D1Database): TrendDeps => ({
  async read(kind, { from, to, daysAgo }) {
    const [head, found, sampled] = await db.batch<Row>([
      db.prepare(LIST_HEAD).bind(null),
      db.prepare(first("id, name, kind, params, state")).bind(kind),
      db.prepare(POINTS).bind(kind, Math.floor(from), Math.floor(to / DAY_MS), JSON.stringify(daysAgo)),
    ]);
    const points = new Map<string, SeriesPoint[]>();
    for (const row of sampled!.results) {
      const id = String(row["target_id"]);
      const point = lastPointIn(String(row["run_end"]));
      if (point !== null) points.set(id, [...(points.get(id) ?? []), point]);
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
