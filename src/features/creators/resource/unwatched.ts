import type { Param, Statement } from "../../../resources/resource.ts";
import { POLLED_AT } from "./poll-slot.ts";

// Alerts of targets that are live say so until their end is seen. If nobody looks any more, the next tick edits them.

interface Change {
  before: { enabled: boolean; identity: string };
  after: { id: string; enabled: boolean; identity: string; updatedAt: number };
}

/** The last successful poll of `t`. */
export const LAST_OK_AT = `iif(t.consecutive_faults > 0 OR t.enabled = 0, t.last_ok_at, ${POLLED_AT})`;

/** Notes those of `from` (as `t`) that are live. */
export const noting = (why: string, at: string, from: string): string =>
  `INSERT INTO unwatched (target_id, why, at, kind, state, last_ok_at)
    SELECT t.id, ${why}, max(k.last_tick_at, ${at}), t.kind, t.state, ${LAST_OK_AT} FROM ${from}
    CROSS JOIN ticker k WHERE k.id = 1 AND t.on_air = 1 AND t.state IS NOT NULL
    ON CONFLICT (target_id) DO UPDATE SET why = excluded.why, at = excluded.at, kind = excluded.kind, state = excluded.state,
      last_ok_at = excluded.last_ok_at`;

const CHANGING = noting(
  "j.value ->> 1",
  "j.value ->> 2",
  "(SELECT value FROM json_each(?1) LIMIT -1) j CROSS JOIN targets t ON t.id = j.value ->> 0",
);

const WATCHED_AGAIN = "DELETE FROM unwatched WHERE target_id IN (SELECT j.value FROM json_each(?1) j)";

/** Notes the live targets that are paused, or watch somebody else from now on. */
export function noLongerWatched(changes: Change[]): Statement[] {
  const rows = changes.flatMap(({ before, after }) =>
    before.identity !== after.identity
      ? [[after.id, "removed", after.updatedAt]]
      : before.enabled && !after.enabled
        ? [[after.id, "paused", after.updatedAt]]
        : [],
  );
  return rows.length === 0 ? [] : [{ sql: CHANGING, rows }];
}

/** Forgets the pauses that no tick has seen. */
export function watchedAgain(changes: Change[]): Statement[] {
  const rows = changes.flatMap(({ before, after }) =>
    before.identity === after.identity && !before.enabled && after.enabled ? after.id : [],
  );
  return rows.length === 0 ? [] : [{ sql: WATCHED_AGAIN, rows }];
}

/** Notes the live targets that are deleted. */
export const noLongerStored = (ids: string, params: Param[], at: number): Statement[] => [
  { sql: noting("'removed'", String(Math.floor(at)), `(SELECT * FROM targets WHERE id IN (${ids})) t`), params },
];
