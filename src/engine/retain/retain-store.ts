import { DAY_MS, midnightOf, type RollUp } from "../../core/duration.ts";
import {
  eventsIn,
  eventsText,
  gapsIn,
  gapsText,
  viewersIn,
  viewersText,
  type GapSpan,
  monthStart,
} from "../../core/month-row.ts";
import { placesIn, placesOfText, placesText } from "../../core/places.ts";
import { SIGN_IN_MS } from "../../core/sign-in.ts";
import { jsonChunks } from "../../db/json-chunks.ts";
import type { Row } from "../../db/row.ts";
import type { RetainDeps, Sort } from "./retain.ts";
import { SEQ_PER_MS } from "../../core/event.ts";
import {
  type MonthRow,
  type Rolled,
  ROLLED_VALUES,
  rolledIn,
  type RolledPage,
  type RolledValues,
  type RollUpDeps,
  type Run,
  viewersInRun,
} from "./roll-up.ts";

/** Rows that one page reads at most. A run of viewers is a day of a creator. */
const MAX_EVENTS = 2000;
const MAX_RUNS = 800;

/** The events of a page of creators, each with its first. */
const EVENTS = `SELECT e.target_id, e.seq, json_array(${ROLLED_VALUES}) AS rolled
  FROM json_each(?1) j CROSS JOIN events e ON e.target_id = j.value ->> 0 AND e.seq >= j.value ->> 1 AND e.seq < ?2
  WHERE e.type IN ('live.ended', 'live.no_show') ORDER BY j.key, e.seq LIMIT ${MAX_EVENTS + 1}`;

const RUNS = `SELECT s.target_id, s.points FROM json_each(?1) j
  CROSS JOIN series s ON s.target_id = j.value ->> 0 AND s.begins_at >= ?2 AND s.begins_at < ?3
  WHERE instr(s.points, '"viewers"') > 0 OR instr(s.points, '"place:') > 0 OR instr(s.points, '{}') > 0
  ORDER BY j.key, s.begins_at LIMIT ${MAX_RUNS + 1}`;

/** The gaps that ended in the round, of creators that are there and of those that were deleted. */
const GAPS = `SELECT t.id, (SELECT json_group_array(json(g.value)) FROM json_each(t.gaps) g
    WHERE g.value ->> 1 > ?2 AND g.value ->> 1 <= ?3) AS gaps
  FROM json_each(?1) j CROSS JOIN (SELECT id, gaps FROM targets UNION ALL SELECT id, gaps FROM removed_targets) t
    ON t.id = j.value ->> 0 WHERE t.gaps <> '[]'`;

/** The targets whose months are stored, by id. */
const REPORTED = `SELECT id FROM (
    SELECT * FROM (SELECT id FROM targets WHERE id > ?1 AND +kind IN ('live', 'ranking') ORDER BY id LIMIT ?2)
    UNION ALL
    SELECT * FROM (SELECT id FROM removed_targets WHERE id > ?1 AND removed_at >= ?3 ORDER BY id LIMIT ?2))
  ORDER BY id LIMIT ?2`;

const STORE = `INSERT INTO months (target_id, month, events, viewers, places, gaps)
  SELECT j.value ->> 0, j.value ->> 1, j.value ->> 2, j.value ->> 3, j.value ->> 4, j.value ->> 5
  FROM json_each(?1) j
  WHERE EXISTS (SELECT 1 FROM ticker WHERE id = 1 AND rolled IS ?2) AND (
    EXISTS (SELECT 1 FROM targets t WHERE t.id = j.value ->> 0)
    OR EXISTS (SELECT 1 FROM removed_targets t WHERE t.id = j.value ->> 0))
  ON CONFLICT (target_id, month) DO UPDATE SET events = excluded.events, viewers = excluded.viewers,
    places = excluded.places, gaps = excluded.gaps`;

/** Pages show the gaps of the last days, so these stay in the target's row. */
const RECENT_MS = 8 * DAY_MS;

/** Drops gaps that months hold from the rows of targets. */
const TRIM = `UPDATE targets SET gaps = (SELECT json_group_array(json(g.value)) FROM json_each(gaps) g WHERE g.value ->> 1 > ?2)
  WHERE id IN (SELECT value ->> 0 FROM json_each(?1)) AND gaps ->> '$[0][1]' <= ?2`;

