import type { AirtimeRow, ReportedGoal } from "../../../core/airtime.ts";
import { dayStarts } from "../../../core/calendar.ts";
import type { CalendarPeriod } from "../../../core/calendar-period.ts";
import type { ViewerSample } from "../../../core/month-row.ts";
import { instantOf } from "../../../core/parse-instant.ts";
import { coverageOf, unknownIn } from "../../../sections/lives/coverage.ts";
import { inside, merged, lengthOf, sessionsOf } from "../../../sections/lives/spans.ts";
import { onceAFrame } from "../../../sections/once-a-frame.ts";
import { uncertainIn } from "../../../sections/lives/uncertainty.ts";
import type { Past } from "../../../sections/section.ts";
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

/** Computes the row of a creator from the history and viewer samples, without places in rankings. */
export function airtimeRow(
  history: Past,
  samples: ViewerSample[],
  goal: ReportedGoal | null,
  frame: ReportFrame,
): AirtimeRow {
  const { period, validDayMs, now } = frame;
  const { id, name, params, createdAt } = history.target;
  const to = Math.min(period.to, now);
  const sessions = sessionsOf(history).map((spans) => inside(spans, -Infinity, to));
  const onAir = merged(sessions.flat().toSorted(([a], [b]) => a - b));
  const within = inside(onAir, period.from, to);
  const starts = startsOf(frame);
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
    bestPlaces: [],
    missedSlots: history.events.filter(
      ({ type, occurredAt }) => type === "live.no_show" && occurredAt >= period.from && occurredAt < to,
    ).length,
    longestRunDays: longestRun(perDay),
    change: createdAt <= period.before.from ? seconds - before : null,
    coverage: coverageOf(history, Math.max(period.from, createdAt), to),
    unknownSeconds: Math.round(unknownIn(history, Math.max(period.from, createdAt), to) / 1000),
    uncertaintySeconds: secondsOf(uncertainIn(history, Math.max(period.from, createdAt), to)),
    goal,
  };
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
