import { Cron } from "croner";
import { getTimeZoneTransition } from "temporal-polyfill/fns/ZonedDateTime";
import { DAY_MS } from "./duration.ts";
import { iso } from "./instant.ts";
import { type Schedule, wallOf } from "./schedule.ts";
import { zoned } from "./calendar.ts";

const MINUTE_MS = 60_000;

/**
 * Counts the times of a schedule from one of them (inclusive) up to another (exclusive), epoch ms. It counts by days:
 * one by one would take a tick's whole CPU time after a long gap.
 */
export function timesPassed({ pattern, timezone }: Schedule, first: number, last: number): number {
  if (last <= first) return 0;
  const wall = wallTimes(pattern);
  return wall(wallOf(first, timezone), wallOf(last, timezone)) - skipped(wall, timezone, first, last);
}

type Count = (after: number, until: number) => number;

/** Counts matching wall times without daylight saving, after one and up to another. */
function wallTimes(pattern: string): Count {
  const [minute, hour, day, month, weekday] = pattern.trim().split(/\s+/) as [string, string, string, string, string];
  const minutes = runs(`${minute} * * * *`, 0, 60 * MINUTE_MS).map((at) => at / MINUTE_MS);
  const hours = runs(`0 ${hour} * * *`, 0, DAY_MS).map((at) => at / (60 * MINUTE_MS));
  const days = `0 0 ${day} ${month} ${weekday}`;
  const daily = [day, month, weekday].every((field) => field === "*");
  const upTo = (wall: number): number => {
    const [h, m] = [Math.floor((wall % DAY_MS) / 3_600_000), Math.floor((wall % 3_600_000) / MINUTE_MS)];
    const [before, sameHour] = [hours.filter((one) => one < h).length, hours.includes(h)];
    return before * minutes.length + (sameHour ? minutes.filter((one) => one <= m).length : 0);
  };
  return (after, until) => {
    const [from, to] = [after - (after % DAY_MS), until - (until % DAY_MS)];
    const matching = daily ? null : new Set(runs(days, from, to + 1));
    const whole = matching === null ? (to - from) / DAY_MS : matching.size - (matching.has(to) ? 1 : 0);
    const within = (midnight: number, wall: number) => (matching?.has(midnight) === false ? 0 : upTo(wall));
    return whole * hours.length * minutes.length - within(from, after) + within(to, until);
  };
}

/** The times of a pattern from one instant (inclusive) up to another (exclusive), in UTC. */
function runs(pattern: string, from: number, until: number): number[] {
  const cron = new Cron(pattern, { mode: "5-part", timezone: "UTC" });
  const found: number[] = [];
  for (let at = cron.nextRun(iso(from - 1000))?.getTime(); at !== undefined && at < until;) {
    found.push(at);
    at = cron.nextRun(iso(at))?.getTime();
  }
  return found;
}

/**
 * Counts the times that daylight saving skips: all of them, and the time right after the change, are the same instant.
 */
function skipped(count: Count, timezone: string, first: number, last: number): number {
  let more = 0;
  let at = getTimeZoneTransition(zoned(first, timezone), "next");
  for (; at !== null && at.epochMilliseconds <= last; at = getTimeZoneTransition(at, "next")) {
    const [before, after] = [
      wallOf(at.epochMilliseconds - MINUTE_MS, timezone),
      wallOf(at.epochMilliseconds, timezone),
    ];
    if (after > before + MINUTE_MS) more += Math.max(0, count(before, after) - 1);
  }
  return more;
}
