import {
  eventsIn,
  eventsText,
  isRolled,
  placesIn,
  placesText,
  viewersIn,
  viewersText,
  type Placed,
} from "../../core/month-row.ts";
import { midnightOf, type RollUp } from "../../core/roll-up.ts";
import type { MonthRow, Rolled, RolledPage, RollUpDeps } from "../../flows/retain/roll-up.ts";
import { jsonChunks } from "./json-chunks.ts";
import { ROLLED_VALUES, rolledIn, viewersInRun, type RolledValues, type Run } from "./rolled-rows.ts";
import type { Row } from "./row.ts";
import { SEQ_PER_MS } from "../../core/event.ts";

/** Rows that one page reads at most. A run of viewers is a day of a creator. */
const MAX_EVENTS = 2000;
const MAX_RUNS = 800;

/** A creator's or a ranking's page, each with its first event. */
const EVENTS = `SELECT e.target_id, e.seq, e.type, e.occurred_at, json_array(${ROLLED_VALUES}) AS rolled, e.data ->> '$.title' AS title,
    coalesce(e.data ->> '$.bestPlace', e.data ->> '$.place') AS place
  FROM json_each(?1) j CROSS JOIN events e ON e.target_id = j.value ->> 0 AND e.seq >= j.value ->> 1 AND e.seq < ?2
  ORDER BY j.key, e.seq LIMIT ${MAX_EVENTS + 1}`;

const RUNS = `SELECT s.target_id, s.points FROM json_each(?1) j
  CROSS JOIN series s ON s.target_id = j.value ->> 0 AND s.begins_at >= ?2 AND s.begins_at < ?3
  WHERE instr(s.points, '"viewers"') > 0 ORDER BY j.key, s.begins_at LIMIT ${MAX_RUNS + 1}`;

const STORE = `INSERT INTO months (target_id, month, events, viewers, places)
  SELECT t.id, j.value ->> 1, j.value ->> 2, j.value ->> 3, j.value ->> 4
  FROM json_each(?1) j JOIN targets t ON t.id = j.value ->> 0
  WHERE EXISTS (SELECT 1 FROM ticker WHERE id = 1 AND rolled IS ?2)
  ON CONFLICT (target_id, month) DO UPDATE SET events = excluded.events, viewers = excluded.viewers, places = excluded.places`;

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
           (SELECT min(begins_at) FROM series) AS run`,
      )
      .first<Row>();
    const times = [row!["event"], row!["run"]].flatMap((at) => (at === null ? [] : Number(at)));
    return times.length === 0 ? null : midnightOf(Math.min(...times));
  },

  async unrolled({ to, next, after, part }, max) {
    const { results: found } = await db
      .prepare("SELECT id FROM targets WHERE id > ?1 AND +kind IN ('live', 'ranking') ORDER BY id LIMIT ?2")
      .bind(after, max)
      .all<{ id: string }>();
    const from = to * SEQ_PER_MS;
    const all = found.map(({ id }) => [id, part?.id === id ? Math.max(from, part.seq + 1) : from] as const);
    if (all.length === 0) return { targets: [], after, part: null, more: false };
    const ids = JSON.stringify(all);
    const [events, runs] = await db.batch<Row>([
      db.prepare(EVENTS).bind(ids, next * SEQ_PER_MS),
      // The runs of a target that was done in part are read again, which adds nothing.
      db.prepare(RUNS).bind(ids, to, next),
    ]);
    return pageOf(
      all.map(([id]) => id),
      events!.results,
      runs!.results,
      { after, left: all.length === max },
    );
  },

  async monthsOf(rows) {
    const results = await Promise.all(
      jsonChunks(rows.map(({ id, month }) => [id, month])).map(({ text }) =>
        db
          .prepare(
            `SELECT m.target_id, m.month, m.events, m.viewers, m.places FROM json_each(?1) j
             CROSS JOIN months m ON m.target_id = j.value ->> 0 AND m.month = j.value ->> 1`,
          )
          .bind(text)
          .all<Row>(),
      ),
    );
    return results.flatMap((one) => one.results.map(monthRow));
  },

  async storeMonths(rows, at, stored) {
    const texts = rows.map(({ id, month, events, viewers, places }) => [
      id,
      month,
      eventsText(month, events),
      viewersText(month, viewers),
      placesText(month, places),
    ]);
    const results = await db.batch([
      ...jsonChunks(texts).map(({ text }) => db.prepare(STORE).bind(text, stored)),
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
    places: placesIn(month, String(row["places"])),
  };
}

/** Only targets of which everything was read are complete. Of a single one with too many events, a part is taken. */
function pageOf(
  ids: string[],
  events: Row[],
  runs: Row[],
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
    return {
      id,
      events: own.flatMap((row) =>
        isRolled(String(row["type"])) ? rolledIn(JSON.parse(String(row["rolled"])) as RolledValues) : [],
      ),
      viewers: (runsOf.get(id) ?? []).flatMap(({ points }) => viewersInRun(JSON.parse(String(points)) as Run)),
      places: own.flatMap(placed),
    };
  });
  if (partly) return { targets, after, part: { id: ids[0]!, seq: Number(read.at(-1)!["seq"]) }, more: true };
  return { targets, after: ids[complete - 1]!, part: null, more: left || complete < ids.length };
}

const placed = (row: Row): Placed[] =>
  !String(row["type"]).startsWith("ranking.") || row["title"] === null || row["place"] === null
    ? []
    : [{ title: String(row["title"]), at: Number(row["occurred_at"]), place: Number(row["place"]) }];
