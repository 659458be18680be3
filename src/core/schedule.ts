import { Cron } from "croner";
import { LatestUsed } from "./latest-used.ts";
import * as PlainDateTime from "temporal-polyfill/fns/PlainDateTime";
import * as ZonedDateTime from "temporal-polyfill/fns/ZonedDateTime";
import { iso } from "./instant.ts";
import { zoned } from "./zoned.ts";

/** Times of a calendar: a five-field cron pattern in an IANA zone. */
export interface Schedule {
  pattern: string;
  timezone: string;
}

/** A parsed pattern takes 200 kB: those of all digests that are due at once find room, those of a stranger do not pile up. */
const MAX_STORED = 64;

const stored = new LatestUsed<string, Cron>(MAX_STORED);

// The pattern is matched on the clock on the wall, as if that clock were UTC; what an instant that is, the zone says.
function cronOf(pattern: string): Cron {
  const known = stored.get(pattern);
  if (known !== undefined) return known;
  const cron = new Cron(pattern, { mode: "5-part", timezone: "UTC" });
  stored.set(pattern, cron);
  return cron;
}

/** After 28 years days of the week and of February are as before: what does not come in these never does. */
const FIRST_YEAR = 2000;
const YEARS = `${FIRST_YEAR}-${FIRST_YEAR + 27}`;

/** What is wrong with a pattern; null where nothing is. */
export function patternError(pattern: string): string | null {
  const fields = pattern.trim();
  if (!/^\S+(\s+\S+){4}$/.test(fields) || pattern.includes("?"))
    return "must have five fields: minute, hour, day of month, month, day of week";
  try {
    // Parsed as it will be, then tried in some years only: in all of them a search takes 30 ms of CPU.
    void new Cron(fields, { mode: "5-part", timezone: "UTC" });
    const cron = new Cron(`0 ${fields} ${YEARS}`, { mode: "7-part", timezone: "UTC" });
    return cron.nextRun(`${FIRST_YEAR}-01-01T00:00:00.000Z`) === null ? "names a time that never comes" : null;
  } catch (thrown) {
    return `is no cron pattern: ${(thrown as Error).message.replace(/^CronPattern: /, "")}`;
  }
}

const MINUTES = 60;
const HOURS = 24;

/** How often a pattern that is in order comes on a day on which it comes, at the most. */
export function timesADay(pattern: string): number {
  const [minutes = "*", hours = "*"] = pattern.trim().split(/\s+/);
  return countOf(minutes, MINUTES) * countOf(hours, HOURS);
}

/** How many values of `most` a field names. */
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

/** What the clock on the wall shows at an instant, as if it were UTC. */
export const wallOf = (at: number, timezone: string): number =>
  at + ZonedDateTime.offsetNanoseconds(zoned(at, timezone)) / 1_000_000;

/**
 * The instant at which the clock on the wall shows this. A time that comes twice is its first; one that daylight saving
 * skips is the moment of the skip. So the order on the wall is the order in time, and each time has one instant.
 */
export function instantOfWall(wall: number, timezone: string): number {
  const shown = ZonedDateTime.toPlainDateTime(zoned(wall, "UTC"));
  const earlier = PlainDateTime.toZonedDateTime(shown, timezone, { disambiguation: "earlier" });
  if (PlainDateTime.equals(ZonedDateTime.toPlainDateTime(earlier), shown)) return earlier.epochMilliseconds;
  return (ZonedDateTime.getTimeZoneTransition(earlier, "next") ?? earlier).epochMilliseconds;
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
