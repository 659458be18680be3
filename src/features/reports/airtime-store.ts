import { parsed } from "../../core/json.ts";
import type { BestPlace } from "../../sections/airtime-shape.ts";
import { DAY_MS } from "../../core/duration.ts";
import type { Horizon } from "../../core/knowledge.ts";
import { gapsIn, gapsOnce, type GapSpan, monthsCovering, monthStart } from "../../core/month-row.ts";
import { bestBetween, placesIn, placesOfText, rankingsIn, withPlaces } from "../../core/places.ts";
import type { AirtimeReportDeps } from "./rows/report.ts";
import { targetKinds } from "../../kinds/registry.ts";
import { goalsOf } from "../goals/goal-store.ts";
import { pastMonths, ROLLED_TO } from "./past-months-store.ts";
import type { Run } from "../../engine/retain/roll-up.ts";
import { type Row, textOf } from "../../db/row.ts";
import { roomStore } from "./room.ts";

/** The rankings of creators ?1, deleted ones included. */
const rankings = (
  table: string,
  ended: string,
): string => `SELECT t.id, t.params ->> '$.userId' AS user, t.state, t.gaps,
    coalesce(t.paused_at, t.unknown_since, iif(t.consecutive_faults > 0, t.last_ok_at, NULL), ${ended}) AS lost_at
  FROM json_each(?1) j
  CROSS JOIN ${table} t ON t.params ->> '$.userId' = j.value AND t.kind = 'ranking'
  WHERE (?2 IS NULL OR t.watchlist_id IN (SELECT value FROM json_each(?2)))`;

const RANKINGS = `SELECT * FROM (SELECT 1 WHERE EXISTS (SELECT 1 FROM targets WHERE kind = 'ranking')
    OR EXISTS (SELECT 1 FROM removed_targets WHERE kind = 'ranking'))
  CROSS JOIN (${rankings("targets", "iif(t.state IS NULL, t.updated_at, NULL)")} UNION ALL ${rankings("removed_targets", "t.removed_at")})`;

const MONTHS = `SELECT m.target_id, m.month, m.places, m.gaps FROM json_each(?2) n CROSS JOIN json_each(?1) j
  CROSS JOIN months m ON m.target_id = j.value AND m.month = n.value ORDER BY m.target_id, m.month`;

const RECENT = `SELECT s.target_id, s.points FROM json_each(?1) j
  CROSS JOIN series s ON s.target_id = j.value AND s.begins_at >= ?2 AND s.begins_at < ?3 ORDER BY s.target_id, s.begins_at`;

/** Reads for the airtime report. Rankings are limited to those of the watchlists with the ids `lists`, if given. */
export const airtimeStore = (
  db: D1Database,
  statementsLeft: () => number,
  horizon: () => Promise<Horizon>,
  lists: string[] | null = null,
): AirtimeReportDeps => ({
  ...roomStore(db, statementsLeft),

  horizon,

  pastMonths: (query, after, max) => pastMonths(db, query, after, max),

  goals: (owners) => goalsOf(db, owners),

  async bestPlaces(userIds, from, to, watchlistId) {
    const within = lists ?? (watchlistId === undefined ? null : [watchlistId]);
    const [ranked, ticker] = await db.batch<Row>([
      db.prepare(RANKINGS).bind(JSON.stringify(userIds), within === null ? null : JSON.stringify(within)),
      db.prepare(ROLLED_TO),
    ]);
    if (ranked!.results.length === 0) return new Map();
    const ids = JSON.stringify(ranked!.results.map(({ id }) => id));
    const rolledTo = Number(ticker!.results[0]?.["rolled_to"] ?? 0);
    // A place that was seen on the day before can go on.
    const [held, recent] = await db.batch<Row>([
      db.prepare(MONTHS).bind(ids, JSON.stringify(monthsCovering(from - DAY_MS, to))),
      db.prepare(RECENT).bind(ids, Math.max(from - 2 * DAY_MS, rolledTo), to),
    ]);
    const monthsOf = Map.groupBy(held!.results, (row) => row["target_id"]);
    const runsOf = Map.groupBy(recent!.results, (row) => row["target_id"]);
    const best = new Map<string, Map<string, number>>();
    for (const { id, user, state, gaps: recentGaps, lost_at: lostAt } of ranked!.results) {
      const stored = (monthsOf.get(id!) ?? []).map(({ month, places }) =>
        placesOfText(monthStart(Number(month)), String(places)),
      );
      const points = (runsOf.get(id!) ?? []).flatMap((row) => JSON.parse(String(row["points"])) as Run);
      const places = [...stored, placesIn(points)].reduce(withPlaces, {});
      const gaps = gapsOnce([
        ...(monthsOf.get(id!) ?? []).flatMap((row) => gapsIn(Number(row["month"]), String(row["gaps"]))),
        ...(JSON.parse(String(recentGaps ?? "[]")) as GapSpan[]),
        ...(lostAt == null ? [] : [[Number(lostAt), Infinity] as GapSpan]),
      ]);
      const titles = titlesOf(textOf(state));
      const own = best.get(String(user)) ?? new Map<string, number>();
      best.set(String(user), own);
      for (const key of rankingsIn(places)) {
        const place = bestBetween(places, key, { from, to }, gaps);
        const title = titles[key] ?? key;
        if (place !== null) own.set(title, Math.min(place, own.get(title) ?? place));
      }
    }
    return new Map([...best].map(([user, own]) => [user, bestFirst(own)]));
  },
});

/** The titles of rankings by their keys, as the service wrote them last. */
function titlesOf(stored: string | null): Record<string, string | null> {
  const state = parsed(stored);
  return state === null ? {} : targetKinds["ranking"]!.measured!.known(state);
}

const bestFirst = (places: Map<string, number>): BestPlace[] =>
  [...places]
    .map(([title, place]): BestPlace => ({ title, place }))
    .sort((a, b) => a.place - b.place || (a.title < b.title ? -1 : 1));
