import { DAY_MS } from "../duration.ts";
import { dayIn, yearOf } from "../instant.ts";
import { lazy } from "../lazy.ts";
import { UTC_CLOCK, type Clock } from "./clock.ts";
import { MINUTE_MS } from "./week.ts";

/**
 * The ways in which clocks change, each with a zone that stands for all that change alike. They are arithmetic, because a poll that has to
 * load the platform's zones pays for it with more CPU than all of this takes; a test holds them against the platform's.
 */
export interface ZoneRule extends Clock {
  /** How far it is ahead of UTC at an instant, ms. */
  offsetAt: (at: number) => number;
}

const SUNDAY = 0;
const [THURSDAY, FRIDAY] = [4, 5];

/** The first such weekday from this day of the month on, so many minutes after its midnight in UTC. */
type Change = [month: number, day: number, weekday: number, minutes: number];

function instantIn(year: number, [month, day, weekday, minutes]: Change): number {
  const first = dayIn(year, month, day);
  // 1 January 1970 was a Thursday.
  const ahead = (((weekday - THURSDAY - first / DAY_MS) % 7) + 7) % 7;
  return first + ahead * DAY_MS + minutes * MINUTE_MS;
}

/** A zone that is `standard` minutes ahead of UTC, and an hour more from one day of the year to another. */
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

/** In an order that only grows: what is learned is stored by place. The first is where clocks never change, or nothing is known. */
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
