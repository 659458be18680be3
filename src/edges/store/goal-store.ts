import type { GoalDeps, GoalTurn } from "../../flows/goals/goals.ts";
import type { GoalTarget } from "../../flows/goals/judge.ts";
import type { HeldGoal } from "../../sections/lives/goal.ts";
import { readParams } from "../../targets/stored.ts";
import { ENDED } from "../../flows/browse/broadcasts.ts";
import { reader, type Row } from "./row.ts";
import { goals } from "../../resources/goals/table.ts";
import { targets } from "../../resources/targets/table.ts";
import { SEQ_PER_MS } from "./schema.ts";

/** The zone of a goal `g`, of the target `t` (null for a watchlist's own) and the watchlist `w`. */
const zoneOf = (target: string): string => `coalesce(g.timezone, ${target}, w.timezone, 'UTC')`;

const readGoal = reader(goals);
const readTarget = reader(targets);

/** Those of a target's own come from one index, those of its watchlist from another; `from` names the targets as `t`. */
const heldBy = (from: string, where = "true"): string =>
  ["g.target_id = t.id", "g.watchlist_id = t.watchlist_id"]
    .map(
      (
        held,
        place,
      ) => `SELECT t.id, t.watchlist_id, t.name, t.kind, t.params, t.enabled, g.id AS goal_id, g.created_at AS set_at,
        g.hours, g.valid_days, g.valid_day_minutes, ${1 - place} AS own, ${zoneOf(place === 0 ? "t.timezone" : "NULL")} AS zone
      FROM ${from} CROSS JOIN goals g ON ${held} LEFT JOIN watchlists w ON w.id = t.watchlist_id WHERE ${where}`,
    )
    .join(" UNION ALL ") + " ORDER BY set_at DESC, goal_id DESC";

/** The goals that hold for these targets, the newest first; targets without any are left out. */
export async function withGoals(db: D1Database, ids: string[]): Promise<GoalTarget[]> {
  const { results } = await db
    .prepare(heldBy("json_each(?1) j CROSS JOIN targets t ON t.id = j.value"))
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
    const one = found.get(id) ?? { id, watchlistId, name, kind, params: readParams(kind, params), enabled, goals: [] };
    const { hours, validDays, validDayMinutes } = readGoal(row, "hours", "validDays", "validDayMinutes");
    const goal: HeldGoal = {
      id: String(row["goal_id"]),
      createdAt: Number(row["set_at"]),
      hours,
      validDays,
      validDayMinutes,
      zone: String(row["zone"]),
      own: row["own"] === 1,
    };
    found.set(id, { ...one, goals: [...one.goals, goal] });
  }
  return [...found.values()];
}

/** The goals that may hold for the creator ?1 as one value of a statement, JSON. */
export const HELD = `(SELECT json_group_array(json_array(goal_id, set_at, hours, valid_days, valid_day_minutes, zone, own))
  FROM (${heldBy("targets t", "t.id = ?1 AND t.kind = 'live'")}))`;

/** Reads it. */
export const heldIn = (text: string): HeldGoal[] =>
  (JSON.parse(text) as [string, number, number | null, number | null, number, string, number][]).map(
    ([id, createdAt, hours, validDays, validDayMinutes, zone, own]) => ({
      id,
      createdAt,
      hours,
      validDays,
      validDayMinutes,
      zone,
      own: own === 1,
    }),
  );

/** Goals and who they hold for, in D1. */
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
