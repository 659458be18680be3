import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../test/support/runs.ts";
import {
  firstMonthOf,
  monthOf,
  neededFor,
  progressOf,
  type MonthlyGoal,
  GOAL_STATES,
  standingOf,
  type GoalStart,
} from "./goal.ts";
import type { Span } from "./spans.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const at = (text: string) => Date.parse(text);

const zones = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe"];

/** A model that counts minute by minute in local time. */
function modelOf(goal: MonthlyGoal, timezone: string, name: string, live: Span[], now: number) {
  const date = new Intl.DateTimeFormat("en-CA", { timeZone: timezone });
  const perDay = new Map<string, number>();
  for (const { from, to } of live)
    for (let minute = from; minute < Math.min(to, now); minute += MINUTE) {
      const day = date.format(minute);
      if (day.startsWith(name)) perDay.set(day, (perDay.get(day) ?? 0) + 1);
    }
  const minutes = [...perDay.values()].reduce((sum, one) => sum + one, 0);
  const valid = [...perDay.values()].filter((one) => one >= goal.validDayMinutes).length;
  return {
    minutes,
    valid,
    reached:
      (goal.hours === null || minutes >= goal.hours * 60) && (goal.validDays === null || valid >= goal.validDays),
  };
}

const spans = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 40 * 1440 }), fc.integer({ min: 1, max: 900 })), {
    maxLength: 25,
    selector: ([start]) => start,
  })
  .map((all) => {
    const live: Span[] = [];
    for (const [start, length] of all.toSorted(([a], [b]) => a - b)) {
      const from = at("2026-02-25T00:00Z") + start * MINUTE;
      if (from > (live.at(-1)?.to ?? 0)) live.push({ from, to: from + length * MINUTE });
    }
    return live;
  });

const goals = fc
  .record({
    hours: fc.option(fc.integer({ min: 1, max: 50 })),
    validDays: fc.option(fc.integer({ min: 1, max: 12 })),
    validDayMinutes: fc.constantFrom(1, 30, 60, 240, 1440),
  })
  .filter(({ hours, validDays }) => hours !== null || validDays !== null);

