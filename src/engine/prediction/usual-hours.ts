import { DAY_MS } from "../../core/duration.ts";
import type { Clock } from "./clock.ts";
import type { KnownClock } from "./learned-zone.ts";
import { MAX_STARTS, type Past } from "./history.ts";
import { MINUTE_MS, minuteOfWeek, WEEK_MINUTES, WEEK_MS } from "./week.ts";

/** An hour of the week at which a target usually starts. */
export interface UsualHour {
  /** Minutes since Monday 00:00 on the target's clock, in steps of five. */
  minute: number;
  /** 0 to 1: the share of weeks in which it started then. Older weeks weigh less. */
  confidence: number;
  /** The number of recent weeks in which it started about then, and how many weeks were considered. */
  seen: number;
  of: number;
}

/** An expected start, epoch ms, and its confidence. */
export interface Expected {
  at: number;
  confidence: number;
}

/** The next expected start. The confidence is null if it is unknown whether a clock change has moved it. */
export interface NextExpected {
  at: number;
  confidence: number | null;
}

/** A start this close to a usual hour counts as the expected one. */
export const ABOUT_MS = 45 * MINUTE_MS;

/** Once this time has passed after a usual hour, it is known whether the target started. */
export const OVER_MS = 60 * MINUTE_MS;

/** The number of recent weeks to consider. */
const WEEKS = 10;
const HALF_LIFE_WEEKS = 4;
/** Hours below these limits are not usual. */
const LEAST_SEEN = 3;
const LEAST_CONFIDENCE = 0.5;
/** Weeks without a start that are added, since a few observations prove little. */
const DOUBT_WEEKS = 0.5;
const STEP_MINUTES = 5;
/** The usual distance of starts from the middle of their hour. */
const NEAR_MINUTES = 30;

const ageWeight = (weeks: number): number => 2 ** (-weeks / HALF_LIFE_WEEKS);

/** The signed distance in minutes from one minute of the week to another; negative if that is earlier. */
function offset(from: number, to: number): number {
  const ahead = (to - from + WEEK_MINUTES) % WEEK_MINUTES;
  return ahead > WEEK_MINUTES / 2 ? ahead - WEEK_MINUTES : ahead;
}

interface Start {
  minute: number;
  weight: number;
}

/**
 * The hours at which a target usually starts, from Monday on, on its own clock: at least three starts lie within 45
 * minutes, in half of the weeks or more. `since` is when watching began, `now` the time of the question (epoch ms).
 */
export function usualHours({ starts }: Pick<Past, "starts">, since: number, now: number, clock: Clock): UsualHour[] {
  // Starts that were dropped reduce the weeks that count.
  const from = Math.max(now - WEEKS * WEEK_MS, starts.length < MAX_STARTS ? since : starts[0]! - ABOUT_MS);
  let left = starts
    .filter((at) => at >= from - ABOUT_MS && at <= now)
    .map((at): Start => ({ minute: minuteOfWeek(clock.wallOf(at)), weight: ageWeight((now - at) / WEEK_MS) }))
    .sort((a, b) => a.minute - b.minute);
  const hours: UsualHour[] = [];
  const seen: SeenOnWall = {
    walls: starts.map((at) => clock.wallOf(at)).sort((a, b) => a - b),
    from: clock.wallOf(from),
    now: clock.wallOf(now),
  };
  const isOver = (wall: number): boolean => clock.instantOf(wall) + OVER_MS <= now;
  while (left.length >= LEAST_SEEN) {
    const heap = heaviest(left);
    if (heap === null) break;
    const hour = evaluated(middleOf(heap), seen, isOver);
    if (hour.seen >= LEAST_SEEN && hour.confidence >= LEAST_CONFIDENCE) hours.push(hour);
    left = left.filter((one) => !heap.includes(one));
  }
  return hours.sort((a, b) => a.minute - b.minute);
}

/** The group of sorted starts around one of them with the largest total weight; null if all are too small. */
function heaviest(starts: Start[]): Start[] | null {
  const count = starts.length;
  // The week is repeated before and after, because it is a circle.
  const minuteAt = (place: number): number =>
    starts[place % count]!.minute + (Math.floor(place / count) - 1) * WEEK_MINUTES;
  const about = ABOUT_MS / MINUTE_MS;
  let [from, to, weight] = [0, 0, 0];
  let [best, max]: [[number, number] | null, number] = [null, 0];
  for (let place = count; place < 2 * count; place++) {
    const minute = minuteAt(place);
    for (; to < 3 * count && minuteAt(to) <= minute + about; to++) weight += starts[to % count]!.weight;
    for (; minuteAt(from) < minute - about; from++) weight -= starts[from % count]!.weight;
    if (to - from >= LEAST_SEEN && weight > max) [best, max] = [[from, to], weight];
  }
  if (best === null) return null;
  const [first, end] = best;
  return Array.from({ length: end - first }, (_, place) => starts[(first + place) % count]!);
}

