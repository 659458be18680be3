import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../test/support/runs.ts";
import { GOAL_STATES, monthOf, progressOf, standingOf, type GoalStart } from "./goal.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
const zones = ["UTC", "Europe/Berlin", "America/New_York", "Pacific/Auckland"];
const MARCH = Date.UTC(2027, 2, 15);

/** The local date of an instant: "2027-03-04". */
const dateIn = (at: number, timezone: string) => new Intl.DateTimeFormat("sv-SE", { timeZone: timezone }).format(at);

/** The first day on which something that was made on a date counts: of its month, or after the 3rd of the next one. */
function firstDay(date: string): string {
  const [year, month, day] = date.split("-").map(Number) as [number, number, number];
  return new Date(Date.UTC(year, month - 1 + Number(day > 3), 1)).toISOString().slice(0, 10);
}

/** Some days before, in and after March, with the 3rd and the 4th often. */
const instant = fc.oneof(
  fc.integer({ min: -40 * 1440, max: 50 * 1440 }).map((minute) => MARCH + minute * MINUTE),
  fc.integer({ min: -1440, max: 1440 }).map((minute) => Date.UTC(2027, 2, 4) + minute * MINUTE),
);

const generated = fc.record({
  zone: fc.constantFrom(...zones),
  startsOn: fc.option(
    fc.integer({ min: -20, max: 45 }).map((day) => new Date(Date.UTC(2027, 2, 1 + day)).toISOString().slice(0, 10)),
  ),
  goalAt: instant,
  creatorAt: instant,
  now: instant,
  hours: fc.constantFrom(1, 40, 400),
  hoursADay: fc.constantFrom(0, 1, 2, 8),
  coverage: fc.oneof(
    fc.constantFrom(null, 0.7499, 0.75, 1),
    fc.integer({ min: 0, max: 10_000 }).map((n) => n / 10_000),
  ),
});

test("a goal's state is that of a model in dates: it starts, is reached, is unknown, or is on course or not", () => {
  const met = {
    ...Object.fromEntries(GOAL_STATES.map((state) => [state, 0])),
    ofCreator: 0,
    ofGoal: 0,
    ofDay: 0,
    late: 0,
  };
  const count = (what: string) => ((met as Record<string, number>)[what]! += 1);
  fc.assert(
    fc.property(generated, ({ zone, startsOn, goalAt, creatorAt, hours, hoursADay, coverage, ...given }) => {
      const month = monthOf(MARCH, zone);
      const now = Math.max(given.now, month.from);
      const live = month.days.flatMap((from) =>
        hoursADay === 0 ? [] : [{ from, to: from + hoursADay * 60 * MINUTE }],
      );
      const goal = { hours, validDays: null, validDayMinutes: 60 };
      const progress = progressOf(goal, month, live, now, Math.max(month.from, creatorAt));
      const start: GoalStart = { startsOn, goalAt, creatorAt };
      const own = standingOf(progress, month, coverage, start, now);
      const last = "2027-03-31";
      const today = dateIn(now, zone) > last ? last : dateIn(now, zone);
      const isOver = dateIn(now, zone) > last;
      const goalFrom = startsOn ?? firstDay(dateIn(goalAt, zone));
      const creatorFrom = firstDay(dateIn(creatorAt, zone));
      const state = (): string => {
        if (creatorFrom > last) return (count("ofCreator"), "not_started");
        // With its own first day it counts from then on, otherwise for whole months.
        const day = startsOn === null ? last : today;
        if (goalFrom > day) return (count(startsOn === null ? "ofGoal" : "ofDay"), "not_started");
        if (own.left.hours === 0) return "reached";
        if (coverage === null || coverage < 0.75) return "unknown";
        if (isOver) return "missed";
        return progress.behind ? "behind" : "open";
      };
      const expected = state();
      count(expected);
      met.late += Number(startsOn !== null && startsOn > "2027-03-03" && expected !== "not_started");
      expect([own.state, own.reached, own.behind]).toEqual([expected, expected === "reached", expected === "behind"]);
      expect([own.period, own.coverage, own.hours]).toEqual(["2027-03", coverage, progress.hours]);
    }),
    { numRuns: runs(3000, 600) },
  );
  for (const [what, times] of Object.entries(met)) expect([what, times > 5]).toEqual([what, true]);
});

test.each([
  // Made and added in the last minute of the 3rd, or in the first of the 4th, in Berlin.
  ["2027-03-03T22:59Z", "2027-03-03T22:59Z", null, "open"],
  ["2027-03-03T23:00Z", "2027-03-03T22:59Z", null, "not_started"],
  ["2027-03-03T22:59Z", "2027-03-03T23:00Z", null, "not_started"],
  // Its own first day takes precedence over when it was made, but not over when the creator was added.
  ["2027-03-09T12:00Z", "2027-01-01T00:00Z", "2027-03-10", "open"],
  ["2027-03-09T12:00Z", "2027-01-01T00:00Z", "2027-03-11", "not_started"],
  ["2027-03-09T12:00Z", "2027-03-05T00:00Z", "2027-03-01", "not_started"],
])("a goal of %s for a creator of %s that starts on %s is %s on 10 March", (goalAt, creatorAt, startsOn, state) => {
  const month = monthOf(MARCH, "Europe/Berlin");
  const now = Date.parse("2027-03-09T23:30Z");
  const progress = { ...progressOf({ hours: 9, validDays: null, validDayMinutes: 60 }, month, [], now, now - DAY) };
  const start = { startsOn, goalAt: Date.parse(goalAt), creatorAt: Date.parse(creatorAt) };
  expect(standingOf(progress, month, 1, start, now).state).toBe(state);
});
