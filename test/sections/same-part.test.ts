import fc from "fast-check";
import { expect, test } from "vitest";
import { calendarPeriod, periodBefore } from "../../src/core/calendar-period.ts";
import { iso } from "../../src/core/instant.ts";
import { airtimeRow } from "../../src/features/reports/rows/row.ts";
import type { Gap } from "../../src/sections/section.ts";
import { runs } from "../support/runs.ts";
import { watched } from "./watched-past.ts";

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const ZONES = ["Europe/Berlin", "America/New_York"];

/** The change of a creator who is always live: how much longer the period is so far than what it is compared with. */
function changeOf(name: string, timezone: string, now: number, gaps: Gap[] = []) {
  const period = calendarPeriod(name, timezone, now)!;
  const snapshot = { startedAt: iso(0) };
  const history = { target: watched("tgt_1", 0), snapshot, gaps, events: [], series: {} };
  const frame = { period, timezone, validDayMs: 60 * MINUTE, now };
  return { period, ...airtimeRow({ history, viewers: [], removedAt: null, goal: null }, frame) };
}

/** Reads the wall clock as if it were UTC. */
function wall(at: number, timezone: string): number {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, dateStyle: "short", timeStyle: "medium" });
  return Date.parse(`${format.format(at).replace(" ", "T")}Z`);
}

/** The first minute of the period before at which its clock shows as much as this one does now; otherwise its end. */
function comparedTo(from: number, now: number, before: { from: number; to: number }, timezone: string): number {
  const displayed = wall(now, timezone) - wall(from, timezone);
  const start = wall(before.from, timezone);
  // Clocks change by an hour at most.
  let at = Math.max(before.from, Math.min(before.to, before.from + displayed - 61 * MINUTE));
  while (at < before.to && wall(at, timezone) - start < displayed) at += MINUTE;
  return at;
}

test("1 to 9 March is compared with 1 to 9 February", () => {
  const now = Date.parse("2027-03-09T23:00:00Z");
  // Up to the end of 9 March in Berlin.
  const { change, seconds } = changeOf("thisMonth", "Europe/Berlin", now);
  expect([seconds, change]).toEqual([9 * 86_400, 0]);
  const before = periodBefore("thisMonth", { from: Date.parse("2027-02-28T23:00Z"), to: now }, "Europe/Berlin")!;
  expect([iso(before.from), iso(before.to)]).toEqual(["2027-01-31T23:00:00.000Z", "2027-02-09T23:00:00.000Z"]);
  // The 30th has no counterpart: all of February.
  expect(changeOf("thisMonth", "Europe/Berlin", Date.parse("2027-03-30T22:00:00Z")).change).toBe(2 * 86_400 - 3600);
  // Months that are over are compared as a whole, by name too.
  expect(changeOf("2027-03", "Europe/Berlin", Date.parse("2027-05-01T00:00Z")).change).toBe(3 * 86_400 - 3600);
});

test("a period is compared with the same part of the one before on the wall clock, also where clocks change", () => {
  const met = { over: 0, clipped: 0, spring: 0, autumn: 0, month: 0, week: 0, range: 0 };
  const days: Record<string, [number, number]> = {
    spring: [Date.UTC(2030, 2, 1), 40],
    autumn: [Date.UTC(2030, 9, 10), 55],
  };
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.constantFrom("spring", "autumn"),
      fc.constantFrom("thisMonth", "thisWeek", "2030-03", "2030-11", "2030-03-25/2030-04-03", "2030-10-28/2030-11-05"),
      fc.nat(),
      (timezone, season, name, nth) => {
        const [begin, count] = days[season]!;
        const now = begin + (nth % (count * 1440)) * MINUTE;
        const { period, change, seconds } = changeOf(name, timezone, now);
        const { from, to, before } = period;
        if (now <= from) {
          expect([change, seconds]).toEqual([null, 0]);
          return;
        }
        const until = now >= to ? before.to : comparedTo(from, now, before, timezone);
        expect([seconds, change]).toEqual([
          (Math.min(now, to) - from) / 1000,
          (Math.min(now, to) - from - (until - before.from)) / 1000,
        ]);
        if (name.startsWith("this"))
          expect(periodBefore(name, { from, to: now }, timezone)).toEqual({ from: before.from, to: until });
        met.over += Number(now >= to);
        met.clipped += Number(now < to && until === before.to);
        met[season] += Number(change !== 0);
        met[/Month|-\d\d$/.test(name) && !name.includes("/") ? "month" : name === "thisWeek" ? "week" : "range"] += 1;
      },
    ),
    { numRuns: runs(1500, 400) },
  );
  for (const [what, times] of Object.entries(met)) expect([what, times > 3]).toEqual([what, true]);
});

test("less than half of either part known is no change at all", () => {
  const now = Date.parse("2027-03-11T00:00Z");
  const [march, february] = [Date.parse("2027-03-01T00:00Z"), Date.parse("2027-02-01T00:00Z")];
  const at = (...gaps: Gap[]) => changeOf("thisMonth", "UTC", now, gaps).change;
  expect(at()).toBe(0);
  expect(at([march, march + 5 * DAY])).toBe(-5 * 86_400);
  expect(at([march, march + 5 * DAY + MINUTE])).toBeNull();
  expect(at([february, february + 5 * DAY])).toBe(5 * 86_400);
  expect(at([february, february + 5 * DAY + MINUTE])).toBeNull();
  // What follows the compared part of February counts for nothing.
  expect(at([february + 10 * DAY, march])).toBe(0);
  expect(at([march + 9 * DAY, Infinity])).toBe(-86_400);
});
