import type { GoalDeps, GoalTurn } from "./judge/goals.ts";
import type { GoalOwner } from "../reports/past-months.ts";
import type { GoalTarget } from "./judge/judge.ts";
import type { HeldGoal } from "../../sections/lives/measure.ts";
import { ENDED } from "../../kinds/live-targets.ts";
import { reader, type Row } from "../../db/row.ts";
import { goals } from "./resource/table.ts";
import { targets } from "../creators/resource/table.ts";
import { SEQ_PER_MS } from "../../core/event.ts";
import { TEAM_ZONE } from "../people/team-store.ts";

/**
 * The time zone of a goal `g` with its watchlist `w`, else the team's. `target` is SQL for the target's zone, NULL for a watchlist's
 * goal.
 */
const zoneOf = (target: string): string => `coalesce(g.timezone, ${target}, w.timezone, ${TEAM_ZONE}, 'UTC')`;

const readGoal = reader(goals);
const readTarget = reader(targets);

/** Goals of targets and of their watchlists, each read through its own index. `from` is SQL for the targets as `t`. */
const selectGoals = (from: string, where = "true"): string =>
  ["g.target_id = t.id", "g.watchlist_id = t.watchlist_id"]
    .map(
      (
        held,
        place,
      ) => `SELECT t.id, t.watchlist_id, t.name, t.kind, t.params, t.enabled, g.id AS goal_id, g.created_at AS set_at,
        g.starts_on, g.hours, g.valid_days, g.valid_day_minutes, ${1 - place} AS own, ${zoneOf(place === 0 ? "t.timezone" : "NULL")} AS zone
      FROM ${from} CROSS JOIN goals g ON ${held} LEFT JOIN watchlists w ON w.id = t.watchlist_id WHERE ${where}`,
    )
    .join(" UNION ALL ") + " ORDER BY set_at DESC, goal_id DESC";

/** The goals of these targets, newest first. Targets without any are left out. */
async function withGoals(db: D1Database, ids: string[]): Promise<GoalTarget[]> {
  const { results } = await db
    .prepare(selectGoals("json_each(?1) j CROSS JOIN targets t ON t.id = j.value"))
    .bind(JSON.stringify(ids))
    .all<Row>();
  const found = new Map<string, GoalTarget>();
  for (const row of results) {
    const { id, watchlistId, name, kind, params, enabled } = readTarget(
      row,
      "id",
      "watchlistId",
      "name",
      "kind",
      "params",
      "enabled",
    );
    const one = found.get(id) ?? { id, watchlistId, name, kind, params, enabled, goals: [] };
    found.set(id, { ...one, goals: [...one.goals, heldGoal(row)] });
  }
  return [...found.values()];
}

/** Goals of targets, and of their watchlists: each is read once, however many targets it applies to. */
const OWN_GOALS = `SELECT j.value ->> 0 AS held_by, 1 AS own, coalesce(g.timezone, j.value ->> 2, w.timezone, ${TEAM_ZONE}, 'UTC') AS zone,
    g.id AS goal_id, g.created_at AS set_at, g.starts_on, g.hours, g.valid_days, g.valid_day_minutes
  FROM (SELECT 1 WHERE EXISTS (SELECT 1 FROM goals WHERE target_id IS NOT NULL)) CROSS JOIN json_each(?1) j
  CROSS JOIN goals g ON g.target_id = j.value ->> 0 LEFT JOIN watchlists w ON w.id = j.value ->> 1`;
const GOALS_OF_LISTS = `SELECT j.value AS held_by, 0 AS own, coalesce(g.timezone, w.timezone, ${TEAM_ZONE}, 'UTC') AS zone,
    g.id AS goal_id, g.created_at AS set_at, g.starts_on, g.hours, g.valid_days, g.valid_day_minutes
  FROM json_each(?2) j CROSS JOIN goals g ON g.watchlist_id = j.value LEFT JOIN watchlists w ON w.id = j.value`;

