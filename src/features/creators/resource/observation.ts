import type { Param, Statement } from "../../../resources/resource.ts";
import { LAST_OK_AT } from "./unwatched.ts";

// What is known of the time in which a target was watched, for reports.

interface Change {
  before: { enabled: boolean };
  after: { id: string; enabled: boolean; updatedAt: number };
}

const PAUSED = `UPDATE targets SET paused_at = j.value ->> 1
  FROM (SELECT value FROM json_each(?1) LIMIT -1) j WHERE targets.id = j.value ->> 0`;

/** A target without a verdict so far has no gaps, and all of its time so far is unknown anyway. */
const RESUMED = `UPDATE targets SET paused_at = NULL, gaps = iif(gaps IS NULL OR paused_at IS NULL, gaps,
    json_insert(gaps, '$[#]', json_array(paused_at, j.value ->> 1)))
  FROM (SELECT value FROM json_each(?1) LIMIT -1) j WHERE targets.id = j.value ->> 0`;

/** Notes since when targets are paused, and the gaps of those that are enabled again. */
export function pausesOf(changes: Change[]): Statement[] {
  const turned = changes.filter(({ before, after }) => before.enabled !== after.enabled);
  const rows = (enabled: boolean) =>
    turned.flatMap(({ after }) => (after.enabled === enabled ? [[after.id, after.updatedAt]] : []));
  return [
    { sql: PAUSED, rows: rows(false) },
    { sql: RESUMED, rows: rows(true) },
  ].filter(({ rows: some }) => some.length > 0);
}

/** Kinds of which months hold something that reports read. */
const REPORTED = "t.kind IN ('live', 'ranking')";

/** Keeps what reports need of targets that are deleted. One that was never seen is left out, with its months. */
export const archived = (ids: string, params: Param[], at: number): Statement[] => [
  {
    sql: `INSERT INTO removed_targets (id, created_at, watchlist_id, kind, name, params, timezone, interval_seconds, state,
        consecutive_faults, last_ok_at, unknown_since, gaps, paused_at, removed_at)
      SELECT t.id, t.created_at, t.watchlist_id, t.kind, t.name, t.params, t.timezone, t.interval_seconds, t.state,
        t.consecutive_faults, ${LAST_OK_AT},
        t.unknown_since, t.gaps, t.paused_at, max(k.last_tick_at, ${Math.floor(at)})
      FROM targets t JOIN ticker k ON k.id = 1 WHERE t.id IN (${ids}) AND ${REPORTED} AND t.state IS NOT NULL
      ON CONFLICT (id) DO NOTHING`,
    params,
  },
  {
    sql: `DELETE FROM months WHERE target_id IN (${ids}) AND target_id NOT IN (SELECT id FROM removed_targets)`,
    params,
  },
];
