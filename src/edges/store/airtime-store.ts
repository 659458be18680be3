import { DAY_MS } from "../../core/duration.ts";
import type { AirtimeReportDeps } from "../../flows/browse/airtime-report/report.ts";
import type { BestPlace } from "../../flows/browse/airtime-report/row.ts";
import type { ViewerSample } from "../../flows/browse/airtime-report/viewers.ts";
import { withGoals } from "./goal-store.ts";
import { historyStore } from "./past-store.ts";
import type { Row } from "./row.ts";
import { SEQ_PER_MS } from "./schema.ts";

/** What the airtime report reads; of rankings all, or those that belong to some watchlists (their ids). */
export const airtimeStore = (db: D1Database, lists: string[] | null = null): AirtimeReportDeps => ({
  ...historyStore(db),

  async viewers(ids, from, to) {
    const { results } = await db
      .prepare(
        `SELECT s.target_id, s.points FROM json_each(?1) j CROSS JOIN series s ON s.target_id = j.value
         WHERE s.begins_at BETWEEN ?2 AND ?3 AND instr(s.points, '"viewers"') > 0 ORDER BY s.target_id, s.begins_at`,
      )
      // A run has points of one day.
      .bind(JSON.stringify(ids), from - DAY_MS, to)
      .all<Row>();
    const samples = new Map<string, ViewerSample[]>();
    for (const { target_id: id, points } of results) {
      const all = JSON.parse(String(points)) as [at: number, values: Record<string, number>][];
      const own = all.flatMap(([at, { viewers }]): ViewerSample[] =>
        at < from || at >= to || viewers === undefined ? [] : [[at, viewers]],
      );
      const before = samples.get(String(id));
      if (before === undefined) samples.set(String(id), own);
      else before.push(...own);
    }
    return samples;
  },

  goals: async (ids) => new Map((await withGoals(db, ids)).map((one) => [one.id, one.goals])),

  async bestPlaces(userIds, from, to) {
    const { results } = await db
      .prepare(
        `SELECT t.params ->> '$.userId' AS user, e.data ->> '$.title' AS title,
           min(coalesce(e.data ->> '$.bestPlace', e.data ->> '$.place')) AS place
         FROM targets t CROSS JOIN events e ON e.target_id = t.id
         WHERE t.kind = 'ranking' AND t.params ->> '$.userId' IN (SELECT value FROM json_each(?1))
           AND (?5 IS NULL OR t.watchlist_id IN (SELECT value FROM json_each(?5)))
           AND e.type GLOB 'ranking.*' AND e.seq >= ?2 AND e.occurred_at >= ?3 AND e.occurred_at < ?4
         GROUP BY 1, 2 ORDER BY 3, 2`,
      )
      .bind(JSON.stringify(userIds), from * SEQ_PER_MS, from, to, lists === null ? null : JSON.stringify(lists))
      .all<Row>();
    const places = new Map<string, BestPlace[]>();
    for (const { user, title, place } of results) {
      if (place === null || title === null) continue;
      const own = places.get(String(user)) ?? [];
      places.set(String(user), [...own, { title: String(title), place: Number(place) }]);
    }
    return places;
  },
});