/** The goals that may apply to targets, by target, newest first. */
export async function goalsOf(db: D1Database, owners: GoalOwner[]): Promise<Map<string, HeldGoal[]>> {
  const lists = [...new Set(owners.map(({ watchlistId }) => watchlistId))];
  const { results } = await db
    .prepare(`${OWN_GOALS} UNION ALL ${GOALS_OF_LISTS}`)
    .bind(
      JSON.stringify(owners.map(({ id, watchlistId, timezone }) => [id, watchlistId, timezone])),
      JSON.stringify(lists),
    )
    .all<Row>();
  const held = Map.groupBy(results, (row) => String(row["held_by"]));
  return new Map(
    owners.map(({ id, watchlistId }) => {
      const rows = results.length === 0 ? [] : [...(held.get(id) ?? []), ...(held.get(watchlistId) ?? [])];
      return [id, rows.map(heldGoal).sort(newestFirst)];
    }),
  );
}

const newestFirst = (a: HeldGoal, b: HeldGoal): number => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);

function heldGoal(row: Row): HeldGoal {
  const goal = readGoal(row, "hours", "validDays", "validDayMinutes", "startsOn");
  return {
    id: String(row["goal_id"]),
    createdAt: Number(row["set_at"]),
    ...goal,
    zone: String(row["zone"]),
    own: row["own"] === 1,
  };
}

/** The goals of the creator ?1 as one JSON value of a statement. */
export const HELD = `(SELECT json_group_array(json_array(goal_id, set_at, starts_on, hours, valid_days, valid_day_minutes, zone, own))
  FROM (${selectGoals("targets t", "t.id = ?1 AND t.kind = 'live'")}))`;

/** Parses the value of `HELD`. */
export const heldIn = (text: string): HeldGoal[] =>
  (JSON.parse(text) as [string, number, string | null, number | null, number | null, number, string, number][]).map(
    ([id, createdAt, startsOn, hours, validDays, validDayMinutes, zone, own]) => ({
      id,
      createdAt,
      startsOn,
      hours,
      validDays,
      validDayMinutes,
      zone,
      own: own === 1,
    }),
  );

/** Goals and the targets that they apply to, in D1. */
export const goalStore = (
  db: D1Database,
): Pick<GoalDeps, "endedSince" | "turns" | "creatorsOf" | "withGoals" | "moveTurns"> => ({
  async endedSince(since) {
    const { results } = await db
      .prepare(
        `SELECT DISTINCT e.target_id AS id FROM events e
         WHERE EXISTS (SELECT 1 FROM goals) AND e.seq >= ?1 AND e.type = '${ENDED}'
           AND (EXISTS (SELECT 1 FROM goals g WHERE g.target_id = e.target_id)
             OR EXISTS (SELECT 1 FROM goals g WHERE g.watchlist_id = e.watchlist_id))`,
      )
      .bind(since * SEQ_PER_MS)
      .all<Row>();
    return results.map(({ id }) => String(id));
  },

  async turns() {
    const { results } = await db
      .prepare(
        `SELECT g.id, g.target_id, g.watchlist_id, g.judged_at, g.judged_to, ${zoneOf("t.timezone")} AS zone
         FROM goals g LEFT JOIN targets t ON t.id = g.target_id
         LEFT JOIN watchlists w ON w.id = coalesce(g.watchlist_id, t.watchlist_id) ORDER BY g.judged_at, g.id`,
      )
      .all<Row>();
    return results.map((row): GoalTurn => ({
      ...readGoal(row, "id", "targetId", "watchlistId", "judgedAt", "judgedTo"),
      zone: String(row["zone"]),
    }));
  },

  async creatorsOf(watchlistId, after, max) {
    const { results } = await db
      .prepare(
        `SELECT id, identity FROM targets WHERE watchlist_id = ?1 AND kind = 'live' AND identity > ?2
         ORDER BY identity LIMIT ?3`,
      )
      .bind(watchlistId, after ?? "", max)
      .all<Row>();
    return results.map(({ id, identity }) => ({ id: String(id), place: String(identity) }));
  },

  withGoals: (ids) => withGoals(db, ids),

  async moveTurns(turns) {
    await db
      .prepare(
        `UPDATE goals SET judged_at = j.value ->> 'judgedAt', judged_to = j.value ->> 'judgedTo'
         FROM json_each(?1) j WHERE goals.id = j.value ->> 'id'`,
      )
      .bind(JSON.stringify(turns.map(({ id, judgedAt, judgedTo }) => ({ id, judgedAt, judgedTo }))))
      .run();
  },
});
