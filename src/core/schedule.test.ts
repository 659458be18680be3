import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { iso } from "./instant.ts";
import { timesBetween } from "../../test/support/timetable.ts";
import { lastTime, matchesEitherDay, nextTime, patternError, timesADay } from "./schedule.ts";

const at = (text: string): number => Date.parse(text);
const times = (pattern: string, timezone: string, from: string, to: string) =>
  timesBetween({ pattern, timezone }, at(from), at(to)).map(iso);

test("Monday at nine, summer and winter", () => {
  expect(times("0 9 * * 1", "Europe/Berlin", "2026-10-17T00:00Z", "2026-11-03T00:00Z")).toEqual([
    "2026-10-19T07:00:00.000Z",
    "2026-10-26T08:00:00.000Z",
    "2026-11-02T08:00:00.000Z",
  ]);
});

test("a time in a skipped hour is the moment of the change", () => {
  expect(times("30 2 * * *", "Europe/Berlin", "2026-03-28T00:00Z", "2026-03-30T12:00Z")).toEqual([
    "2026-03-28T01:30:00.000Z",
    "2026-03-29T01:00:00.000Z",
    "2026-03-30T00:30:00.000Z",
  ]);
});

test("a time in a repeated hour is the first one", () => {
  expect(times("0,30 2 * * *", "Europe/Berlin", "2026-10-24T12:00Z", "2026-10-25T12:00Z")).toEqual([
    "2026-10-25T00:00:00.000Z",
    "2026-10-25T00:30:00.000Z",
  ]);
});

test("a midnight that is skipped", () => {
  expect(times("0 0 * * *", "America/Santiago", "2026-09-05T12:00Z", "2026-09-07T12:00Z")).toEqual([
    "2026-09-06T04:00:00.000Z",
    "2026-09-07T03:00:00.000Z",
  ]);
});

test("a day that a country skipped", () => {
  expect(times("0 12 30 12 *", "Pacific/Apia", "2010-01-01T00:00Z", "2013-01-01T00:00Z")).toEqual([
    "2010-12-30T22:00:00.000Z",
    "2011-12-30T10:00:00.000Z",
    "2012-12-29T22:00:00.000Z",
  ]);
});

test("the next and last time from within a repeated hour", () => {
  const schedule = { pattern: "30 * * * *", timezone: "Europe/Berlin" };
  const [first, second] = [at("2026-10-25T00:40Z"), at("2026-10-25T01:40Z")];
  expect(iso(nextTime(schedule, first)!)).toBe("2026-10-25T02:30:00.000Z");
  expect(iso(nextTime(schedule, second)!)).toBe("2026-10-25T02:30:00.000Z");
  expect(iso(lastTime(schedule, second)!)).toBe("2026-10-25T00:30:00.000Z");
  expect(iso(lastTime(schedule, at("2026-10-25T00:30:00.000Z"))!)).toBe("2026-10-24T23:30:00.000Z");
});

test.each<[string, string | null]>([
  ["0 9 * * 1", null],
  ["*/15 8-18 * * MON-FRI", null],
  ["0 9 29 2 *", null],
  ["0 9 L * *", null],
  ["0 9 * *", "five fields"],
  ["0 0 9 * * 1", "five fields"],
  ["@daily", "five fields"],
  ["? 9 * * *", "five fields"],
  ["", "five fields"],
  ["0 0 30 2 *", "never comes"],
  ["0 0 31 2,4,6,9,11 *", "never comes"],
  ["0 0 30W 2 *", "never comes"],
  ["0 0 1 1 +1#5", "never comes"],
  ["0 0 29 2 +1", null],
  ["60 * * * *", "no cron pattern"],
  ["x * * * *", "no cron pattern"],
  ["5-1 * * * *", "no cron pattern"],
])("the pattern %j: %s", (pattern, invalid) => {
  if (invalid === null) expect(patternError(pattern)).toBeNull();
  else expect(patternError(pattern)).toContain(invalid);
});

test.each([
  ["* * * * *", 1440],
  ["*/15 8-18 * * *", 44],
  ["0 9 * * 1", 1],
  ["5,5,10-12 */6 * * *", 16],
  ["7/20 0 * * *", 3],
])("the pattern %j matches %i times a day", (pattern, times) => {
  expect(timesADay(pattern)).toBe(times);
});

test("a time that occurs only in some years is found, even across a century without a leap day", () => {
  expect(times("0 0 29 2 *", "UTC", "2095-01-01T00:00Z", "2105-01-01T00:00Z")).toEqual([
    "2096-02-29T00:00:00.000Z",
    "2104-02-29T00:00:00.000Z",
  ]);
});

test("patterns that are only checked are not cached, and the cache of used ones is bounded", () => {
  // All objects of a process are searched: this one has those of other tests.
  const code = `
    import { queryObjects } from "node:v8";
    import { Cron } from "croner";
    import { nextTime, patternError } from "./schedule.ts";
    const patterns = Array.from({ length: 300 }, (_, n) => (n % 60) + " " + (n % 24) + " * * *");
    for (const pattern of patterns) patternError(pattern);
    const checked = queryObjects(Cron, { format: "count" });
    for (const pattern of patterns) nextTime({ pattern, timezone: "UTC" }, 0);
    console.log(JSON.stringify([checked, queryObjects(Cron, { format: "count" })]));`;
  const args = ["--input-type=module", "--eval", code];
  const output = execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: "utf8" });
  const [checked, used] = JSON.parse(output) as [number, number];
  expect(checked).toBeLessThan(10);
  expect(used).toBeGreaterThan(10);
  expect(used).toBeLessThan(70);
});

test("the search for a time that never comes is short", () => {
  const cost = (pattern: string): number => {
    const before = process.cpuUsage();
    for (let n = 0; n < 100; n++) patternError(pattern);
    return process.cpuUsage(before).user;
  };
  cost("0 0 31 2 *");
  const usual = cost("0 9 * * *");
  expect(cost("0 0 1 1 +1#5")).toBeLessThan(12 * usual);
});

test.each([
  ["0 9 1-7 * 1", true],
  ["0 9 */2 * 1", true],
  ["0 9 1-7 * +1", false],
  ["0 9 * * 1#1", false],
  ["0 9 L * *", false],
])("%s matches days of the month or of the week: %s", (pattern, either) => {
  expect(patternError(pattern)).toBeNull();
  expect(matchesEitherDay(pattern)).toBe(either);
  const days: Date[] = [];
  for (let at = Date.UTC(2026, 0, 1); days.length < 60;) {
    at = nextTime({ pattern, timezone: "UTC" }, at)!;
    days.push(new Date(at));
  }
  const isBoth = (day: Date) => day.getUTCDate() <= 7 && day.getUTCDay() === 1;
  if (pattern.startsWith("0 9 1-7")) expect(days.every(isBoth)).toBe(!either);
});
