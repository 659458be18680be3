import type { BestPlace } from "../../src/sections/airtime-shape.ts";
import { parsed, type JsonObject } from "../../src/core/json.ts";
import { goalsOf } from "../../src/features/goals/goal-store.ts";
import type { AirtimeReportDeps } from "../../src/features/reports/rows/report.ts";
import type { PastOfMonths } from "../../src/features/reports/past-months.ts";
import type { Gap, HistoryEvent } from "../../src/sections/section.ts";
import type { PlacesAt } from "./report-world.ts";
import { surelyKnown } from "./readings.ts";
import { unlimited } from "./setting.ts";
import { roomStore } from "../../src/features/reports/room.ts";

/** What really happened. */
export interface Truth {
  /** When nothing was known of a creator, by id: in any order, with overlaps. The last one may not end (`Infinity`). */
  gaps: Map<string, Gap[]>;
  /** All good polls of rankings, with their titles by key. */
  rankings: { userId: string; titles: Record<string, string>; polls: PlacesAt[] }[];
}

interface Stored {
  id: string;
  name: string;
  params: string;
  created_at: number;
  watchlist_id: string;
  timezone: string | null;
  state: string | null;
  removed_at: number | null;
}

const COLUMNS = "id, name, params, created_at, watchlist_id, timezone, state";

const TARGETS = `SELECT ${COLUMNS}, NULL AS removed_at FROM targets WHERE kind = 'live'
  UNION ALL SELECT ${COLUMNS}, removed_at FROM removed_targets WHERE kind = 'live'`;

/** What a report needs, straight from events, samples and what really happened: the model that months are compared with. */
export const directReport = (db: D1Database, truth: Truth): AirtimeReportDeps => ({
  ...roomStore(db, unlimited),

  horizon: surelyKnown,

  async pastMonths({ watchlistId, events: wanted, eventsFrom, viewers, removedAfter }) {
    const { results: targets } = await db.prepare(TARGETS).all<Stored>();
    const { results: events } = await db
      .prepare("SELECT target_id, type, occurred_at, detected_at, window_from, data FROM events ORDER BY seq")
      .all<{
        target_id: string;
        type: string;
        occurred_at: number;
        detected_at: number;
        window_from: number | null;
        data: string;
      }>();
    const { results: runs } = await db
      .prepare("SELECT target_id, points FROM series ORDER BY target_id, begins_at")
      .all<{ target_id: string; points: string }>();
    const items = targets
      .filter((one) => watchlistId === null || one.watchlist_id === watchlistId)
      .filter((one) => one.removed_at === null || (removedAfter !== undefined && one.removed_at > removedAfter))
      .map(
        ({ id, name, params, created_at: createdAt, watchlist_id: list, timezone, state, removed_at: removedAt }) => {
          const own = events.filter(
            (one) => one.target_id === id && one.detected_at >= eventsFrom && Object.hasOwn(wanted, one.type),
          );
          return {
            target: { id, name, params: JSON.parse(params) as JsonObject, createdAt },
            state: parsed(state),
            gaps: joined(truth.gaps.get(id) ?? []),
            events: own.map((one): HistoryEvent => {
              const seenUntil = one.window_from === null ? {} : { seenUntil: new Date(one.window_from).toISOString() };
              const data = { ...(JSON.parse(one.data) as JsonObject), ...(one.type === "live.ended" ? seenUntil : {}) };
              return { type: one.type, occurredAt: one.occurred_at, detectedAt: one.detected_at, data };
            }),
            series: {},
            viewers: runs
              .filter((run) => run.target_id === id)
              .flatMap(({ points }) => JSON.parse(points) as [number, { viewers: number }][])
              .map(([at, values]): [number, number] => [at, values.viewers])
              .filter(([at]) => viewers !== null && at >= viewers.from && at < viewers.to),
            owner: { id, watchlistId: list, timezone },
            removedAt,
          } satisfies PastOfMonths;
        },
      );
    return { items, next: null };
  },

  goals: (owners) => goalsOf(db, owners),

  bestPlaces: async (userIds, from, to) =>
    new Map(userIds.map((userId) => [userId, bestOf(truth.rankings, userId, from, to)])),
});

/** The best places that the polls of a period saw. */
function bestOf(rankings: Truth["rankings"], userId: string, from: number, to: number): BestPlace[] {
  const best = new Map<string, number>();
  for (const { titles, polls } of rankings.filter((one) => one.userId === userId))
    for (const [at, places] of polls)
      for (const [key, place] of at >= from && at < to ? Object.entries(places) : [])
        best.set(titles[key]!, Math.min(place, best.get(titles[key]!) ?? place));
  return [...best]
    .map(([title, place]): BestPlace => ({ title, place }))
    .sort((a, b) => a.place - b.place || (a.title < b.title ? -1 : 1));
}

/** Gaps in order, without overlaps: between all instants at which one begins or ends, whatever is within one of them. */
function joined(gaps: Gap[]): Gap[] {
  const edges = [...new Set(gaps.flat())].sort((a, b) => a - b);
  const all: Gap[] = [];
  edges.slice(1).forEach((to, index) => {
    const from = edges[index]!;
    if (!gaps.some(([a, b]) => a <= from && b >= to)) return;
    const last = all.at(-1);
    if (last?.[1] === from) last[1] = to;
    else all.push([from, to]);
  });
  return all;
}
