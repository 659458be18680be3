import fc from "fast-check";
import { expect, test } from "vitest";
import { calendarPeriod } from "./calendar-period.ts";

const at = (text: string) => Date.parse(text);
const NOW = at("2027-03-31T22:30:00Z");

test.each([
  ["2027-03", "UTC", "2027-03-01T00:00Z", "2027-04-01T00:00Z", "2027-02-01T00:00Z"],
  // Daylight saving starts on 28 March, so the month is an hour shorter.
  ["2027-03", "Europe/Berlin", "2027-02-28T23:00Z", "2027-03-31T22:00Z", "2027-01-31T23:00Z"],
  ["2027-10", "America/New_York", "2027-10-01T04:00Z", "2027-11-01T04:00Z", "2027-09-01T04:00Z"],
  ["2027-W01", "UTC", "2027-01-04T00:00Z", "2027-01-11T00:00Z", "2026-12-28T00:00Z"],
  ["2026-W53", "UTC", "2026-12-28T00:00Z", "2027-01-04T00:00Z", "2026-12-21T00:00Z"],
  ["2027-W12", "Europe/Berlin", "2027-03-21T23:00Z", "2027-03-28T22:00Z", "2027-03-14T23:00Z"],
  ["2027-03-01/2027-03-15", "UTC", "2027-03-01T00:00Z", "2027-03-16T00:00Z", "2027-02-14T00:00Z"],
  // In Berlin it is already 1 April.
  ["thisMonth", "Europe/Berlin", "2027-03-31T22:00Z", "2027-04-30T22:00Z", "2027-02-28T23:00Z"],
  ["lastMonth", "Europe/Berlin", "2027-02-28T23:00Z", "2027-03-31T22:00Z", "2027-01-31T23:00Z"],
  ["lastMonth", "UTC", "2027-02-01T00:00Z", "2027-03-01T00:00Z", "2027-01-01T00:00Z"],
  ["lastWeek", "UTC", "2027-03-22T00:00Z", "2027-03-29T00:00Z", "2027-03-15T00:00Z"],
  ["thisWeek", "UTC", "2027-03-29T00:00Z", "2027-04-05T00:00Z", "2027-03-22T00:00Z"],
])("%s in %s", (name, zone, from, to, before) => {
  const period = calendarPeriod(name, zone, NOW)!;
  expect([period.from, period.to, period.before.from].map((one) => new Date(one).toISOString())).toEqual(
    [from, to, before].map((one) => new Date(one).toISOString()),
  );
  expect(period.before.to).toBe(period.from);
});

test.each([
  "2027-13",
  "2027-00",
  "2027-W00",
  "2027-W53",
  "2026-W54",
  "2027-3",
  "2027-02-30/2027-03-01",
  "2027-03-02/2027-03-01",
])("%s is not a period", (name) => expect(calendarPeriod(name, "UTC", NOW)).toBeNull());

test("months follow each other without a gap in any zone", () => {
  const zones = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo", "Pacific/Apia", "America/Sao_Paulo"];
  fc.assert(
    fc.property(fc.integer({ min: 2011, max: 2040 }), fc.nat(11), fc.constantFrom(...zones), (year, month, zone) => {
      const name = (moved: number) => {
        const index = year * 12 + month + moved;
        return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`;
      };
      const [one, next] = [calendarPeriod(name(0), zone, 0)!, calendarPeriod(name(1), zone, 0)!];
      expect([next.from, next.before]).toEqual([one.to, { from: one.from, to: one.to }]);
    }),
  );
});
