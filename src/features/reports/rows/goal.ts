import type { ReportedGoal } from "../../../core/airtime.ts";
import { monthAround, monthName } from "../../../core/calendar.ts";
import { calendarPeriod } from "../../../core/calendar-period.ts";
import { DAY_MS } from "../../../core/duration.ts";
import { monthAt, windowOf } from "../../../core/month-window.ts";
import { monthOf, type Month } from "../../../core/goal.ts";
import { applying, goalStanding, type HeldGoal } from "../../../sections/lives/goal.ts";
import type { Past } from "../../../sections/section.ts";
import type { ReportFrame } from "./row.ts";

/** The calendar month in which a report's period ends, for goals. */
export interface GoalFrame {
  /** Null for a period in the future. */
  month: ((timezone: string) => Month) | null;
  /** The instant as of which a month is evaluated, epoch ms. */
  at: (month: Month) => number;
  /** Events are needed from here on, epoch ms. */
  eventsFrom: number;
  /** The month in all zones, epoch ms. */
  span: { from: number; to: number };
}

/** The goal frame of a report. For a goal in another zone, the month of the same name applies. */
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
    // Zones differ by at most a day.
    eventsFrom: from - DAY_MS,
    // The middle is in the same month everywhere.
    span: windowOf(monthAt((from + to) / 2)),
  };
}

/** The newest applicable goal, with its progress; null for none. */
export function reportedGoal(history: Past, goals: HeldGoal[], { month, at }: GoalFrame): ReportedGoal | null {
  const [goal] = applying(goals);
  if (goal === undefined || month === null) return null;
  const its = month(goal.zone);
  const { id: goalId, validDayMinutes } = goal;
  return { goalId, validDayMinutes, ...goalStanding(history, goal, its, at(its)) };
}
