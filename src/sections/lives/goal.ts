import { progressOf, type Month, type MonthlyGoal, type Progress } from "../../core/goal.ts";
import type { Past } from "../section.ts";
import { coverageOf } from "./coverage.ts";
import { inside, merged, sessionsOf } from "./spans.ts";

/** How far a creator has come in a month, and how well they were watched in the part of it that has passed. */
export interface GoalStanding extends Progress {
  /** "2027-03" */
  period: string;
  /** From 0 to 1. What was before they were added is unknown too; null before the month begins. */
  coverage: number | null;
}

/** A goal as it holds for one creator: the month and its days are those of `zone`. */
export interface HeldGoal extends MonthlyGoal {
  id: string;
  createdAt: number;
  zone: string;
  /** False for one of their watchlist. */
  own: boolean;
}

/** The goals that hold for a creator: their own take precedence over those of their watchlist. */
export function applying(goals: HeldGoal[]): HeldGoal[] {
  const own = goals.filter((one) => one.own);
  return own.length > 0 ? own : goals;
}

/** The event types whose fields make it. */
export const GOAL_EVENTS = {
  "live.ended": ["startedAt", "unknown"],
  "target.unknown": ["since"],
  "target.known": ["since"],
};

/** Where a creator stands at `now` (epoch ms) in a month. Only what polls observed counts as live. */
export function standingOf(history: Past, goal: MonthlyGoal, month: Month, now: number): GoalStanding {
  const to = Math.min(now, month.to);
  // Where ticks replay an earlier day, nobody was there yet: then all of it counts as watched.
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