/** Months of targets in D1, and how far they are rolled up. */
export const monthStore = (
  db: D1Database,
): Pick<RollUpDeps, "rolled" | "oldest" | "unrolled" | "monthsOf" | "storeMonths"> => ({
  async rolled() {
    const stored = await db.prepare("SELECT rolled FROM ticker WHERE id = 1").first<string | null>("rolled");
    return { stored, at: stored === null ? null : (JSON.parse(stored) as RollUp) };
  },

  // Reads every run of the samples, once: runs of other targets may be older than the first one that was stored.
  async oldest() {
    const row = await db
      .prepare(
        `SELECT (SELECT min(seq) FROM events) / ${SEQ_PER_MS} AS event,
           (SELECT min(begins_at) FROM series) AS run,
           (SELECT min(gaps ->> '$[0][1]') - 1 FROM targets WHERE gaps <> '[]') AS gap`,
      )
      .first<Row>();
    const times = [row!["event"], row!["run"], row!["gap"]].flatMap((at) => (at === null ? [] : Number(at)));
    return times.length === 0 ? null : midnightOf(Math.min(...times));
  },

  async unrolled({ to, next, after, part }, max) {
    const { results: found } = await db.prepare(REPORTED).bind(after, max, to).all<{ id: string }>();
    const from = to * SEQ_PER_MS;
    const all = found.map(({ id }) => [id, part?.id === id ? Math.max(from, part.seq + 1) : from] as const);
    if (all.length === 0) return { targets: [], after, part: null, more: false };
    const ids = JSON.stringify(all);
    const [events, runs, gaps] = await db.batch<Row>([
      db.prepare(EVENTS).bind(ids, next * SEQ_PER_MS),
      // The runs of a target that was done in part are read again, which adds nothing.
      db.prepare(RUNS).bind(ids, to, next),
      db.prepare(GAPS).bind(ids, to, next),
    ]);
    return pageOf(
      all.map(([id]) => id),
      events!.results,
      runs!.results,
      new Map(gaps!.results.map((row) => [String(row["id"]), JSON.parse(String(row["gaps"])) as GapSpan[]])),
      { after, left: all.length === max },
    );
  },

  async monthsOf(rows) {
    const results = await Promise.all(
      jsonChunks(rows.map(({ id, month }) => [id, month])).map(({ text }) =>
        db
          .prepare(
            `SELECT m.target_id, m.month, m.events, m.viewers, m.places, m.gaps FROM json_each(?1) j
             CROSS JOIN months m ON m.target_id = j.value ->> 0 AND m.month = j.value ->> 1`,
          )
          .bind(text)
          .all<Row>(),
      ),
    );
    return results.flatMap((one) => one.results.map(monthRow));
  },

  async storeMonths(rows, at, stored) {
    const texts = rows.map(({ id, month, events, viewers, places, gaps }) => [
      id,
      month,
      eventsText(month, events),
      viewersText(month, viewers),
      placesText(monthStart(month), places),
      gapsText(month, gaps),
    ]);
    const gapped = rows.filter(({ gaps }) => gaps.length > 0).map(({ id }) => [id]);
    const recent = at.to - RECENT_MS;
    const results = await db.batch([
      ...jsonChunks(texts).map(({ text }) => db.prepare(STORE).bind(text, stored)),
      ...(gapped.length === 0 ? [] : [db.prepare(TRIM).bind(JSON.stringify(gapped), recent)]),
      db.prepare("UPDATE ticker SET rolled = ?1 WHERE id = 1 AND rolled IS ?2").bind(JSON.stringify(at), stored),
    ]);
    return results.at(-1)!.meta.changes === 1;
  },
});

function monthRow(row: Row): MonthRow {
  const month = Number(row["month"]);
  return {
    id: String(row["target_id"]),
    month,
    events: eventsIn(month, String(row["events"])),
    viewers: viewersIn(month, String(row["viewers"])),
    places: placesOfText(monthStart(month), String(row["places"])),
    gaps: gapsIn(month, String(row["gaps"])),
  };
}

/** Only targets of which everything was read are complete. Of a single one with too many events, a part is taken. */
function pageOf(
  ids: string[],
  events: Row[],
  runs: Row[],
  gaps: Map<string, GapSpan[]>,
  { after, left }: { after: string; left: boolean },
): RolledPage {
  const placeOf = (row: Row | undefined) => (row === undefined ? ids.length : ids.indexOf(String(row["target_id"])));
  const complete = Math.min(placeOf(events[MAX_EVENTS]), placeOf(runs[MAX_RUNS]));
  const partly = complete === 0;
  const read = partly ? events.slice(0, MAX_EVENTS) : events;
  const eventsOf = Map.groupBy(read, (row) => String(row["target_id"]));
  const runsOf = Map.groupBy(runs, (row) => String(row["target_id"]));
  const targets = ids.slice(0, Math.max(1, complete)).map((id): Rolled => {
    const own = eventsOf.get(id) ?? [];
    const points = (runsOf.get(id) ?? []).map((row) => JSON.parse(String(row["points"])) as Run);
    return {
      id,
      events: own.map((row) => rolledIn(JSON.parse(String(row["rolled"])) as RolledValues)),
      viewers: points.flatMap(viewersInRun),
      places: placesIn(points.flat()),
      gaps: gaps.get(id) ?? [],
    };
  });
  if (partly) return { targets, after, part: { id: ids[0]!, seq: Number(read.at(-1)!["seq"]) }, more: true };
  return { targets, after: ids[complete - 1]!, part: null, more: left || complete < ids.length };
}

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
