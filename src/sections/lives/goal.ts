import { progressOf, type GoalStanding, type Month, type MonthlyGoal } from "../../core/goal.ts";
import type { Past } from "../section.ts";
import { coverageOf } from "./coverage.ts";
import { inside, merged, sessionsOf } from "./spans.ts";

/** A goal as it applies to a creator. Month and days are in `zone`. */
export interface HeldGoal extends MonthlyGoal {
  id: string;
  createdAt: number;
  zone: string;
  /** False for a goal of their watchlist. */
  own: boolean;
}

/** The goals that apply to a creator: their own take precedence over those of their watchlist. */
export function applying(goals: HeldGoal[]): HeldGoal[] {
  const own = goals.filter((one) => one.own);
  return own.length > 0 ? own : goals;
}

/** The event types from which progress is computed, with the required fields. */
export const GOAL_EVENTS = {
  "live.ended": ["startedAt", "unknown"],
  "target.unknown": ["since"],
  "target.known": ["since"],
};

/** The progress of a creator at `now` (epoch ms) in a month. Only observed time counts as live. */
export function standingOf(history: Past, goal: MonthlyGoal, month: Month, now: number): GoalStanding {
  const to = Math.min(now, month.to);
  // Replayed ticks may be before the target's creation. Then all time counts as watched.
  const since = history.target.createdAt > now ? -Infinity : history.target.createdAt;
  const live = merged(
    sessionsOf(history)
      .flat()
      .toSorted(([a], [b]) => a - b),
  );
  const spans = inside(live, month.from, to).map(([from, end]) => ({ from, to: end }));
  const watchedFrom = Math.max(month.from, since);
  const known = coverageOf(history, watchedFrom, to);
  const part = to > month.from ? Math.max(0, to - watchedFrom) / (to - month.from) : null;
  return {
    period: month.name,
    ...progressOf(goal, month, spans, now, watchedFrom),
    coverage: part === null ? null : Math.round((known ?? 0) * part * 10_000) / 10_000,
  };
}
