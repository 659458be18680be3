import { DAY_MS } from "../../core/duration.ts";
import { dayStarts, monthAround } from "../../core/calendar.ts";
import { type GoalStanding, type Month, type MonthlyGoal, progressOf, standingOf } from "../../core/goal.ts";
import { beforeOf, marksOf } from "../period.ts";
import { type Frame, onceAFrame, type Past } from "../section.ts";
import { displayedName, distinguishingOf } from "../distinguish.ts";
import { seenOf } from "../watched.ts";
import type { LiveMeasure } from "./data.ts";
import { atMost, coverageOf, inside, lengthOf, merged, sessionsOf, type Span } from "./spans.ts";

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

/** A day of a month: the time that a creator was seen live (ms), and the share of it that was watched, 0 to 1. */
export interface LiveDay {
  ms: number;
  watched: number;
}

/** What was seen of a creator in a month. */
export interface Lived {
  /** The days that have begun, today up to now. */
  days: LiveDay[];
  /** When they were last seen live, epoch ms; null if they were not in this month. */
  lastAt: number | null;
}

/** What was seen of a creator in a month as of `at` (epoch ms). */
export function livedIn(history: Past, month: Month, at: number): Lived {
  const to = Math.min(at, month.to);
  const sessions = sessionsOf(history).flat();
  const live = merged(sessions.toSorted(([a], [b]) => a - b));
  const days = month.days.flatMap((from, day): LiveDay[] => {
    const end = Math.min(month.days[day + 1] ?? month.to, to);
    if (end <= from) return [];
    return [{ ms: lengthOf(inside(live, from, end)), watched: coverageOf(history, from, end) ?? 0 }];
  });
  return { days, lastAt: inside(live, month.from, to).at(-1)?.[1] ?? null };
}

const MAX_SPANS = 60;

/** Periods are compared if at least this share of both is known. */
export const LEAST_COVERAGE = 0.5;

/** The instants by which all creators are measured. A period that ends with its month belongs to that month. */
export const timesOf = onceAFrame((frame: Frame) => ({
  before: beforeOf(frame),
  days: dayStarts(frame.from, frame.to, frame.timezone),
  month: monthAround(frame.to - 1, frame.timezone),
  marks: marksOf(frame),
}));

/**
 * Measures the time live of a creator. Sessions count with their observed time in the period; an open one lasts until
 * its end. Overlapping sessions count once as time, but each as a session.
 */
export function measureLive(history: Past, frame: Frame): LiveMeasure {
  const { from, to } = frame;
  const { before, days, month, marks } = timesOf(frame);
  const { id, name, createdAt } = history.target;
  const sessions = sessionsOf(history);
  const parts = sessions.map((spans) => lengthOf(inside(spans, from, to))).filter((ms) => ms > 0);
  const onAir = merged(sessions.flat().sort(([a], [b]) => a - b));
  const now = inside(onAir, from, to);
  const monthMs = lengthOf(inside(onAir, month.from, to));
  const shares = [coverageOf(history, from, to), coverageOf(history, before.from, before.to)];
  const isCompared = shares.every((share) => share !== null && share >= LEAST_COVERAGE);
  return {
    ...seenOf(history),
    name: displayedName(name) ?? id,
    told: distinguishingOf(history.target),
    airtimeMs: lengthOf(now),
    beforeMs: isCompared ? lengthOf(inside(onAir, before.from, before.to)) : null,
    sessions: parts.length,
    days: daysOf(now, days),
    longestMs: parts.reduce((longest, ms) => Math.max(longest, ms), 0),
    onAirAtEnd: sessions.some((spans) => spans.some(([a, b]) => a < to && b > to)),
    monthMs,
    paceMs: paceOf(monthMs, Math.max(createdAt, month.from), to, month.to),
    spark: marks.slice(1).map((end, index) => lengthOf(inside(now, marks[index]!, end))),
    spans: atMost(now, MAX_SPANS).map(([a, b]) => [a - from, b - from]),
  };
}

/** Projects the watched part of the month onto the rest. Null for a month that is over. */
function paceOf(soFar: number, since: number, to: number, monthTo: number): number | null {
  const watched = to - since;
  return watched < DAY_MS || to >= monthTo ? null : Math.round(soFar + (soFar / watched) * (monthTo - to));
}

/** The number of days with any of the spans; both must be ascending. */
function daysOf(spans: Span[], days: number[]): number {
  let [count, day, counted] = [0, 0, -1];
  for (const [from, to] of spans) {
    while (day + 1 < days.length && days[day + 1]! <= from) day++;
    for (let at = day; at < days.length && days[at]! < to; at++) {
      if (at > counted) [count, counted] = [count + 1, at];
    }
  }
  return count;
}
