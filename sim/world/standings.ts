import { castByUserId } from "../cast.ts";
import { dayMs, hourMs, minuteMs, secondMs } from "./durations.ts";
import { personOf } from "./people.ts";
import type { World } from "./world.ts";

/** A ranking of the service: the length of its period, when the period ends in UTC, and how quickly places change. */
export interface Ranking {
  rankType: number;
  groupType: number;
  title: string;
  key: string;
  periodMs: number;
  offsetMs: number;
  stepMs: number;
}

/** A user's standing in one ranking. `place` is 0 if unlisted, `resetAt` 0 for a ranking without a period. */
export interface Standing {
  ranking: Ranking;
  place: number;
  score: number;
  gap: number;
  resetAt: number;
}

const weekMs = 7 * dayMs;
const places = 99;
const row = (
  groupType: number,
  rankType: number,
  title: string,
  key: string,
  periodMs: number,
  offsetMs: number,
  stepMs: number,
): Ranking => ({ rankType, groupType, title, key, periodMs, offsetMs, stepMs });

/** The rankings of a room. The offset of 4 days moves the end of the weekly period from Thursday to Monday. */
export const rankings = {
  hourly: row(1, 0, "Hourly Ranking", "pm_mt_live_hourly_rank", hourMs, 0, 4 * minuteMs),
  daily: row(1, 8, "Daily Ranking", "pm_mt_live_daily_rank", dayMs, -hourMs, 25 * minuteMs),
  weekly: row(1, 1, "Weekly Ranking", "pm_mt_live_weekly_rank", weekMs, 4 * dayMs - hourMs, 3 * hourMs),
  fame: row(1, 12, "Hall of Fame", "pm_mt_live_hall_of_fame", 0, 0, 2 * dayMs),
  shop: row(2, 6, "Sales Ranking", "pm_mt_live_sales_rank", weekMs, 4 * dayMs - hourMs, 2 * hourMs),
  game: row(3, 11, "Gaming Ranking", "pm_mt_live_game_rank", dayMs, -hourMs, 20 * minuteMs),
} as const;

/** Returns a user's current standing in a ranking. At the start of a period, nobody is listed. */
export function standingOf(world: World, userId: string, ranking: Ranking): Standing {
  const now = world.now();
  const { periodMs, offsetMs } = ranking;
  const period = periodMs > 0 ? Math.floor((now - offsetMs) / periodMs) : 0;
  const resetAt = periodMs > 0 ? (period + 1) * periodMs + offsetMs : 0;
  const progress = periodMs > 0 ? 1 - (resetAt - now) / periodMs : 1;
  const strength = personOf(world, userId).standing;
  const key = `place/${userId}/${ranking.rankType}/${period}`;
  const form = world.dice.wander(key, now, ranking.stepMs);
  const quality = Math.min(1, Math.max(0, strength * 0.72 + form * 0.36));
  const rank = 1 + Math.floor((1 - quality) ** 2 * 260);
  const score = Math.floor(quality ** 3 * 240_000 * Math.max(progress, 0.001));
  const started = progress > 0.015;
  return {
    ranking,
    place: started && rank <= places ? rank : 0,
    score,
    gap: Math.floor((rank <= places ? 40 : 160) * (rank + 3) * (1 + form)),
    resetAt: Math.floor(resetAt / secondMs),
  };
}

/** Returns the league (`class_type`, 100 = D5 to 2100 = S) and stars; undefined for creators without a league. */
export function leagueOf(world: World, userId: string): { classType: number; stars: number } | undefined {
  if (!castByUserId.has(userId) && world.dice.happens(`outside/${userId}`, 0.3)) return undefined;
  const strength = personOf(world, userId).standing;
  const form = world.dice.wander(`league/${userId}`, world.now(), 6 * hourMs);
  const level = Math.min(21, Math.max(1, Math.round(strength * 18 + form * 4)));
  return { classType: level * 100, stars: Math.floor(form * 4) };
}
