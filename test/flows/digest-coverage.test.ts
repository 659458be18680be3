import fc from "fast-check";
import { expect, test } from "vitest";
import { iso } from "../../src/core/instant.ts";
import { nextTime } from "../../src/core/schedule.ts";
import { periodAfter } from "../../src/features/digests/edition/period.ts";
import { periodOf } from "../../src/sections/period.ts";
import { runs } from "../support/runs.ts";

// Consecutive digests, each about the time since the one before it, leave no time out and cover none twice.

/** Zones with clock changes of an hour, of half an hour, at midnight, of a whole day, in both halves of the year. */
const ZONES = [
  "Europe/Berlin",
  "America/New_York",
  "America/Santiago",
  "Australia/Lord_Howe",
  "Africa/Cairo",
  "Africa/Casablanca",
  "Pacific/Apia",
  "Asia/Kolkata",
  "UTC",
];

const twoDigits = fc.integer({ min: 0, max: 23 });
const minute = fc.constantFrom(0, 15, 30, 59);

/** A schedule, and the period from one of its times to the next. */
const matching = fc.oneof(
  fc.record({ schedule: fc.tuple(minute, twoDigits).map(([m, h]) => `${m} ${h} * * *`), period: fc.constant("P1D") }),
  fc.record({
    schedule: fc.tuple(minute, twoDigits, fc.nat(6)).map(([m, h, day]) => `${m} ${h} * * ${day}`),
    period: fc.constantFrom("P7D", "P1W"),
  }),
  fc.record({
    schedule: fc.tuple(minute, twoDigits, fc.integer({ min: 1, max: 28 })).map(([m, h, d]) => `${m} ${h} ${d} * *`),
    period: fc.constant("P1M"),
  }),
  fc.record({ schedule: minute.map((m) => `${m} * * * *`), period: fc.constantFrom("PT1H", "PT60M") }),
  fc.constantFrom(
    { schedule: "*/30 * * * *", period: "PT30M" },
    { schedule: "0 */6 * * *", period: "PT6H" },
    { schedule: "30 2,14 * * *", period: "PT12H" },
    { schedule: "30 2 * * *", period: "PT24H" },
  ),
);

/** The first digests from an instant on. */
function chain(schedule: string, period: string, timezone: string, from: number, count: number, zone = timezone) {
  const found: { from: number; to: number }[] = [];
  let at = nextTime({ pattern: schedule, timezone }, from)!;
  for (let n = 0; n < count; n++) {
    found.push(periodAfter({ schedule, timezone, period }, at, at, zone));
    at = nextTime({ pattern: schedule, timezone }, at)!;
  }
  return found;
}

/** Days of clock changes, among them that on which Samoa left out a day. */
const CHANGES = ["2026-03-29", "2026-10-25", "2026-03-08", "2026-11-01", "2026-04-05", "2026-09-06", "2011-12-30"];
const start = fc.oneof(
  fc.constantFrom(...CHANGES).chain((day) => fc.nat(72).map((hours) => Date.parse(day) - hours * 3_600_000)),
  fc.integer({ min: 0, max: 3650 }).map((day) => Date.parse("2020-01-01") + day * 86_400_000),
);

test("a digest begins where the one before it ended, whatever the clock does", () => {
  fc.assert(
    fc.property(
      matching,
      fc.constantFrom(...ZONES),
      fc.constantFrom(...ZONES, null),
      start,
      ({ schedule, period }, timezone, zone, from) => {
        const digests = chain(schedule, period, timezone, from, 40, zone ?? timezone);
        expect(digests.slice(1).map((one) => iso(one.from))).toEqual(digests.slice(0, -1).map((one) => iso(one.to)));
      },
    ),
    { numRuns: runs(2000) },
  );
});

test("every day at half past two in Berlin, when that time is skipped and when it comes twice", () => {
  const ends = (from: string) =>
    chain("30 2 * * *", "P1D", "Europe/Berlin", Date.parse(from), 3).map((one) =>
      [iso(one.from), iso(one.to)].map((at) => at.slice(5, 16)),
    );
  expect(ends("2026-03-28T12:00Z")).toEqual([
    ["03-28T01:30", "03-29T01:00"],
    ["03-29T01:00", "03-30T00:30"],
    ["03-30T00:30", "03-31T00:30"],
  ]);
  expect(ends("2026-10-24T12:00Z")).toEqual([
    ["10-24T00:30", "10-25T00:30"],
    ["10-25T00:30", "10-26T01:30"],
    ["10-26T01:30", "10-27T01:30"],
  ]);
});

test("a day that a clock change made shorter or longer is called a day", () => {
  for (const from of ["2026-03-28T12:00Z", "2026-10-24T12:00Z"])
    for (const day of chain("30 2 * * *", "P1D", "Europe/Berlin", Date.parse(from), 4))
      expect(periodOf({ ...day, timezone: "Europe/Berlin" }).word).toBe("day");
});

test("a period that is not the time between two digests is as long as it says", () => {
  const hours = (schedule: string, period: string, from: string) =>
    chain(schedule, period, "Europe/Berlin", Date.parse(from), 1).map((one) => (one.to - one.from) / 3_600_000);
  expect(hours("0 9 * * 1-5", "P1D", "2026-03-07T12:00Z")).toEqual([24]);
  expect(hours("0 9 * * 0", "PT12H", "2026-03-28T12:00Z")).toEqual([12]);
  expect(hours("0 9 * * *", "P7D", "2026-03-29T12:00Z")).toEqual([167]);
});
