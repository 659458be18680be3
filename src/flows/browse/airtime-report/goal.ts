import { monthAround, monthName } from "../../../core/calendar.ts";
import { calendarPeriod } from "../../../core/calendar-period.ts";
import { DAY_MS } from "../../../core/duration.ts";
import { monthOf, type Month } from "../../../core/goal.ts";
import { applying, standingOf, type HeldGoal } from "../../../sections/lives/goal.ts";
import type { Past } from "../../../sections/section.ts";
import type { ReportedGoal, ReportFrame } from "./row.ts";

/** The calendar month in which a report's period ends, as goals see it. */
export interface GoalFrame {
  /** Null for a period that has not begun. */
  month: ((timezone: string) => Month) | null;
  /** When it stands so in a month of a zone, epoch ms. */
  at: (month: Month) => number;
  /** Events from here on make it, epoch ms. */
  eventsFrom: number;
}

/** A goal of another zone than the report's is that of the month with the same name. */
export function goalFrame({ period, timezone, now }: ReportFrame): GoalFrame {
  const last = Math.min(period.to, now) - 1;
  const { from, to } = monthAround(last, timezone);
  const name = monthName(last, timezone);
  const months = new Map<string, Month>();
  const month = (zone: string): Month => {
    const known = months.get(zone) ?? monthOf(calendarPeriod(name, zone, now)!.from, zone);
    months.set(zone, known);
    return known;
  };
  return {
    month: now <= period.from ? null : month,
    at: (one) => Math.min(now, period.to >= to ? one.to : period.to),
    // Zones are at most a day apart.
    eventsFrom: from - DAY_MS,
  };
}

/** Of several goals that hold, the newest is reported. */
export function reportedGoal(history: Past, goals: HeldGoal[], { month, at }: GoalFrame): ReportedGoal | null {
  const [goal] = applying(goals);
  if (goal === undefined || month === null) return null;
  const its = month(goal.zone);
  const { id: goalId, validDayMinutes } = goal;
  return { goalId, validDayMinutes, ...standingOf(history, goal, its, at(its)) };
}
