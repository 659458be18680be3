import { DAY_MS } from "../../../core/duration.ts";
import type { Event } from "../../../core/event.ts";
import { monthOf, type GoalStanding, type Month } from "../../../core/goal.ts";
import { eventId } from "../../../core/ids.ts";
import { lastTime } from "../../../core/schedule.ts";
import type { JsonObject } from "../../../core/json.ts";
import { applying, goalStanding, type HeldGoal } from "../../../sections/lives/measure.ts";
import type { HistoryEvent, Past } from "../../../sections/section.ts";

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

/** The last 9:00 in a zone, at or before an instant. */
export const lastMorning = (at: number, timezone: string): number =>
  lastTime({ pattern: "0 9 * * *", timezone }, at + 1)!;

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

/** What is known of a creator. */
export interface KnownCreator {
  history: Past;
  /** The events of their goals so far, as long as events are stored. */
  sent: HistoryEvent[];
  /** Older events are deleted, epoch ms. */
  storedFrom: number;
}

/** The events of a creator's goals. `mornings` are the ids of goals that are checked for being behind. Pure. */
export function goalEvents(
  target: GoalTarget,
  { history, sent, storedFrom }: KnownCreator,
  now: number,
  months: (timezone: string) => [Month, ...Month[]],
  mornings: ReadonlySet<string>,
): Event[] {
  return applying(target.goals).flatMap((held) => {
    // Replayed ticks may be before the goal's creation.
    const goal = held.createdAt > now ? { ...held, createdAt: 0 } : held;
    const [month, ...over] = months(goal.zone);
    // What was reached before the oldest stored event was sent then.
    const isSent = (one: Month): boolean =>
      wasReached(sent, goal, one.name) ||
      (storedFrom > Math.max(one.from, goal.createdAt) && goalStanding(history, goal, one, storedFrom).reached);
    const reached = (one: Month, standing: GoalStanding): Event[] =>
      !standing.reached || isSent(one) ? [] : [eventOf("goal.reached", target, goal, standing, standing.period, now)];
    const late = over.flatMap((one) => reached(one, goalStanding(history, goal, one, now)));
    const standing = goalStanding(history, goal, month, now);
    const judged = mornings.has(goal.id) && target.enabled && history.snapshot !== null;
    if (!judged || !standing.behind || wasBehind({ sent, storedFrom }, goal, now))
      return [...late, ...reached(month, standing)];
    const day = Math.floor(lastMorning(now, goal.zone) / 3_600_000);
    return [...late, eventOf("goal.behind", target, goal, standing, `${standing.period}/${day}`, now)];
  });
}

const wasReached = (sent: HistoryEvent[], goal: HeldGoal, period: string): boolean =>
  sent.some(({ type, data }) => type === "goal.reached" && data["goalId"] === goal.id && data["period"] === period);

/** True within a week of a `goal.behind`. If events are deleted sooner, there is one on every seventh day. */
function wasBehind(
  { sent, storedFrom }: Pick<KnownCreator, "sent" | "storedFrom">,
  goal: HeldGoal,
  now: number,
): boolean {
  if (now - storedFrom < WEEK_MS && Math.floor((now - goal.createdAt) / DAY_MS) % 7 !== 0) return true;
  return sent.some(
    ({ type, detectedAt, data }) =>
      type === "goal.behind" && data["goalId"] === goal.id && now - detectedAt < WEEK_MS && detectedAt <= now,
  );
}

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
