import { nextTime } from "../../src/core/schedule.ts";
import type { Database } from "./database.ts";

const REASON = "restored from a backup";

export interface Calmed {
  /** Deliveries that will not be sent again. */
  suppressed: number;
  /** Digests whose passed times are not caught up. */
  digests: number;
  /** API tokens that worked when it was backed up and are ended. */
  tokens: number;
}

interface Keeping {
  /** The old one was stopped before the backup, as for a move. */
  moved: boolean;
  /** API tokens go on working. */
  tokens: boolean;
}

/**
 * Makes a restored database let go of what was under way when it was backed up: nobody knows what of it was sent since,
 * so nothing of it is sent again. Where the old one was stopped before the backup (`moved`), nothing was, and it goes on.
 * Nobody knows either which tokens were revoked since, and who signed out: all are ended, unless `tokens` asks for them.
 */
export function calm(db: Database, now: number, { moved, tokens: stored }: Keeping): Calmed {
  db.exec("BEGIN");
  db.exec(`UPDATE deliveries SET lease_until = 0, taker = NULL WHERE lease_until <> 0 OR taker IS NOT NULL`);
  db.exec(`UPDATE channels SET lease_until = 0, taker = NULL WHERE lease_until <> 0 OR taker IS NOT NULL`);
  db.exec(`UPDATE editions SET lease_until = 0 WHERE lease_until <> 0`);
  // A tick that is not later than the last does nothing: a clock that was ahead must not stop the ticks here.
  db.prepare(`UPDATE ticker SET last_tick_at = min(last_tick_at, ?1), filled_at = min(filled_at, ?1)`).run(now);
  const suppressed = moved
    ? 0
    : db
        .prepare(
          `UPDATE deliveries SET status = 'suppressed', reason = ?, next_attempt_at = NULL
           WHERE status = 'pending' OR (status = 'held' AND summary IS NULL)`,
        )
        .run(REASON).changes;
  // What is not even made yet is not made.
  const folded = moved ? 0 : foldedAway(db);
  const digests = moved ? 0 : passOver(db, now);
  const tokens = stored
    ? 0
    : db.prepare("UPDATE tokens SET expires_at = ?1 WHERE expires_at IS NULL OR expires_at > ?1").run(now).changes;
  if (!stored) db.exec("DELETE FROM sign_ins");
  db.exec("COMMIT");
  return { suppressed: Number(suppressed) + folded, digests, tokens: Number(tokens) };
}

/** Forgets deliveries that commits left folded; answers how many. */
function foldedAway(db: Database): number {
  const count = `SELECT coalesce(sum(json_array_length(content, '$.events') * json_array_length(content, '$.channels') - done), 0) AS n FROM fanouts`;
  const n = Number(db.prepare(count).get()!["n"]);
  db.exec("DELETE FROM fanouts");
  return n;
}

/** Moves the digests whose time has passed to their next one; answers how many. */
function passOver(db: Database, now: number): number {
  const due = db.prepare("SELECT id, schedule, timezone FROM digests WHERE next_at <= ?").all(now);
  const move = db.prepare("UPDATE digests SET next_at = ? WHERE id = ?");
  for (const { id, schedule, timezone } of due)
    move.run(nextTime({ pattern: String(schedule), timezone: String(timezone) }, now), id!);
  return due.length;
}
