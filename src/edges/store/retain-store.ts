import { DAY_MS } from "../../core/duration.ts";
import { SIGN_IN_MS } from "../../core/sign-in.ts";
import type { RetainDeps, Sort } from "../../flows/retain/retain.ts";
import { SEQ_PER_MS } from "./schema.ts";

const bare = "NOT EXISTS (SELECT 1 FROM channels c WHERE c.id = d.channel_id)";
const waiting = "status = 'held' AND summary IS NULL";

/** A commit may have looked for channels before one was deleted: what it added for that one never goes out. */
const SUPPRESS_ORPHANS = `UPDATE deliveries SET status = 'suppressed', reason = 'channel deleted', next_attempt_at = NULL
  WHERE seq IN (SELECT seq FROM deliveries d WHERE status = 'pending' AND ${bare}
    UNION ALL SELECT seq FROM deliveries d WHERE ${waiting} AND ${bare} LIMIT ?1)`;

// What still waits to be told stays; the window is wider by as many, so that they never fill it.
const FORGET_DELIVERIES = `DELETE FROM deliveries WHERE seq IN (
  SELECT seq FROM (SELECT seq, made_at, status, summary FROM deliveries ORDER BY seq LIMIT ?2
    + (SELECT count(*) FROM deliveries WHERE status = 'pending') + (SELECT count(*) FROM deliveries WHERE ${waiting}))
  WHERE made_at < ?1 AND status <> 'pending' AND NOT (${waiting}) LIMIT ?2)`;

const FORGET: Record<Sort, string> = {
  events: `DELETE FROM events WHERE seq IN (SELECT seq FROM events WHERE seq < ?1 * ${SEQ_PER_MS} ORDER BY seq LIMIT ?2)`,
  deliveries: FORGET_DELIVERIES,
  // Only the oldest are looked at: nothing younger than one that stays can go.
  editions: `DELETE FROM editions WHERE seq IN (SELECT seq FROM (SELECT seq, made_at FROM editions ORDER BY seq LIMIT ?2)
    WHERE made_at < ?1)`,
  silences: "DELETE FROM silences WHERE id IN (SELECT id FROM silences WHERE until < ?1 LIMIT ?2)",
  // A run has points of one day: the oldest rows are of the oldest days.
  series: `DELETE FROM series WHERE rowid IN (SELECT at FROM (SELECT rowid AS at, begins_at FROM series ORDER BY rowid LIMIT ?2)
    WHERE begins_at + ${DAY_MS} <= ?1)`,
  audit:
    "DELETE FROM audit WHERE seq IN (SELECT seq FROM (SELECT seq, at FROM audit ORDER BY seq LIMIT ?2) WHERE at < ?1)",
  requests: `DELETE FROM requests WHERE key IN (SELECT key FROM (SELECT key, at FROM requests ORDER BY rowid LIMIT ?2)
    WHERE at < ?1)`,
  writeParts: `DELETE FROM write_parts WHERE part IN (SELECT part FROM (SELECT part, at FROM write_parts LIMIT ?2)
    WHERE at < ?1)`,
  // Tokens are a hundred at the most, and so are the sign-ins of each; those of another ADMIN_TOKEN have a holder of that form.
  signIns: `DELETE FROM sign_ins WHERE seq IN (
    SELECT seq FROM (SELECT seq, created_at FROM sign_ins ORDER BY seq LIMIT ?2) WHERE created_at < ?1
    UNION SELECT s.seq FROM tokens t JOIN sign_ins s ON s.holder = t.id WHERE t.expires_at <= ?1 + ${SIGN_IN_MS}
    UNION SELECT seq FROM sign_ins WHERE holder >= 'adm_' AND holder < ?3
    UNION SELECT seq FROM sign_ins WHERE holder > ?3 AND holder < 'adm\`'
    LIMIT ?2)`,
};

/** Rows written for each delivery that is suppressed, its index entries and counts included, by those for one deleted. */
const SUPPRESSED_COSTS = 4;

/** Deletes what is older than an instant, a bounded number of rows: only the oldest are read. `admin`: the holder of the sign-ins of `ADMIN_TOKEN`. */
export const retainStore = (db: D1Database, admin: string): Pick<RetainDeps, "forget"> => ({
  async forget(sort, before, max) {
    const orphans = Math.ceil(max / SUPPRESSED_COSTS);
    const bound = [before, max, ...(sort === "signIns" ? [admin] : [])];
    const suppress = sort === "deliveries" ? [db.prepare(SUPPRESS_ORPHANS).bind(orphans)] : [];
    const results = await db.batch([...suppress, db.prepare(`${FORGET[sort]} RETURNING 1`).bind(...bound)]);
    const written = results.reduce((sum, { meta }) => sum + (meta.rows_written ?? 0), 0);
    return { deleted: results.at(-1)!.results.length, written };
  },
});
