import { DAY_MS } from "../../core/duration.ts";
import { SIGN_IN_MS } from "../../core/sign-in.ts";
import type { RetainDeps, Sort } from "./retain.ts";
import { SEQ_PER_MS } from "../../core/event.ts";

const bare = "NOT EXISTS (SELECT 1 FROM channels c WHERE c.id = d.channel_id)";
const waiting = "status = 'held' AND summary IS NULL";

/** A commit may have read a channel just before it was deleted. What it added for that channel is never sent. */
const SUPPRESS_ORPHANS = `UPDATE deliveries SET status = 'suppressed', reason = 'channel deleted', next_attempt_at = NULL
  WHERE seq IN (SELECT seq FROM deliveries d WHERE status = 'pending' AND ${bare}
    UNION ALL SELECT seq FROM deliveries d WHERE ${waiting} AND ${bare} LIMIT ?1)`;

// Unsent deliveries stay. The search is widened by their number, so that they cannot block it.
const FORGET_DELIVERIES = `DELETE FROM deliveries WHERE seq IN (
  SELECT seq FROM (SELECT seq, made_at, status, summary FROM deliveries ORDER BY seq LIMIT ?2
    + (SELECT count(*) FROM deliveries WHERE status = 'pending') + (SELECT count(*) FROM deliveries WHERE ${waiting}))
  WHERE made_at < ?1 AND status <> 'pending' AND NOT (${waiting}) LIMIT ?2)`;

/** What is not rolled up into months yet stays. */
const ROLLED = "min(?1, (SELECT coalesce(rolled ->> '$.to', 0) FROM ticker WHERE id = 1))";

const FORGET: Record<Sort, string> = {
  events: `DELETE FROM events WHERE seq IN (SELECT seq FROM events WHERE seq < ${ROLLED} * ${SEQ_PER_MS} ORDER BY seq LIMIT ?2)`,
  deliveries: FORGET_DELIVERIES,
  // Searches the oldest rows only. They are in order of creation, so nothing after one that stays can be deleted.
  editions: `DELETE FROM editions WHERE seq IN (SELECT seq FROM (SELECT seq, made_at FROM editions ORDER BY seq LIMIT ?2)
    WHERE made_at < ?1)`,
  silences: "DELETE FROM silences WHERE id IN (SELECT id FROM silences WHERE until < ?1 LIMIT ?2)",
  // A row covers one day of points. The first rows are of the oldest days.
  series: `DELETE FROM series WHERE rowid IN (SELECT at FROM (SELECT rowid AS at, begins_at FROM series ORDER BY rowid LIMIT ?2)
    WHERE begins_at + ${DAY_MS} <= ${ROLLED})`,
  audit:
    "DELETE FROM audit WHERE seq IN (SELECT seq FROM (SELECT seq, at FROM audit ORDER BY seq LIMIT ?2) WHERE at < ?1)",
  requests: `DELETE FROM requests WHERE key IN (SELECT key FROM (SELECT key, at FROM requests ORDER BY rowid LIMIT ?2)
    WHERE at < ?1)`,
  writeParts: `DELETE FROM write_parts WHERE part IN (SELECT part FROM (SELECT part, at FROM write_parts LIMIT ?2)
    WHERE at < ?1)`,
  // There are at most a hundred tokens with a hundred sessions each. Sessions of another ADMIN_TOKEN have a different
  // `adm_` holder.
  signIns: `DELETE FROM sign_ins WHERE seq IN (
    SELECT seq FROM (SELECT seq, created_at FROM sign_ins ORDER BY seq LIMIT ?2) WHERE created_at < ?1
    UNION SELECT s.seq FROM tokens t JOIN sign_ins s ON s.holder = t.id WHERE t.expires_at <= ?1 + ${SIGN_IN_MS}
    UNION SELECT seq FROM sign_ins WHERE holder >= 'adm_' AND holder < ?3
    UNION SELECT seq FROM sign_ins WHERE holder > ?3 AND holder < 'adm\`'
    LIMIT ?2)`,
};

/** Rows written to suppress a delivery (with indexes and counts), relative to those for deleting one. */
const SUPPRESSED_COSTS = 4;

/**
 * Deletes rows older than an instant, a bounded number at a time. Only the oldest are read. `admin` is the holder of
 * the sessions of `ADMIN_TOKEN`.
 */
export const retainStore = (db: D1Database, admin: string): Pick<RetainDeps, "forget"> => ({
  async forget(sort, before, max) {
    const orphans = Math.ceil(max / SUPPRESSED_COSTS);
    const bound = [before, max, ...(sort === "signIns" ? [admin] : [])];
    const along = {
      deliveries: () => [db.prepare(SUPPRESS_ORPHANS).bind(orphans)],
      // It can be brought back as long as an answer is remembered.
      requests: () => [db.prepare("DELETE FROM left_demo WHERE left_at < ?1").bind(before)],
    };
    const also = sort === "deliveries" || sort === "requests" ? along[sort]() : [];
    const results = await db.batch([...also, db.prepare(`${FORGET[sort]} RETURNING 1`).bind(...bound)]);
    const written = results.reduce((sum, { meta }) => sum + (meta.rows_written ?? 0), 0);
    return { deleted: results.at(-1)!.results.length, written };
  },
});