/** The centre of these starts, as a minute of the week. Starts far from the median came late and are ignored. */
function middleOf(starts: Start[]): number {
  const first = starts[0]!.minute;
  const placed = starts.map(({ minute, weight }) => ({ from: offset(first, minute), weight }));
  const half = placed.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let below = 0;
  const median = placed.find(({ weight }) => (below += weight) >= half)!.from;
  const near = placed.filter(({ from }) => Math.abs(from - median) <= NEAR_MINUTES);
  const [sum, all] = near.reduce(([sum, all], { from, weight }) => [sum + weight * from, all + weight], [0, 0]);
  const middle = Math.round((first + sum / all) / STEP_MINUTES) * STEP_MINUTES;
  return (middle + WEEK_MINUTES) % WEEK_MINUTES;
}

/** The observations in wall time. */
interface SeenOnWall {
  walls: number[];
  from: number;
  now: number;
}

/** Counts the weeks with a start about this minute. The latest counts once the hour is over or it started. */
function evaluated(minute: number, { walls, from, now }: SeenOnWall, isOver: (wall: number) => boolean): UsualHour {
  let [seen, of, hits, all] = [0, 0, 0, 0];
  for (let at = latest(minute, now); at >= from && of < WEEKS; at -= WEEK_MS) {
    const arrived = isAbout(walls, at);
    if (!arrived && at > now - WEEK_MS && !isOver(at)) continue;
    const weight = ageWeight((now - at) / WEEK_MS);
    of += 1;
    all += weight;
    if (!arrived) continue;
    seen += 1;
    hits += weight;
  }
  return { minute, confidence: Math.round((100 * hits) / (all + DOUBT_WEEKS)) / 100, seen, of };
}

/** The last wall time with this minute of the week. The 45 minutes after `now` count too, for early starts. */
function latest(minute: number, now: number): number {
  const soon = now + ABOUT_MS;
  const ago = (minuteOfWeek(soon) - minute + WEEK_MINUTES) % WEEK_MINUTES;
  return Math.round((soon - ago * MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
}

/** The instants of this minute of the week on a clock, from `from` to `to` (inclusive, epoch ms), ascending. */
export function timesOf(minute: number, from: number, to: number, { wallOf, instantOf }: Clock): number[] {
  const times: number[] = [];
  // A day more on both sides, as clocks may change in between.
  const last = wallOf(to) + DAY_MS;
  for (let wall = latest(minute, wallOf(from) - DAY_MS); wall <= last; wall += WEEK_MS) {
    const at = instantOf(wall);
    if (at >= from && at <= to) times.push(at);
  }
  return times;
}

/** Reports whether one of the sorted starts lies within 45 minutes of an instant. */
function isAbout(starts: number[], at: number): boolean {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (starts[middle]! < at - ABOUT_MS) low = middle + 1;
    else high = middle;
  }
  return low < starts.length && starts[low]! <= at + ABOUT_MS;
}

/** The starts to expect after `now` and up to `until`, soonest first. One that came early is not expected again. */
export function expectedStarts(
  { hours, clock }: { hours: UsualHour[]; clock: Clock },
  { starts }: Pick<Past, "starts">,
  now: number,
  until: number,
): Expected[] {
  const expected: Expected[] = [];
  for (const { minute, confidence } of hours)
    for (const at of timesOf(minute, now + 1, until, clock))
      if (!isAbout(starts, at)) expected.push({ at, confidence });
  return expected.sort((a, b) => a.at - b.at);
}

/** The next expected start; null if there is no usual hour. */
export function nextExpected(
  history: Past,
  since: number,
  now: number,
  { clock, isSure }: KnownClock,
): NextExpected | null {
  const hours = usualHours(history, since, now, clock);
  const [next] = expectedStarts({ hours, clock }, history, now, now + 2 * WEEK_MS);
  return next === undefined ? null : { at: next.at, confidence: isSure(next.at) ? next.confidence : null };
}
