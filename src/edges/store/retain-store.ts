import { DAY_MS } from "../../core/duration.ts";
import { SEQ_PER_MS } from "./event-row.ts";
/** Deletes what is older than an instant, a bounded number of rows: only the oldest are read. */
export async function forget(db: D1Database, before: number, most: number): Promise<void> {
  await db.batch([
    db
      .prepare(
        `DELETE FROM events WHERE seq IN (SELECT seq FROM events WHERE seq < ?1 * ${SEQ_PER_MS} ORDER BY seq LIMIT ?2)`,
      )
      .bind(before, most),
    db
      .prepare(
        `DELETE FROM deliveries WHERE seq IN (SELECT seq FROM (SELECT seq, made_at, status FROM deliveries ORDER BY seq LIMIT ?2)
           WHERE made_at < ?1 AND status NOT IN ('pending', 'held'))`,
      )
      .bind(before, most),
    db
      .prepare("DELETE FROM editions WHERE seq IN (SELECT seq FROM editions WHERE made_at < ?1 ORDER BY seq LIMIT ?2)")
      .bind(before, most),
    // A run has points of one day: the oldest rows are of the oldest days.
    db
      .prepare(
        `DELETE FROM series WHERE rowid IN (SELECT at FROM (SELECT rowid AS at, begins_at FROM series ORDER BY rowid LIMIT ?2)
           WHERE begins_at + ${DAY_MS} <= ?1)`,
      )
      .bind(before, most),
  ]);
}

/** The same for what keeps the wall clock: the audit log, and answers to requests that are carried out once. */
export async function forgetByWall(
  db: D1Database,
  before: { audit: number; requests: number },
  most: number,
): Promise<void> {
  await db.batch([
    db
      .prepare("DELETE FROM audit WHERE seq IN (SELECT seq FROM audit WHERE at < ?1 ORDER BY seq LIMIT ?2)")
      .bind(before.audit, most),
    db
      .prepare("DELETE FROM requests WHERE key IN (SELECT key FROM requests WHERE at < ?1 LIMIT ?2)")
      .bind(before.requests, most),
  ]);
}
