import fc from "fast-check";
import { expect, test } from "vitest";
import { expectedStarts, nextExpected, usualHours } from "./usual-hours.ts";
import { UTC_CLOCK } from "./clock.ts";
import { clockOf } from "./learned-zone.ts";
import { NO_HISTORY } from "./history.ts";
import { MINUTE_MS, WEEK_MS } from "./week.ts";

const MONDAY = Date.UTC(2026, 0, 5);
const DAY = 86_400_000;
const HOUR = 3_600_000;
const NOW = MONDAY + 10 * WEEK_MS;
const UTC = clockOf("UTC", NO_HISTORY);

/** Starts in these weeks on a weekday at an hour; `late` in minutes. */
const weekly = (weeks: number[], day: number, hour: number, late: (week: number) => number = () => 0): number[] =>
  weeks.map((week) => MONDAY + week * WEEK_MS + day * DAY + hour * HOUR + late(week) * MINUTE_MS);

const ALL = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const historyOf = (...starts: number[][]) => ({ ...NO_HISTORY, starts: starts.flat().sort((a, b) => a - b) });

test("usual hours are those with starts in most weeks, and their confidence is the share of weeks", () => {
  const some = historyOf(
    weekly(ALL, 1, 20, (week) => (week % 3) * 10 - 10),
    weekly([0, 1, 3, 4, 5, 7, 8, 9], 3, 20),
    weekly([2, 6], 5, 11),
    weekly([0, 1, 2], 6, 15),
  );
  const hours = usualHours(some, MONDAY, NOW, UTC_CLOCK);
  expect(hours.map(({ minute, seen, of }) => [minute, seen, of])).toEqual([
    [1440 + 20 * 60, 10, 10],
    [3 * 1440 + 20 * 60, 8, 10],
  ]);
  expect(hours[0]!.confidence).toBe(0.9);
  expect(hours[1]!.confidence).toBeLessThan(hours[0]!.confidence);
});

test("a recent miss costs more than an old one, and three weeks prove less than ten", () => {
  const sure = (weeks: number[], since = MONDAY) =>
    usualHours(historyOf(weekly(weeks, 2, 9)), since, NOW, UTC_CLOCK)[0]!.confidence;
  expect(sure(ALL.slice(0, 9))).toBeLessThan(sure(ALL.slice(1)));
  expect(sure([7, 8, 9], MONDAY + 7 * WEEK_MS)).toBeLessThan(sure(ALL));
  expect(usualHours(historyOf(weekly([8, 9], 2, 9)), MONDAY + 8 * WEEK_MS, NOW, UTC_CLOCK)).toEqual([]);
  expect(usualHours(historyOf(weekly([0, 1, 2, 3], 2, 9)), MONDAY, NOW, UTC_CLOCK)).toEqual([]);
});

test("an hour around midnight, or around the end of the week, is one hour", () => {
  const around = usualHours(
    historyOf(weekly(ALL.slice(1), 0, 0, (week) => (week % 2 ? -15 : 15))),
    MONDAY,
    NOW,
    UTC_CLOCK,
  );
  expect(around).toHaveLength(1);
  expect(around[0]).toMatchObject({ seen: 9 });
  expect([10_075, 0, 5]).toContain(around[0]!.minute);
});

test("the next start is expected at the next usual hour, unless it came already, early or late", () => {
  const some = historyOf(weekly(ALL, 1, 20));
  const next = NOW + DAY + 20 * HOUR;
  expect(nextExpected(some, MONDAY, NOW, UTC)!.at).toBe(next);
  for (const minutes of [-40, 40]) {
    const arrived = historyOf(some.starts, [next + minutes * MINUTE_MS]);
    const after = nextExpected(arrived, MONDAY, next + minutes * MINUTE_MS, UTC)!.at;
    expect(Math.abs(after - next - WEEK_MS)).toBeLessThanOrEqual(10 * MINUTE_MS);
  }
  expect(nextExpected(historyOf(some.starts, [next - 50 * MINUTE_MS]), MONDAY, next - 50 * MINUTE_MS, UTC)!.at).toBe(
    next,
  );
  expect(nextExpected(NO_HISTORY, MONDAY, NOW, UTC)).toBeNull();
  const two = expectedStarts(
    { hours: usualHours(some, MONDAY, NOW, UTC_CLOCK), clock: UTC_CLOCK },
    some,
    NOW,
    NOW + 2 * WEEK_MS,
  );
  expect(two.map(({ at }) => at)).toEqual([next, next + WEEK_MS]);
});

