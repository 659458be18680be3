import { DAY_MS } from "../../core/duration.ts";
import type { Event } from "../../core/event.ts";
import { monthOf, type GoalStanding, type Month } from "../../core/goal.ts";
import { eventId } from "../../core/ids.ts";
import { dayStarts } from "../../core/calendar.ts";
import type { JsonObject } from "../../core/json.ts";
import { applying, standingOf, type HeldGoal } from "../../sections/lives/goal.ts";
import type { Past } from "../../sections/section.ts";

/** A creator with a goal. */
export interface GoalTarget {
  id: string;
  watchlistId: string;
  name: string;
  kind: string;
  params: JsonObject;
  /** False for a paused target. */
  enabled: boolean;
  /** Newest first. */
  goals: HeldGoal[];
}

/** The minimum time between two `goal.behind` of a goal. */
const WEEK_MS = 7 * DAY_MS;

const MORNING_HOUR = 9;

/** The last 9:00 in a zone, at or before an instant. */
export function lastMorning(at: number, timezone: string): number {
  const mornings = dayStarts(at - 2 * DAY_MS, at + 1, timezone).map((start) => start + MORNING_HOUR * 3_600_000);
  return mornings.findLast((morning) => morning <= at)!;
}

/** How long after a month streams that count for it may end and be detected. */
const AFTERWARDS_MS = 2 * DAY_MS;

/** Returns a cached function for the month of a zone at `now`, and the previous month if it has just ended. */
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

/** The events of a creator's goals. `mornings` are the ids of goals that are checked for being behind. Pure. */
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
    // Goals created after a month do not apply to it. Replayed ticks may be before the goal's creation.
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

/** The id is derived from the goal and its month or morning, so duplicates are one event. */
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
