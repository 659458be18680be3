import { ENDED } from "../../kinds/live-targets.ts";
import { dayStarts } from "../../core/calendar.ts";
import {
  BROADCASTING,
  closedBroadcast,
  observedOf,
  openBroadcast,
  type Broadcast,
  type BroadcastDeps,
} from "../history/broadcasts.ts";
import type { Listed, Page } from "../../core/page.ts";
import { seriesOf, type Sample, type SampleFilter, type SampleKey } from "../history/samples.ts";
import type { TeamDeps } from "../people/team.ts";
import type { Target } from "../creators/resource/form.ts";

/** The series of airtime, which every creator has. */
export const SERIES = "airtimeSeconds";

/** Sorts a day after the points at its first instant. */
const PLACE = -1;

/** The maximum number of streams, nearly four per day of the retention. Earlier days are omitted. */
const MAX_BROADCASTS = 350;

/**
 * A creator's airtime per local day, newest first; days without airtime are omitted. The zone is that of the target,
 * else its watchlist, else the team's, else UTC. `at` is the start of the day.
 */
export async function airtime(
  target: Target,
  { since, until, series }: SampleFilter,
  { limit, after }: Page<SampleKey>,
  deps: BroadcastDeps & { team: Pick<TeamDeps, "read"> },
): Promise<Listed<Sample, SampleKey>> {
  if (target.kind !== BROADCASTING || (series !== undefined && !seriesOf(series)(SERIES)))
    return { items: [], next: null };
  const horizon = await deps.horizon();
  const page = { limit: MAX_BROADCASTS, after: null };
  const ended = await deps.list({ targetId: target.id, type: ENDED, since }, page);
  const open = openBroadcast(target, horizon);
  const zone = target.timezone ?? target.listTimezone ?? (await deps.team.read()).timezone ?? "UTC";
  const days = byDay([...(open === null ? [] : [open]), ...ended.items.map(closedBroadcast)], horizon.now, zone);
  // The oldest day may include a stream that was not read.
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

/** The observed seconds of each day. A stream across midnight counts for both days. */
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
