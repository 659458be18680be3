import { Cron } from "croner";
import { Temporal } from "temporal-polyfill";
import { iso } from "./instant.ts";

/** Times of a calendar: a five-field cron pattern in an IANA zone. */
export interface Schedule {
  pattern: string;
  timezone: string;
}

// The pattern is matched on the clock on the wall, as if that clock were UTC; what an instant that is, the zone says.
const patterns = new Map<string, Cron>();

function cronOf(pattern: string): Cron {
  let cron = patterns.get(pattern);
  if (cron === undefined) patterns.set(pattern, (cron = new Cron(pattern, { mode: "5-part", timezone: "UTC" })));
  return cron;
}

/** What is wrong with a pattern; null where nothing is. */
export function patternError(pattern: string): string | null {
  if (!/^\S+(\s+\S+){4}$/.test(pattern.trim()) || pattern.includes("?"))
    return "must have five fields: minute, hour, day of month, month, day of week";
  try {
    return cronOf(pattern).nextRun("2000-01-01T00:00:00.000Z") === null ? "names a time that never comes" : null;
  } catch (thrown) {
    return `is no cron pattern: ${(thrown as Error).message.replace(/^CronPattern: /, "")}`;
  }
}

/** What the clock on the wall shows at an instant, as if it were UTC. */
export const wallOf = (at: number, timezone: string): number =>
  at + Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone).offsetNanoseconds / 1_000_000;

/**
 * The instant at which the clock on the wall shows this. A time that comes twice is its first; one that daylight saving
 * skips is the moment of the skip. So the order on the wall is the order in time, and each time has one instant.
 */
function instantOfWall(wall: number, timezone: string): number {
  const shown = Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO("UTC").toPlainDateTime();
  const earlier = shown.toZonedDateTime(timezone, { disambiguation: "earlier" });
  if (earlier.toPlainDateTime().equals(shown)) return earlier.epochMilliseconds;
  return (earlier.getTimeZoneTransition("next") ?? earlier).epochMilliseconds;
}

/** The first time of a schedule after an instant (epoch ms); null where none comes. */
export function nextTime({ pattern, timezone }: Schedule, after: number): number | null {
  const cron = cronOf(pattern);
  for (let wall = cron.nextRun(iso(wallOf(after, timezone)))?.getTime(); wall !== undefined;) {
    const at = instantOfWall(wall, timezone);
    if (at > after) return at;
    wall = cron.nextRun(iso(wall))?.getTime();
  }
  return null;
}

/** The last time of a schedule before an instant (epoch ms); null where none was. */
export function lastTime({ pattern, timezone }: Schedule, before: number): number | null {
  // In an hour that comes twice the wall goes back: what it showed before that is later than what it shows.
  const shown = wallOf(before, timezone);
  const from = Math.max(shown, wallOf(before - LONGEST_STEP_BACK_MS, timezone) + LONGEST_STEP_BACK_MS);
  for (let [wall] = cronOf(pattern).previousRuns(1, iso(from)); wall !== undefined;) {
    const at = instantOfWall(wall.getTime(), timezone);
    if (at < before) return at;
    [wall] = cronOf(pattern).previousRuns(1, wall);
  }
  return null;
}

/** By as much clocks are set back at the most. */
const LONGEST_STEP_BACK_MS = 2 * 3_600_000;
