import { DAY_MS } from "../../core/duration.ts";
import { localMinutes } from "../../core/quiet-hours.ts";
import { clipped, type Span } from "../../core/spans.ts";
import type { Strip } from "./strip.ts";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

/** Splits a strip by day. `days` are the ascending starts of days and the end of the last. */
export const byDay = ({ on, unknown }: Pick<Strip, "on" | "unknown">, days: number[]): Strip[] =>
  days.slice(0, -1).map((from, place) => {
    const to = days[place + 1]!;
    return { from, to, on: clipped(on, from, to), unknown: clipped(unknown, from, to) };
  });

/**
 * The total length of the spans (milliseconds) on each of the last `count` local days, starting with the day that
 * begins at `today`.
 */
export function msByDay(spans: Span[], zone: string, today: number, count: number): number[] {
  const sums = Array.from({ length: count }, () => 0);
  for (const { from, to } of spans) {
    for (let at = from; at < to;) {
      const minutes = localMinutes(zone, at);
      const midnight = at - minutes * MINUTE_MS - (at % MINUTE_MS);
      // Days with clock changes are an hour off. The nearest whole day is still right.
      const place = Math.round((today - midnight) / DAY_MS);
      const until = Math.min(to, Math.max(at + MINUTE_MS, midnight + DAY_MINUTES * MINUTE_MS));
      if (place >= 0 && place < count) sums[place]! += until - at;
      at = until;
    }
  }
  return sums;
}

/** The longest run of consecutive days with any time. */
export function longestRun(days: number[]): number {
  let [run, max] = [0, 0];
  for (const ms of days) {
    run = ms > 0 ? run + 1 : 0;
    max = Math.max(max, run);
  }
  return max;
}
