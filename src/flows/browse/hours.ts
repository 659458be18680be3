import { DAY_MS } from "../../core/duration.ts";
import { localMinutes } from "../../core/quiet-hours.ts";
import { clipped, type Span } from "../../core/spans.ts";
import type { Strip } from "./strip.ts";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

/** A strip as one of each day between these instants (each day's begin, and the end of the last), ascending. */
export const byDay = ({ on, unknown }: Pick<Strip, "on" | "unknown">, days: number[]): Strip[] =>
  days.slice(0, -1).map((from, place) => {
    const to = days[place + 1]!;
    return { from, to, on: clipped(on, from, to), unknown: clipped(unknown, from, to) };
  });

/** How long the spans took (ms) on each of the last `count` local days: the first is the day that begins at `today`. */
export function msByDay(spans: Span[], zone: string, today: number, count: number): number[] {
  const sums = Array.from({ length: count }, () => 0);
  for (const { from, to } of spans) {
    for (let at = from; at < to;) {
      const minutes = localMinutes(zone, at);
      const midnight = at - minutes * MINUTE_MS - (at % MINUTE_MS);
      // Where clocks are set, a day is an hour off; the nearest whole day is still the right one.
      const place = Math.round((today - midnight) / DAY_MS);
      const until = Math.min(to, Math.max(at + MINUTE_MS, midnight + DAY_MINUTES * MINUTE_MS));
      if (place >= 0 && place < count) sums[place]! += until - at;
      at = until;
    }
  }
  return sums;
}

/** The most days in a row that have any. */
export function longestRun(days: number[]): number {
  let [run, max] = [0, 0];
  for (const ms of days) {
    run = ms > 0 ? run + 1 : 0;
    max = Math.max(max, run);
  }
  return max;
}
