import { dayStarts } from "../../core/calendar.ts";
import {
  BROADCASTING,
  closedBroadcast,
  ENDED,
  observedOf,
  openBroadcast,
  type Broadcast,
  type BroadcastDeps,
} from "./broadcasts.ts";
import type { Listed, Page } from "./page.ts";
import { seriesOf, type Sample, type SampleFilter, type SampleKey } from "./samples.ts";
import type { Target } from "../../resources/targets/form.ts";

const SERIES = "airtimeSeconds";

/** A day comes after the points of its first instant. */
const PLACE = -1;

/** Nearly four a day within the retention; airtime of days before them is not told. */
const MAX_BROADCASTS = 350;

/**
 * A live target's time on air by day of its zone (or its watchlist's, else UTC), newest first, days without any left out; `at` is the
 * day's begin.
 */
export async function airtime(
  target: Target,
  { since, until, series }: SampleFilter,
  { limit, after }: Page<SampleKey>,
  deps: BroadcastDeps,
): Promise<Listed<Sample, SampleKey>> {
  if (target.kind !== BROADCASTING || (series !== undefined && !seriesOf(series)(SERIES)))
    return { items: [], next: null };
  const horizon = await deps.horizon();
  const page = { limit: MAX_BROADCASTS, after: null };
  const ended = await deps.list({ targetId: target.id, type: ENDED, since }, page);
  const open = openBroadcast(target, horizon);
  const zone = target.timezone ?? target.listTimezone ?? "UTC";
  const days = byDay([...(open === null ? [] : [open]), ...ended.items.map(closedBroadcast)], horizon.now, zone);
  // The oldest day may have begun with a broadcast that was not read any more.
  if (ended.next !== null && days.length > 1) days.pop();
  const wanted = days.filter(
    ({ at }) =>
      at >= (since ?? 0) &&
      at <= (until ?? Infinity) &&
      (after === null || at < after[0] || (at === after[0] && PLACE < after[1])),
  );
  const items = wanted.slice(0, limit);
  return { items, next: wanted.length > limit ? [items.at(-1)!.at, PLACE] : null };
}

/** The seconds of each day that polls observed, a broadcast over midnight counted on both. */
function byDay(all: Broadcast[], now: number, timezone: string): Sample[] {
  const spans = all.flatMap((one) => observedOf(one, now)).sort((a, b) => a.from - b.from);
  const [first] = spans;
  if (first === undefined) return [];
  const end = spans.reduce((last, { to }) => Math.max(last, to), first.to);
  const starts = dayStarts(first.from, end, timezone);
  const days = new Map<number, number>();
  let day = 0;
  for (const { from, to } of spans) {
    while (starts[day + 1] !== undefined && starts[day + 1]! <= from) day++;
    for (let at = day; starts[at] !== undefined && starts[at]! < to; at++) {
      const ms = Math.min(to, starts[at + 1] ?? to) - Math.max(from, starts[at]!);
      days.set(starts[at]!, (days.get(starts[at]!) ?? 0) + ms);
    }
  }
  return [...days]
    .sort(([a], [b]) => b - a)
    .map(([at, ms]) => ({ at, place: PLACE, values: { [SERIES]: Math.round(ms / 1000) } }));
}
