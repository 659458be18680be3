import type { MetricTarget } from "./target-metrics.ts";
import { targets } from "./resource/table.ts";
import { reader, type Row } from "../../db/row.ts";

const readTarget = reader(targets);

/** The oldest targets with their states, at most `max`: a row each. */
export async function metricTargets(db: D1Database, max: number): Promise<MetricTarget[]> {
  const { results } = await db
    .prepare(
      `SELECT id, name, kind, state, enabled, interval_seconds, consecutive_faults, last_ok_at, unknown_since, created_at
       FROM targets ORDER BY created_at, id LIMIT ?1`,
    )
    .bind(max)
    .all<Row>();
  return results.map((row) =>
    readTarget(
      row,
      "id",
      "name",
      "kind",
      "state",
      "enabled",
      "intervalSeconds",
      "consecutiveFaults",
      "lastOkAt",
      "unknownSince",
      "createdAt",
    ),
  );
}
