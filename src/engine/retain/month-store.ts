import { DAY_MS } from "../../core/duration.ts";
import { eventsIn, eventsText, gapsIn, gapsText, viewersIn, viewersText, type GapSpan } from "../../core/month-row.ts";
import { monthStart } from "../../core/month-window.ts";
import { placesIn, placesOfText, placesText } from "../../core/places.ts";
import { midnightOf, type RollUp } from "../../core/roll-up.ts";
import type { MonthRow, Rolled, RolledPage, RollUpDeps } from "./roll-up.ts";
import { jsonChunks } from "../../db/json-chunks.ts";
import { ROLLED_VALUES, rolledIn, viewersInRun, type RolledValues, type Run } from "./rolled-rows.ts";
import type { Row } from "../../db/row.ts";
import { SEQ_PER_MS } from "../../core/event.ts";

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
