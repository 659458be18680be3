import type { Commit } from "../commit.ts";
import type { Fault } from "../../core/fault.ts";
import { jsonChunks } from "../../db/json-chunks.ts";

const TWICE: Fault = { kind: "gone", status: null, detail: "this watchlist has the same one already, as " };

/** Both revisions change. Otherwise a form that was read before could overwrite the new params. */
const MOVED =
  "revision = targets.revision + 1, form_revision = targets.form_revision + 1, judged_at = ?2, updated_at = ?2";

const AS_READ = "targets.id = j.value ->> 'id' AND targets.revision = j.value ->> 'revision'";

/**
 * Stores the params that identify targets, and makes them due like new targets. If the watchlist already has a target
 * with that user id, this one is disabled with a fault, so that nobody is polled and reported twice.
 */
export function resolveTargets(db: D1Database, plan: Commit): D1PreparedStatement[] {
  return jsonChunks(plan.resolved).flatMap(({ text }) => [
    db
      .prepare(
        `UPDATE OR IGNORE targets SET params = j.value -> 'params', identity = j.value ->> 'identity',
           alias = j.value ->> 'alias', name = coalesce(j.value ->> 'name', targets.name),
           state = NULL, fault = NULL, consecutive_faults = 0, last_ok_at = NULL, ${MOVED}
         FROM json_each(?1) j WHERE ${AS_READ}`,
      )
      .bind(text, plan.tick),
    db
      .prepare(
        `UPDATE targets SET enabled = 0, consecutive_faults = targets.consecutive_faults + 1,
           fault = json_set(?3, '$.detail', ?3 ->> 'detail' || o.id), ${MOVED}
         FROM json_each(?1) j, targets o WHERE ${AS_READ} AND o.watchlist_id = targets.watchlist_id
           AND o.kind = targets.kind AND o.identity = j.value ->> 'identity'`,
      )
      .bind(text, plan.tick, JSON.stringify(TWICE)),
    db
      .prepare(
        `UPDATE sheets SET edits = json_patch(edits, g.seats), revision = revision + 1
         FROM (SELECT t.sheet_id AS sheet, json_group_object(t.id, json('{"gone":true}')) AS seats
           FROM json_each(?1) j CROSS JOIN targets t ON t.id = j.value ->> 'id'
           WHERE t.enabled = 0 GROUP BY t.sheet_id) g WHERE sheets.id = g.sheet`,
      )
      .bind(text),
  ]);
}
