import { DAY_MS } from "../../core/duration.ts";
import type { Event } from "../../core/event.ts";
import { monthOf, type Month } from "../../core/goal.ts";
import { eventId } from "../../core/ids.ts";
import { dayStarts } from "../../core/calendar.ts";
import type { JsonObject } from "../../core/json.ts";
import { applying, standingOf, type GoalStanding, type HeldGoal } from "../../sections/lives/goal.ts";
import type { Past } from "../../sections/section.ts";

/** A creator with a goal. */
export interface GoalTarget {
  id: string;
  watchlistId: string;
  name: string;
  kind: string;
  params: JsonObject;
  /** False for one that is paused. */
  enabled: boolean;
  /** The newest first. */
  goals: HeldGoal[];
}

/** So long after one `goal.behind` comes no other. */
const WEEK_MS = 7 * DAY_MS;

const MORNING_HOUR = 9;

/** The last 9:00 of a zone at or before an instant. */
export function lastMorning(at: number, timezone: string): number {
  const mornings = dayStarts(at - 2 * DAY_MS, at + 1, timezone).map((start) => start + MORNING_HOUR * 3_600_000);
  return mornings.findLast((morning) => morning <= at)!;
}

/** A stream may end, and be known to have ended, so long after the month that it counts for. */
const AFTERWARDS_MS = 2 * DAY_MS;

/** The month of a zone at `now`, and the one before it where that is only just over; each made once. */
export function calendarOf(now: number): (timezone: string) => [Month, ...Month[]] {
  const known = new Map<string, [Month, ...Month[]]>();
  return (timezone) => {
    const before = known.get(timezone);
    if (before !== undefined) return before;
    const month = monthOf(now, timezone);
    const months: [Month, ...Month[]] = [month];
    if (now - month.from < AFTERWARDS_MS) months.push(monthOf(month.from - 1, timezone));
    known.set(timezone, months);
    return months;
  };
}

/** What became of a creator's goals. `mornings`: the goals of which it is time to say that somebody is behind. Pure. */
export function goalEvents(
  target: GoalTarget,
  history: Past,
  now: number,
  months: (timezone: string) => [Month, ...Month[]],
  mornings: ReadonlySet<string>,
): Event[] {
  return applying(target.goals).flatMap((goal) => {
    const [month, ...over] = months(goal.zone);
    const reached = (standing: GoalStanding): Event[] =>
      !standing.reached || saidOf(history, goal, standing.period)
        ? []
        : [eventOf("goal.reached", target, goal, standing, standing.period, now)];
    // One that is set afterwards is none of the month that is over; ticks may replay a day before it was set.
    const held = ({ to }: Month) => goal.createdAt < to || goal.createdAt > now;
    const late = over.filter(held).flatMap((one) => reached(standingOf(history, goal, one, now)));
    const standing = standingOf(history, goal, month, now);
    const judged = mornings.has(goal.id) && target.enabled && history.snapshot !== null;
    if (!judged || !standing.behind || saidLately(history, goal, now)) return [...late, ...reached(standing)];
    const day = Math.floor(lastMorning(now, goal.zone) / 3_600_000);
    return [...late, eventOf("goal.behind", target, goal, standing, `${standing.period}/${day}`, now)];
  });
}

const saidOf = ({ events }: Past, goal: HeldGoal, period: string): boolean =>
  events.some(({ type, data }) => type === "goal.reached" && data["goalId"] === goal.id && data["period"] === period);

const saidLately = ({ events }: Past, goal: HeldGoal, now: number): boolean =>
  events.some(
    ({ type, detectedAt, data }) =>
      type === "goal.behind" && data["goalId"] === goal.id && now - detectedAt < WEEK_MS && detectedAt <= now,
  );

/** Its id is made from the goal and the month or the morning: the same found twice is one event. */
function eventOf(
  type: "goal.reached" | "goal.behind",
  { id, watchlistId, name, kind, params }: GoalTarget,
  goal: HeldGoal,
  { period, hours, validDays, wanted, left, coverage }: GoalStanding,
  key: string,
  now: number,
): Event {
  const { validDayMinutes } = goal;
  return {
    id: eventId(id, type, `${goal.id}/${key}`),
    type,
    targetId: id,
    watchlistId,
    target: { name, kind, params },
    occurredAt: now,
    detectedAt: now,
    window: { from: null, to: now },
    data: { goalId: goal.id, period, hours, validDays, wanted, left, validDayMinutes, coverage },
    follows: null,
  };
}
