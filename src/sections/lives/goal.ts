import { progressOf, standingOf, type GoalStanding, type Month, type MonthlyGoal } from "../../core/goal.ts";
import type { Past } from "../section.ts";
import { coverageOf } from "./coverage.ts";
import { inside, merged, sessionsOf } from "./spans.ts";

/** A goal as it applies to a creator. Month and days are in `zone`. */
export interface HeldGoal extends MonthlyGoal {
  id: string;
  createdAt: number;
  /** The first day on which it is judged; null for the one that follows from its creation. */
  startsOn: string | null;
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
export const GOAL_EVENTS = { "live.ended": ["startedAt"] } as const;

/** How a creator's goal stands in a month as of `at` (epoch ms). Only observed time counts as live. */
export function goalStanding(history: Past, goal: HeldGoal, month: Month, at: number): GoalStanding {
  const { createdAt } = history.target;
  const to = Math.min(at, month.to);
  const live = merged(
    sessionsOf(history)
      .flat()
      .toSorted(([a], [b]) => a - b),
  );
  const spans = inside(live, month.from, to).map(([from, end]) => ({ from, to: end }));
  const progress = progressOf(goal, month, spans, at, Math.max(month.from, createdAt));
  const start = { startsOn: goal.startsOn, goalAt: goal.createdAt, creatorAt: createdAt };
  return standingOf(progress, month, coverageOf(history, month.from, to), start, at);
}
