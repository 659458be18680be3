import type { AirtimeRow, ReportedGoal } from "../../../sections/airtime-shape.ts";
import { dayStarts } from "../../../core/calendar.ts";
import type { CalendarPeriod } from "../../../core/calendar-period.ts";
import type { ViewerSample } from "../../../core/month-row.ts";
import { sameWallTime } from "../../../core/schedule.ts";
import { instantOf, iso } from "../../../core/instant.ts";
import { LEAST_COVERAGE } from "../../../sections/lives/measure.ts";
import { coverageOf, inside, lengthOf, merged, sessionsOf, unknownIn } from "../../../sections/lives/spans.ts";
import { uncertainIn } from "../../../sections/lives/uncertainty.ts";
import { onceAFrame, type Past } from "../../../sections/section.ts";
import { viewershipOf } from "./viewers.ts";

/** The period of a report, and the time of the request. */
export interface ReportFrame {
  period: CalendarPeriod;
  timezone: string;
  /** The airtime from which a day is valid, milliseconds. */
  validDayMs: number;
  /** Epoch ms. Later time is unknown. */
  now: number;
}

/** The starts of the days of a report's period, epoch ms. */
const startsOf = onceAFrame(({ period, timezone }: ReportFrame) => dayStarts(period.from, period.to, timezone));

/** What a row is computed from, besides the period. */
export interface RowSource {
  history: Past;
  viewers: ViewerSample[];
  /** When the creator was deleted, epoch ms; null if not. */
  removedAt: number | null;
  goal: ReportedGoal | null;
}

/** Computes the row of a creator, without places in rankings. */
export function airtimeRow({ history, viewers, removedAt, goal }: RowSource, frame: ReportFrame): AirtimeRow {
  const { period, validDayMs, now } = frame;
  const { id, name, params, createdAt } = history.target;
  const to = Math.min(period.to, now);
  const sessions = sessionsOf(history).map((spans) => inside(spans, -Infinity, to));
  const onAir = merged(sessions.flat().toSorted(([a], [b]) => a - b));
  const within = inside(onAir, period.from, to);
  const starts = startsOf(frame);
  const perDay = starts.map((start, index) => lengthOf(inside(within, start, starts[index + 1] ?? period.to)));
  const seconds = Math.round(lengthOf(within) / 1000);
  const coverage = coverageOf(history, period.from, to);
  const before = samePartBefore(frame);
  const compared = [coverage, coverageOf(history, before.from, before.to)];
  const { average, peak, viewerSeconds } = viewershipOf(within, viewers);
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
    bestPlaces: [],
    missedSlots: history.events.filter(
      ({ type, occurredAt }) => type === "live.no_show" && occurredAt >= period.from && occurredAt < to,
    ).length,
    longestRunDays: longestRun(perDay),
    change: compared.every((share) => share !== null && share >= LEAST_COVERAGE)
      ? seconds - Math.round(lengthOf(inside(onAir, before.from, before.to)) / 1000)
      : null,
    coverage,
    unknownSeconds: coverage === null ? null : Math.round(unknownIn(history, period.from, to) / 1000),
    uncertaintySeconds: secondsOf(uncertainIn(history, Math.max(period.from, createdAt), to)),
    watchedSince: iso(createdAt),
    removed: removedAt !== null,
    goal,
  };
}

/**
 * The part of the period before that is compared: all of it, or for a period that is not over the same part by the
 * calendar, such as 1 to 9 February for 1 to 9 March.
 */
function samePartBefore({ period, timezone, now }: ReportFrame): { from: number; to: number } {
  const { from, to, before } = period;
  if (now >= to) return before;
  return { from: before.from, to: Math.min(before.to, sameWallTime(from, Math.max(from, now), before.from, timezone)) };
}

const secondsOf = (ms: number | null): number | null => (ms === null ? null : Math.round(ms / 1000));

/** The most viewers, either sampled, or seen by a poll of a stream within the period. */
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