describe("a month with daylight saving changes", () => {
  test("hours, valid days and their verdict agree with a model that counts minutes", () => {
    let [reached, part] = [0, 0];
    fc.assert(
      fc.property(
        spans,
        goals,
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 34 * 1440 }),
        (live, goal, zone, minute) => {
          const month = monthOf(at("2026-03-15T12:00Z"), zone);
          expect(month.name).toBe("2026-03");
          const now = at("2026-03-01T12:00Z") + minute * MINUTE;
          const own = progressOf(goal, month, live, now, 0);
          const model = modelOf(goal, zone, "2026-03", live, now);
          expect([own.hours, own.validDays, own.reached]).toEqual([
            Math.floor((model.minutes / 60) * 100 + 1e-6) / 100,
            model.valid,
            model.reached,
          ]);
          if (goal.validDays !== null) expect(own.left.validDays).toBe(Math.max(0, goal.validDays - model.valid));
          if (goal.hours !== null) expect(own.left.hours! > 0).toBe(model.minutes < goal.hours * 60);
          const today = new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(now);
          const days = today.startsWith("2026-03") ? 31 - Number(today.slice(8)) + 1 : 0;
          expect(own.left.days).toBe(days);
          // Nobody is behind after the month, once the goal is reached, or before the fourth day.
          if (own.reached || (days > 28 && days !== 0)) expect(own.behind).toBe(false);
          if (own.reached) reached++;
          else if (days > 0 && days < 31) part++;
        },
      ),
      { numRuns: 150 },
    );
    expect(Math.min(reached, part)).toBeGreaterThan(2);
  });

  test("a creator is not behind if the current pace suffices, and is behind if it must double", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 4, max: 31 }),
        fc.integer({ min: 0, max: 23 }),
        (zone, hoursADay, day, hour) => {
          const month = monthOf(at("2026-03-15T12:00Z"), zone);
          const length = hoursADay * HOUR;
          // Evaluated at the end of each day, before the next day's time.
          const live = month.days.map((_, n) => {
            const end = month.days[n + 1] ?? month.to;
            return { from: end - length, to: end };
          });
          const now = Math.min(month.days[day - 1]! + hour * HOUR, (month.days[day] ?? month.to) - length);
          const half = progressOf({ hours: hoursADay * 31, validDays: 31, validDayMinutes: 60 }, month, live, now, 0);
          expect([half.behind, half.reached]).toEqual([false, false]);
          expect(half.pace).toEqual({ hours: hoursADay * 31, validDays: 31 });
          const tooMuch = { hours: hoursADay * 31 * 2, validDays: null, validDayMinutes: 60 };
          expect(progressOf(tooMuch, month, live, now, 0).behind).toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe("being behind", () => {
  const month = monthOf(at("2026-03-15T12:00Z"), "UTC");
  const day = (n: number, from = 18, hours = 2): Span => {
    const start = month.days[n - 1]! + from * HOUR;
    return { from: start, to: start + hours * HOUR };
  };
  const behind = (goal: Partial<MonthlyGoal>, live: Span[], now: string, since = "2026-01-01T00:00Z") =>
    progressOf({ hours: null, validDays: null, validDayMinutes: 60, ...goal }, month, live, at(now), at(since)).behind;

  test.each<[string, boolean, Parameters<typeof behind>]>([
    ["nothing in three days", true, [{ hours: 40 }, [], "2026-03-04T09:00Z"]],
    ["nothing in less", false, [{ hours: 40 }, [], "2026-03-03T23:59Z"]],
    ["watched for two whole days", false, [{ hours: 40 }, [], "2026-03-22T09:00Z", "2026-03-19T10:00Z"]],
    ["watched for three whole days", true, [{ hours: 40 }, [], "2026-03-23T09:00Z", "2026-03-19T10:00Z"]],
    ["within a tenth of the pace", false, [{ hours: 67 }, [day(1), day(2), day(3)], "2026-03-04T09:00Z"]],
    ["further off", true, [{ hours: 70 }, [day(1), day(2), day(3)], "2026-03-04T09:00Z"]],
    ["fewer days than are missing", true, [{ validDays: 31 }, [day(1), day(3)], "2026-03-10T09:00Z"]],
    [
      "a day that cannot become valid any more",
      true,
      [{ validDays: 5 }, [1, 2, 3, 4].map((n) => day(n)), "2026-03-31T23:30Z"],
    ],
    [
      "four of five days, early in the month",
      false,
      [{ validDays: 5 }, [1, 2, 3, 4].map((n) => day(n)), "2026-03-10T09:00Z"],
    ],
    ["less time than is missing", true, [{ hours: 40 }, [day(1, 0, 24), day(2, 0, 8)], "2026-03-31T20:00Z"]],
    ["the month is over", false, [{ hours: 40 }, [], "2026-04-02T00:00Z"]],
  ])("%s: %s", (_name, expected, provided) => {
    expect(behind(...provided)).toBe(expected);
  });
});

test.each([
  [
    { hours: 28, validDays: 15, days: 20 },
    { ms: (28 * HOUR) / 15, days: 15, possible: true },
  ],
  [
    { hours: 10, validDays: null, days: 6 },
    { ms: (HOUR * 10) / 6, days: 6, possible: true },
  ],
  [
    { hours: 0, validDays: 3, days: 6 },
    { ms: HOUR, days: 3, possible: true },
  ],
  [
    { hours: null, validDays: 3, days: 2 },
    { ms: HOUR, days: 3, possible: false },
  ],
  // Nobody plans thirty hours on two days.
  [
    { hours: 60, validDays: 2, days: 10 },
    { ms: 6 * HOUR, days: 10, possible: true },
  ],
  [
    { hours: 60, validDays: null, days: 2 },
    { ms: 30 * HOUR, days: 2, possible: false },
  ],
  [
    { hours: 2, validDays: null, days: 0 },
    { ms: 2 * HOUR, days: 0, possible: false },
  ],
  [{ hours: 0, validDays: 0, days: 4 }, null],
])("%j needs %j", (left, needed) => {
  expect(neededFor(left, 60)).toEqual(needed);
});

describe("goal standing", () => {
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

  test("the month that a goal counts from by itself is that of the first day it is judged on", () => {
    const met = new Set<boolean>();
    fc.assert(
      fc.property(instant, fc.constantFrom(...zones), (at, zone) => {
        const first = firstMonthOf(monthOf(at, zone), at);
        met.add(first === monthOf(at, zone).name);
        expect(`${first}-01`).toBe(firstDay(dateIn(at, zone)));
      }),
    );
    expect(met.size).toBe(2);
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
});