/** Starts at random, and some around one hour of the week. */
const someStarts = fc
  .tuple(
    fc.array(fc.integer({ min: MONDAY, max: NOW }), { maxLength: 30 }),
    fc.array(fc.record({ week: fc.nat(9), late: fc.integer({ min: -60, max: 60 }) }), { maxLength: 18 }),
    fc.nat(6),
    fc.nat(23),
  )
  .map(([any, about, day, hour]) => [
    ...any,
    ...about.map(({ week, late }) => MONDAY + week * WEEK_MS + day * DAY + hour * HOUR + late * MINUTE_MS),
  ]);

test("usual hours, expected starts and the next one are consistent for any starts", () => {
  const met = { hours: 0, none: 0, expected: 0 };
  fc.assert(
    fc.property(someStarts, fc.nat(WEEK_MS), (any, later) => {
      const history = historyOf(any);
      const now = NOW + later;
      const hours = usualHours(history, MONDAY, now, UTC_CLOCK);
      met[hours.length > 0 ? "hours" : "none"] += 1;
      for (const { minute, confidence, seen, of } of hours) {
        expect(minute % 5).toBe(0);
        expect(minute).toBeLessThan(10_080);
        expect(confidence).toBeGreaterThanOrEqual(0.5);
        expect(confidence).toBeLessThan(1);
        expect(seen).toBeGreaterThanOrEqual(3);
        expect(of).toBeGreaterThanOrEqual(seen);
        expect(of).toBeLessThanOrEqual(10);
      }
      const next = nextExpected(history, MONDAY, now, UTC);
      expect(next === null).toBe(hours.length === 0);
      if (next === null) return;
      met.expected += 1;
      expect(next.at).toBeGreaterThan(now);
    }),
    { numRuns: 800 },
  );
  expect(Math.min(met.hours, met.none, met.expected)).toBeGreaterThan(10);
});

test("hours follow local time across clock changes, including skipped and repeated hours", () => {
  const berlin = clockOf("Europe/Berlin", NO_HISTORY);
  // Clocks go forward on 29 March at 2:00 and back on 25 October at 3:00, both Sundays.
  for (const [change, hour, before, after] of [
    ["2026-03-29", 20, "18:00", "18:00"],
    ["2026-03-29", 2.5, "01:00", "00:30"],
    ["2026-10-25", 20, "19:00", "19:00"],
    ["2026-10-25", 2.5, "00:30", "01:30"],
  ] as const) {
    const sunday = Date.parse(change);
    const wall = (week: number) => berlin.clock.instantOf(sunday + week * WEEK_MS + hour * HOUR);
    const history = historyOf([-9, -8, -7, -6, -5, -4, -3, -2, -1].map(wall));
    const [since, now] = [sunday - 10 * WEEK_MS, sunday - 2 * DAY];
    expect(usualHours(history, since, now, berlin.clock).map(({ minute }) => minute)).toEqual([6 * 1440 + hour * 60]);
    const next = nextExpected(history, since, now, berlin)!;
    expect([change, hour, new Date(next.at).toISOString().slice(0, 16)]).toEqual([change, hour, `${change}T${before}`]);
    const two = expectedStarts(
      { hours: usualHours(history, since, now, berlin.clock), clock: berlin.clock },
      history,
      now,
      now + 2 * WEEK_MS,
    );
    expect(new Date(two[1]!.at).toISOString().slice(11, 16)).toBe(after);
    // The week after, it came as on any other day: both count as the same hour.
    const went = historyOf(history.starts, [wall(0), wall(1)]);
    expect(usualHours(went, since, sunday + 8 * DAY, berlin.clock)).toMatchObject([{ seen: 10, of: 10 }]);
  }
});

test("a week whose hour is not over yet does not count as a miss", () => {
  const some = historyOf(weekly([0, 1, 2, 3, 4], 0, 19));
  const seen = (at: number) => usualHours(some, MONDAY, MONDAY + 5 * WEEK_MS + at, UTC_CLOCK)[0]!;
  expect(seen(19 * HOUR + 20 * MINUTE_MS)).toMatchObject({ seen: 5, of: 5 });
  expect(seen(20 * HOUR + MINUTE_MS)).toMatchObject({ seen: 5, of: 6 });
});

test("ten weeks count, also where the eleventh has come early", () => {
  const early = historyOf(
    weekly(ALL, 0, 0, () => 30),
    [NOW],
  );
  expect(usualHours(early, MONDAY, NOW, UTC_CLOCK)).toMatchObject([{ seen: 10, of: 10 }]);
});
