import { DAY_MS } from "../../core/duration.ts";
import { dayIn, yearOf } from "../../core/instant.ts";
import { lazy } from "../../core/lazy.ts";
import { UTC_CLOCK, type Clock } from "./clock.ts";
import { MINUTE_MS } from "./week.ts";

/**
 * The rules by which clocks change, each with a representative zone. They are computed, because loading the platform's
 * zones would cost a poll more CPU than all other work. A test compares them with the platform's.
 */
export interface ZoneRule extends Clock {
  /** The offset from UTC at an instant, milliseconds. */
  offsetAt: (at: number) => number;
}

const SUNDAY = 0;
const [THURSDAY, FRIDAY] = [4, 5];

/** The first such weekday from this day of the month on, `minutes` after its midnight in UTC. */
type Change = [month: number, day: number, weekday: number, minutes: number];

function instantIn(year: number, [month, day, weekday, minutes]: Change): number {
  const first = dayIn(year, month, day);
  // 1 January 1970 was a Thursday.
  const ahead = (((weekday - THURSDAY - first / DAY_MS) % 7) + 7) % 7;
  return first + ahead * DAY_MS + minutes * MINUTE_MS;
}

/** A zone that is `standard` minutes ahead of UTC, and one hour more from `begin` to `end` of each year. */
function summerTime(timezone: string, standard: number, begin: Change, end: Change): ZoneRule {
  const ofYear = new Map<number, [begin: number, end: number]>();
  const [least, max] = [standard * MINUTE_MS, (standard + 60) * MINUTE_MS];
  const changesAt = (at: number): [begin: number, end: number] => {
    const year = yearOf(at);
    let change = ofYear.get(year);
    if (change === undefined) ofYear.set(year, (change = [instantIn(year, begin), instantIn(year, end)]));
    return change;
  };
  const offsetAt = (at: number): number => {
    const [from, until] = changesAt(at);
    return (from < until ? at >= from && at < until : at >= from || at < until) ? max : least;
  };
  return {
    timezone,
    offsetAt,
    wallOf: (at) => at + offsetAt(at),
    instantOf(wall) {
      const early = wall - max;
      if (early + offsetAt(early) === wall) return early;
      const late = wall - least;
      return late + offsetAt(late) === wall ? late : changesAt(late)[0];
    },
  };
}

/** Append only: scores are stored by index. The first rule is a zone without clock changes, or an unknown one. */
export const zoneRules = lazy((): ZoneRule[] => [
  { ...UTC_CLOCK, offsetAt: () => 0 },
  summerTime("Europe/Berlin", 60, [3, 25, SUNDAY, 60], [10, 25, SUNDAY, 60]),
  summerTime("America/New_York", -300, [3, 8, SUNDAY, 420], [11, 1, SUNDAY, 360]),
  summerTime("America/Chicago", -360, [3, 8, SUNDAY, 480], [11, 1, SUNDAY, 420]),
  summerTime("America/Denver", -420, [3, 8, SUNDAY, 540], [11, 1, SUNDAY, 480]),
  summerTime("America/Los_Angeles", -480, [3, 8, SUNDAY, 600], [11, 1, SUNDAY, 540]),
  summerTime("Australia/Sydney", 600, [10, 1, SUNDAY, -480], [4, 1, SUNDAY, -480]),
  summerTime("Pacific/Auckland", 720, [9, 24, SUNDAY, -600], [4, 1, SUNDAY, -600]),
  summerTime("America/Santiago", -240, [9, 2, SUNDAY, 240], [4, 2, SUNDAY, 180]),
  summerTime("Asia/Jerusalem", 120, [3, 23, FRIDAY, 0], [10, 25, SUNDAY, -60]),
  summerTime("Asia/Beirut", 120, [3, 25, SUNDAY, -120], [10, 25, SUNDAY, -180]),
  summerTime("Africa/Cairo", 120, [4, 24, FRIDAY, -120], [10, 25, THURSDAY, 1260]),
]);
