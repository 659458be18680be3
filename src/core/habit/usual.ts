import { DAY_MS } from "../duration.ts";
import type { Clock } from "./clock.ts";
import type { KnownClock } from "./learned-zone.ts";
import { MAX_STARTS, type Past } from "./past.ts";
import { MINUTE_MS, minuteOfWeek, WEEK_MINUTES, WEEK_MS } from "./week.ts";

/** An hour of the week at which a target usually comes. */
export interface UsualHour {
  /** Minutes since Monday 00:00 on the target's own clock, in steps of five. */
  minute: number;
  /** How sure that is, 0 to 1: in what part of its weeks it came, where older ones count less. */
  confidence: number;
  /** In how many of the last weeks it came about then. */
  seen: number;
  of: number;
}

/** A start that is expected, epoch ms, and how sure that is. */
export interface Expected {
  at: number;
  confidence: number;
}

/** The next of them; its confidence is null where it is not known whether a clock change has moved it. */
export interface NextExpected {
  at: number;
  confidence: number | null;
}

/** So near is about the same time: a start this much before or after a usual hour is the one that was expected. */
export const ABOUT_MS = 45 * MINUTE_MS;

/** So long after a usual hour it is known whether it came. */
export const OVER_MS = 60 * MINUTE_MS;

/** More weeks are not looked at. */
const WEEKS = 10;
const HALF_LIFE_WEEKS = 4;
/** Less is no habit. */
const LEAST_SEEN = 3;
const LEAST_CONFIDENCE = 0.5;
/** So many weeks without it are added to those that were seen: a few alone prove little. */
const DOUBT_WEEKS = 0.5;
const STEP_MINUTES = 5;
/** So far from the middle of an hour its starts usually lie, at the most. */
const NEAR_MINUTES = 30;

const ageWeight = (weeks: number): number => 2 ** (-weeks / HALF_LIFE_WEEKS);

/** How far a minute of the week is from another, minutes; less than nothing where it is before. */
function offset(from: number, to: number): number {
  const ahead = (to - from + WEEK_MINUTES) % WEEK_MINUTES;
  return ahead > WEEK_MINUTES / 2 ? ahead - WEEK_MINUTES : ahead;
}

interface Start {
  minute: number;
  weight: number;
}

/**
 * The hours at which a target usually comes, from Monday on, on its clock; `since` is when it was looked at first, `now` when that is asked
 * (epoch ms). An hour is one where at least three starts lie within 45 minutes, and it came in half of its weeks or more.
 */
export function usualHours({ starts }: Pick<Past, "starts">, since: number, now: number, clock: Clock): UsualHour[] {
  // Starts that are forgotten take their weeks along.
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

/** Of starts in the order of their minutes those around one of them that weigh the most together; null where nowhere are enough. */
function heaviest(starts: Start[]): Start[] | null {
  const count = starts.length;
  // A week before and a week after, so that the week has no end.
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

/** The minute of the week that they lie around: of those near their median, since one that was seen late says little of its own time. */
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

/** What was seen, as the wall showed it. */
interface SeenOnWall {
  walls: number[];
  from: number;
  now: number;
}

/** In which of its weeks it came about this minute. The last one counts once its time is over, or it came. */
function evaluated(minute: number, { walls, from, now }: SeenOnWall, isOver: (wall: number) => boolean): UsualHour {
  let [seen, of, hits, all] = [0, 0, 0, 0];
  for (let at = latest(minute, now); at >= from && of < WEEKS; at -= WEEK_MS) {
    const came = isAbout(walls, at);
    if (!came && at > now - WEEK_MS && !isOver(at)) continue;
    const weight = ageWeight((now - at) / WEEK_MS);
    of += 1;
    all += weight;
    if (!came) continue;
    seen += 1;
    hits += weight;
  }
  return { minute, confidence: Math.round((100 * hits) / (all + DOUBT_WEEKS)) / 100, seen, of };
}

/** When the wall showed this minute of the week last, where it shows `now`; within the next 45 minutes counts as well, for one who is early. */
function latest(minute: number, now: number): number {
  const soon = now + ABOUT_MS;
  const ago = (minuteOfWeek(soon) - minute + WEEK_MINUTES) % WEEK_MINUTES;
  return Math.round((soon - ago * MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
}

/** When it is this minute of the week on a clock, from `from` until `to` (both inclusive, epoch ms), ascending. */
export function timesOf(minute: number, from: number, to: number, { wallOf, instantOf }: Clock): number[] {
  const times: number[] = [];
  // A day before and after, since clocks may change in between.
  const last = wallOf(to) + DAY_MS;
  for (let wall = latest(minute, wallOf(from) - DAY_MS); wall <= last; wall += WEEK_MS) {
    const at = instantOf(wall);
    if (at >= from && at <= to) times.push(at);
  }
  return times;
}

/** True where one of the starts, ascending, lies within 45 minutes of an instant. */
function isAbout(starts: number[], at: number): boolean {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (starts[middle]! < at - ABOUT_MS) low = middle + 1;
    else high = middle;
  }
  return low < starts.length && starts[low]! <= at + ABOUT_MS;
}

/** The starts that usual hours lead one to expect after `now` and until `until`, soonest first; one that came early is not expected again. */
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

/** The next of them; null where there is no usual hour. */
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
