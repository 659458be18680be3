import { dayStarts } from "../../../core/calendar.ts";
import type { CalendarPeriod } from "../../../core/calendar-period.ts";
import { instantOf } from "../../../core/instant-of.ts";
import { coverageOf } from "../../../sections/lives/coverage.ts";
import type { GoalStanding } from "../../../sections/lives/goal.ts";
import { inside, merged, lengthOf, sessionsOf } from "../../../sections/lives/spans.ts";
import type { Past } from "../../../sections/section.ts";
import { viewershipOf, type ViewerSample } from "./viewers.ts";

/** A place in a ranking: the best one of the period. */
export interface BestPlace {
  title: string;
  place: number;
}

/** How a creator stands with their goal at the end of a report's period, or now where that is not over. */
export type ReportedGoal = GoalStanding & { goalId: string; validDayMinutes: number };

/** What a report says of one creator. Lengths are whole seconds that polls observed within the period. */
export interface AirtimeRow {
  targetId: string;
  name: string;
  handle: string | null;
  seconds: number;
  /** Local days with any airtime, and with enough of it. */
  days: number;
  validDays: number;
  streams: number;
  averageViewers: number | null;
  peakViewers: number | null;
  viewerSeconds: number;
  bestPlaces: BestPlace[];
  /** Usual starts that they missed. */
  missedSlots: number;
  /** Most days in a row with airtime. */
  longestRunDays: number;
  /** Seconds more than in the period before; null where they were not watched all through it. */
  change: number | null;
  /** The part of the period (as far as it has passed, and they were watched) in which it is known whether they were live. */
  coverage: number | null;
  /** Null where they have none. */
  goal: ReportedGoal | null;
}

/** What a report covers, and who asks when. */
export interface ReportFrame {
  period: CalendarPeriod;
  timezone: string;
  /** A day counts as valid from so much airtime on, ms. */
  validDayMs: number;
  /** Epoch ms: what comes later is not known yet. */
  now: number;
}

/** One creator's part of a report, from their past and what was sampled of them; `places` are those of rankings they are in. */
export function airtimeRow(
  history: Past,
  samples: ViewerSample[],
  places: BestPlace[],
  goal: ReportedGoal | null,
  frame: ReportFrame,
): AirtimeRow {
  const { period, timezone, validDayMs, now } = frame;
  const { id, name, params, createdAt } = history.target;
  const to = Math.min(period.to, now);
  const sessions = sessionsOf(history).map((spans) => inside(spans, -Infinity, to));
  const onAir = merged(sessions.flat().toSorted(([a], [b]) => a - b));
  const within = inside(onAir, period.from, to);
  const starts = dayStarts(period.from, period.to, timezone);
  const perDay = starts.map((start, index) => lengthOf(inside(within, start, starts[index + 1] ?? period.to)));
  const seconds = Math.round(lengthOf(within) / 1000);
  const before = Math.round(lengthOf(inside(onAir, period.before.from, period.before.to)) / 1000);
  const { average, peak, viewerSeconds } = viewershipOf(within, samples);
  return {
    targetId: id,
    name,
    handle: typeof params["handle"] === "string" ? params["handle"] : null,
    seconds,
    days: perDay.filter((ms) => ms > 0).length,
    validDays: perDay.filter((ms) => ms >= validDayMs).length,
    streams: sessions.filter((spans) => lengthOf(inside(spans, period.from, to)) > 0).length,
    averageViewers: average,
    peakViewers: peakOf(history, period.from, to, peak),
    viewerSeconds,
    bestPlaces: places,
    missedSlots: history.events.filter(
      ({ type, occurredAt }) => type === "live.no_show" && occurredAt >= period.from && occurredAt < to,
    ).length,
    longestRunDays: longestRun(perDay),
    change: createdAt <= period.before.from ? seconds - before : null,
    coverage: coverageOf(history, Math.max(period.from, createdAt), to),
    goal,
  };
}

/** The most viewers sampled, or that a poll saw in a stream that lies within the period. */
function peakOf({ events }: Past, from: number, to: number, sampled: number | null): number | null {
  const peaks = events.flatMap(({ type, occurredAt, data }) => {
    const startedAt = typeof data["startedAt"] === "string" ? instantOf(data["startedAt"]) : null;
    const whole = type === "live.ended" && startedAt !== null && startedAt >= from && occurredAt <= to;
    return whole && typeof data["peakViewers"] === "number" ? data["peakViewers"] : [];
  });
  const all = sampled === null ? peaks : [...peaks, sampled];
  return all.length === 0 ? null : Math.max(...all);
}

function longestRun(perDay: number[]): number {
  let [longest, run] = [0, 0];
  for (const ms of perDay) {
    run = ms > 0 ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
