import { nextTime } from "../../src/core/schedule.ts";
import type { Database } from "./database.ts";

const REASON = "restored from a backup";

export interface Calmed {
  /** Number of deliveries that will not be sent any more. */
  suppressed: number;
  /** Number of digests whose missed times are skipped. */
  digests: number;
  /** Number of API tokens that were valid at the time of the backup and are now expired. */
  tokens: number;
}

interface Keeping {
  /** The old instance was stopped before the backup, as for a move. */
  moved: boolean;
  /** API tokens stay valid. */
  tokens: boolean;
}

/**
 * Abandons what was in progress when a restored database was backed up. Deliveries may have been sent since, so they
 * are not sent again. If the old instance was stopped before the backup (`moved`), everything continues instead. Tokens
 * may have been revoked and sessions ended since, so all are ended, unless `tokens` keeps them.
 */
export function calm(db: Database, now: number, { moved, tokens: stored }: Keeping): Calmed {
  db.exec("BEGIN");
  db.exec(`UPDATE deliveries SET lease_until = 0, taker = NULL WHERE lease_until <> 0 OR taker IS NOT NULL`);
  db.exec(`UPDATE channels SET lease_until = 0, taker = NULL WHERE lease_until <> 0 OR taker IS NOT NULL`);
  db.exec(`UPDATE editions SET lease_until = 0 WHERE lease_until <> 0`);
  // A tick no later than the last one does nothing, so a clock that was ahead must not stop ticks here.
  db.prepare(`UPDATE ticker SET last_tick_at = min(last_tick_at, ?1), filled_at = min(filled_at, ?1)`).run(now);
  const suppressed = moved
    ? 0
    : db
        .prepare(
          `UPDATE deliveries SET status = 'suppressed', reason = ?, next_attempt_at = NULL
           WHERE status = 'pending' OR (status = 'held' AND summary IS NULL)`,
        )
        .run(REASON).changes;
  // Folded deliveries are not created any more.
  const folded = moved ? 0 : foldedAway(db);
  const digests = moved ? 0 : passOver(db, now);
  const tokens = stored
    ? 0
    : db.prepare("UPDATE tokens SET expires_at = ?1 WHERE expires_at IS NULL OR expires_at > ?1").run(now).changes;
  if (!stored) db.exec("DELETE FROM sign_ins");
  db.exec("COMMIT");
  return { suppressed: Number(suppressed) + folded, digests, tokens: Number(tokens) };
}

/** Deletes folded deliveries. Returns their number. */
function foldedAway(db: Database): number {
  const count = `SELECT coalesce(sum(json_array_length(content, '$.events') * json_array_length(content, '$.channels') - done), 0) AS n FROM fanouts`;
  const n = Number(db.prepare(count).get()!["n"]);
  db.exec("DELETE FROM fanouts");
  return n;
}

/** Moves digests whose time has passed to their next one. Returns their number. */
function passOver(db: Database, now: number): number {
  const due = db.prepare("SELECT id, schedule, timezone FROM digests WHERE next_at <= ?").all(now);
  const move = db.prepare("UPDATE digests SET next_at = ? WHERE id = ?");
  for (const { id, schedule, timezone } of due)
    move.run(nextTime({ pattern: String(schedule), timezone: String(timezone) }, now), id!);
  return due.length;
}
