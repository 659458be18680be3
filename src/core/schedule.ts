import * as PlainDateTime from "temporal-polyfill/fns/PlainDateTime";
import * as ZonedDateTime from "temporal-polyfill/fns/ZonedDateTime";
import { Cron } from "croner";
import { RecentlyUsed } from "./recently-used.ts";
import { iso } from "./instant.ts";
import { zoned } from "./calendar.ts";

const MINUTE_MS = 60_000;

/** The queue message that starts a sub-tick. */
export interface SubTick {
  /** The time of the sub-tick, epoch ms. */
  tickAt: number;
}

/**
 * The sub-ticks (epoch ms) between a cron tick at `now` and the next one: one for each shortest interval, at least
 * `leastMs` apart.
 */
export function ticksBetween(now: number, shortestMs: number, leastMs: number): number[] {
  const step = Math.max(shortestMs, leastMs);
  const ticks: number[] = [];
  for (let at = now + step; at < now + MINUTE_MS; at += step) ticks.push(at);
  return ticks;
}

/** Recurring times: a five-field cron pattern in an IANA zone. */
export interface Schedule {
  pattern: string;
  timezone: string;
}

/**
 * The maximum number of cached patterns; a parsed pattern takes 200 kB. It is enough for all digests that are due at
 * the same time, and bounds the memory that untrusted input can use.
 */
const MAX_CACHED = 64;

const parsed = new RecentlyUsed<string, Cron>(MAX_CACHED);

// Patterns are matched on wall time as if it were UTC. The zone maps it to an instant.
function cronOf(pattern: string): Cron {
  const known = parsed.get(pattern);
  if (known !== undefined) return known;
  const cron = new Cron(pattern, { mode: "5-part", timezone: "UTC" });
  parsed.set(pattern, cron);
  return cron;
}

/** Weekdays and leap days repeat after 28 years. A time that does not occur within these never does. */
const FIRST_YEAR = 2000;
const YEARS = `${FIRST_YEAR}-${FIRST_YEAR + 27}`;

/** What is wrong with a pattern; null if it is valid. */
export function patternError(pattern: string): string | null {
  const fields = pattern.trim();
  if (!/^\S+(\s+\S+){4}$/.test(fields) || pattern.includes("?"))
    return "must have five fields: minute, hour, day of month, month, day of week";
  try {
    // The pattern is parsed as it will be used, then searched in a few years only: a search of all years takes 30 ms of
    // CPU.
    void new Cron(fields, { mode: "5-part", timezone: "UTC" });
    const cron = new Cron(`0 ${fields} ${YEARS}`, { mode: "7-part", timezone: "UTC" });
    return cron.nextRun(`${FIRST_YEAR}-01-01T00:00:00.000Z`) === null ? "names a time that never comes" : null;
  } catch (thrown) {
    return `is no cron pattern: ${(thrown as Error).message.replace(/^CronPattern: /, "")}`;
  }
}

/**
 * Reports whether a pattern names days of the month and days of the week, so that a day that is either of them matches.
 * `+` before the last field asks for both.
 */
export function matchesEitherDay(pattern: string): boolean {
  const [, , date, , day = "*"] = pattern.trim().split(/\s+/);
  return date !== "*" && day !== "*" && !day.startsWith("+");
}

const MINUTES = 60;
const HOURS = 24;

/** The maximum number of times that a valid pattern matches on one day. */
export function timesADay(pattern: string): number {
  const [minutes = "*", hours = "*"] = pattern.trim().split(/\s+/);
  return countOf(minutes, MINUTES) * countOf(hours, HOURS);
}

/** The number of values below `max` that a field matches. */
function countOf(field: string, max: number): number {
  const named = new Set<number>();
  for (const part of field.split(",")) {
    const [, from, to, step] = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part) ?? [];
    const first = Number(from ?? 0);
    const last = to !== undefined ? Number(to) : from !== undefined && step === undefined ? first : max - 1;
    for (let value = first; value <= last && value < max; value += Math.max(1, Number(step ?? 1))) named.add(value);
    if (!/^[\d*]/.test(part)) return max;
  }
  return named.size;
}

/** The wall time at an instant, as if it were UTC. */
export const wallOf = (at: number, timezone: string): number =>
  at + ZonedDateTime.offsetNanoseconds(zoned(at, timezone)) / 1_000_000;

/**
 * The instant of a wall time. A time that occurs twice is the first; one that daylight saving skips is the moment of
 * the change. So instants have the order of wall times, and each wall time has one instant.
 */
export function instantOfWall(wall: number, timezone: string): number {
  const displayed = ZonedDateTime.toPlainDateTime(zoned(wall, "UTC"));
  const earlier = PlainDateTime.toZonedDateTime(displayed, timezone, { disambiguation: "earlier" });
  if (PlainDateTime.equals(ZonedDateTime.toPlainDateTime(earlier), displayed)) return earlier.epochMilliseconds;
  return (ZonedDateTime.getTimeZoneTransition(earlier, "next") ?? earlier).epochMilliseconds;
}

/**
 * The instant that is as far from `start` on the wall clock as `at` is from `from`: 9 February, 10:00, for 9 March, 10:00,
 * and the starts of these months. All are epoch ms.
 */
export const sameWallTime = (from: number, at: number, start: number, timezone: string): number =>
  instantOfWall(wallOf(start, timezone) + wallOf(at, timezone) - wallOf(from, timezone), timezone);

/** The first time of a schedule after an instant (epoch ms); null if there is none. */
export function nextTime({ pattern, timezone }: Schedule, after: number): number | null {
  const cron = cronOf(pattern);
  for (let wall = cron.nextRun(iso(wallOf(after, timezone)))?.getTime(); wall !== undefined;) {
    const at = instantOfWall(wall, timezone);
    if (at > after) return at;
    wall = cron.nextRun(iso(wall))?.getTime();
  }
  return null;
}

/** The last time of a schedule before an instant (epoch ms); null if there is none. */
export function lastTime({ pattern, timezone }: Schedule, before: number): number | null {
  // In an hour that occurs twice, the wall clock goes back: it may have shown later times before.
  const displayed = wallOf(before, timezone);
  const from = Math.max(displayed, wallOf(before - LONGEST_STEP_BACK_MS, timezone) + LONGEST_STEP_BACK_MS);
  for (let [wall] = cronOf(pattern).previousRuns(1, iso(from)); wall !== undefined;) {
    const at = instantOfWall(wall.getTime(), timezone);
    if (at < before) return at;
    [wall] = cronOf(pattern).previousRuns(1, wall);
  }
  return null;
}

/**
 * The wall times, as if they were UTC, of one of the times of a schedule (epoch ms) and of the time before it. If
 * daylight saving makes several the same instant, the first of them counts. Null if the schedule has no such time.
 */
export function wallTimesAt({ pattern, timezone }: Schedule, at: number): { before: number; wall: number } | null {
  let wall: number | null = null;
  const cron = cronOf(pattern);
  for (let [run] = cron.previousRuns(1, iso(wallOf(at, timezone) + 1000)); run !== undefined;) {
    const before = run.getTime();
    if (instantOfWall(before, timezone) !== at) return wall === null ? null : { before, wall };
    wall = before;
    [run] = cron.previousRuns(1, run);
  }
  return null;
}

/** The most that clocks are set back. */
const LONGEST_STEP_BACK_MS = 2 * 3_600_000;
