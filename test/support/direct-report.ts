import { DAY_MS } from "../../src/core/duration.ts";
import { goalsOf } from "../../src/edges/store/goal-store.ts";
import { historyStore } from "../../src/edges/store/history-store.ts";
import { roomStore } from "../../src/edges/store/room-store.ts";
import { unlimited } from "./unlimited.ts";
import type { AirtimeReportDeps } from "../../src/flows/queries/airtime-report/report.ts";
import type { HistoryEvent } from "../../src/sections/section.ts";
import type { BestPlace } from "../../src/core/airtime.ts";

type Sample = [at: number, viewers: number];

/** What a report needs, straight from events and samples, without months: the model that months are compared with. */
export const directReport = (db: D1Database): AirtimeReportDeps => ({
  ...roomStore(db, unlimited),

  async pastMonths({ watchlistId, events, eventsFrom, viewers }, after, max) {
    const query = { watchlistId, kind: "live", events: events as never, eventsFrom, series: [], grid: [] };
    const stored = await historyStore(db).pasts(query, after, max);
    const { results: runs } = await db
      .prepare("SELECT target_id, points FROM series WHERE begins_at BETWEEN ?1 AND ?2 ORDER BY target_id, begins_at")
      .bind(viewers!.from - DAY_MS, viewers!.to)
      .all<{ target_id: string; points: string }>();
    const { results: owners } = await db
      .prepare("SELECT id, watchlist_id, timezone FROM targets")
      .all<{ id: string; watchlist_id: string; timezone: string | null }>();
    const { results: ends } = await db
      .prepare("SELECT target_id, occurred_at, window_from FROM events WHERE type = 'live.ended'")
      .all<{ target_id: string; occurred_at: number; window_from: number | null }>();
    return stored.map((one) => {
      const { id } = one.target;
      const { watchlist_id: list, timezone } = owners.find((owner) => owner.id === id)!;
      const own = runs
        .filter((run) => run.target_id === id)
        .flatMap(({ points }) => JSON.parse(points) as [number, { viewers: number }][])
        .map(([at, values]): Sample => [at, values.viewers])
        .filter(([at]) => at >= viewers!.from && at < viewers!.to);
      const withWindows = one.events.map((event): HistoryEvent => {
        const end = ends.find((row) => row.target_id === id && row.occurred_at === event.occurredAt);
        const from = event.type === "live.ended" ? end?.window_from : null;
        return from == null ? event : { ...event, data: { ...event.data, seenUntil: new Date(from).toISOString() } };
      });
      return { ...one, events: withWindows, viewers: own, owner: { id, watchlistId: list, timezone }, place: id };
    });
  },

  goals: (owners) => goalsOf(db, owners),

  async bestPlaces(userIds, from, to) {
    const { results } = await db
      .prepare(
        `SELECT t.params ->> '$.userId' AS user, e.data ->> '$.title' AS title,
           min(coalesce(e.data ->> '$.bestPlace', e.data ->> '$.place')) AS place
         FROM targets t JOIN events e ON e.target_id = t.id
         WHERE t.kind = 'ranking' AND t.params ->> '$.userId' IN (SELECT value FROM json_each(?1))
           AND e.type GLOB 'ranking.*' AND e.occurred_at >= ?2 AND e.occurred_at < ?3
         GROUP BY 1, 2 ORDER BY 3, 2`,
      )
      .bind(JSON.stringify(userIds), from, to)
      .all<{ user: string; title: string; place: number }>();
    const byUser = Map.groupBy(results, ({ user }) => user);
    return new Map(
      [...byUser].map(([user, own]) => [user, own.map(({ title, place }): BestPlace => ({ title, place }))]),
    );
  },
});
