import { expect, test } from "vitest";
import { clockOf, zoneRules, zoneScores } from "./learned-zone.ts";
import { clockOfZone } from "./clock.ts";
import { arrived, NO_HISTORY, went, type Past } from "./history.ts";
import { MINUTE_MS, WEEK_MS } from "./week.ts";

const DAY = 1440 * MINUTE_MS;
const MONDAY = Date.UTC(2026, 6, 6);

/**
 * Weeks with starts on Tuesday, Thursday and Saturday at 20:00 local time, some minutes early or late, except `but`.
 */
function historyIn(timezone: string, weeks: number, { but = [] as number[], from = MONDAY } = {}): Past {
  const clock = clockOfZone(timezone);
  let history = NO_HISTORY;
  for (let week = 0; week < weeks; week++)
    for (const day of [1, 3, 5]) {
      if (but.includes(week)) continue;
      const wall = from + week * WEEK_MS + day * DAY + 20 * 60 * MINUTE_MS;
      const at = clock.instantOf(wall) + ((week * 7 + day * 3) % 17) * MINUTE_MS - 8 * MINUTE_MS;
      history = went(arrived(history, at), at + 60 * MINUTE_MS);
    }
  return history;
}

const zoneAfter = (timezone: string, weeks: number) => clockOf(null, historyIn(timezone, weeks)).clock.timezone;

test("nothing is known before the first clock change; a week later, rules that changed alike represent the zone", () => {
  expect(zoneAfter("Europe/Berlin", 15)).toBe("UTC");
  // Clocks changed on 25 October.
  expect(zoneAfter("Europe/Berlin", 17)).toBe("Europe/Berlin");
  expect(clockOfZone("Europe/Berlin").wallOf(0) - clockOfZone("Europe/London").wallOf(0)).toBe(0);
  expect(zoneAfter("Europe/London", 17)).toBe("Europe/Berlin");
  expect(zoneAfter("America/New_York", 18)).toBe("America/New_York");
  expect(zoneAfter("Australia/Sydney", 14)).toBe("Australia/Sydney");
  expect(zoneAfter("America/Santiago", 10)).toBe("America/Santiago");
  for (const weeks of [10, 15, 20, 30, 50]) expect(zoneAfter("Asia/Tokyo", weeks)).toBe("UTC");
});

test("a learned zone outlives the starts that showed it, and is right after the next change", () => {
  const history = historyIn("Europe/London", 40);
  expect(history.starts[0]).toBeGreaterThan(Date.UTC(2026, 11, 1));
  const { clock } = clockOf(null, history);
  const [winter, summer] = [Date.UTC(2027, 2, 20), Date.UTC(2027, 2, 30)];
  const [london, learned] = [clockOfZone("Europe/London"), clock].map(({ wallOf }) => wallOf(summer) - wallOf(winter));
  expect(learned).toBe(london);
});

test("two weeks after a possible clock change are uncertain, until starts show whether it applied", () => {
  const sure = (history: Past, day: string, timezone: string | null = null) =>
    clockOf(timezone, history).isSure(Date.parse(`${day}T20:00:00Z`));
  const young = historyIn("Asia/Tokyo", 8);
  expect(sure(young, "2026-09-01")).toBe(true);
  // Chile, New Zealand, Australia, Europe, Egypt, the United States.
  for (const day of ["2026-09-07", "2026-09-28", "2026-10-05", "2026-10-26", "2026-10-31", "2026-11-02", "2026-11-14"])
    expect([day, sure(young, day), sure(young, day, "Asia/Tokyo")]).toEqual([day, false, true]);
  // After months without starts nothing is certain either.
  expect(sure(young, "2027-01-10")).toBe(false);
  const after = historyIn("Asia/Tokyo", 50);
  for (const day of ["2027-08-01", "2027-09-07", "2027-10-05", "2027-10-26", "2027-11-02"])
    expect([day, sure(after, day)]).toEqual([day, true]);
  const learned = historyIn("Europe/Berlin", 36);
  for (const day of ["2027-03-12", "2027-03-16", "2027-03-30", "2027-04-06"])
    expect([day, sure(learned, day)]).toEqual([day, true]);
});

test("a row of an older version is learned from its starts, one by one or all at once", () => {
  const history = historyIn("Europe/Berlin", 18, { from: MONDAY + 4 * WEEK_MS });
  const { zones, ...older } = history;
  expect(history.starts.length).toBeLessThanOrEqual(48);
  expect(clockOf(null, older).clock.timezone).toBe("Europe/Berlin");
  expect(zoneScores(undefined, older.starts.slice(-20)).length).toBe(zones!.length);
});

test("a single start that is an hour late after a change has no lasting effect", () => {
  const history = historyIn("Asia/Tokyo", 16);
  const late = history.starts.at(-1)! + 3 * DAY + 60 * MINUTE_MS;
  const seen = (one: Past, at: number) => went(arrived(one, at), at + 60 * MINUTE_MS);
  const back = history.starts.slice(-2).reduce((one, at) => seen(one, at + WEEK_MS), seen(history, late));
  expect(back.starts.at(-1)).toBe(history.starts.at(-1)! + WEEK_MS);
  expect(clockOf(null, back).clock.timezone).toBe("UTC");
});

test("a start that is known only within hours teaches no zone, but counts as a start", () => {
  const history = historyIn("Asia/Tokyo", 16);
  const paused = (one: Past, at: number) => went(arrived(one, at, 4 * 60 * MINUTE_MS), at + 90 * MINUTE_MS);
  const seen = [1, 3, 5].reduce(
    (one, day) => paused(one, MONDAY + 16 * WEEK_MS + day * DAY + 12 * 60 * MINUTE_MS),
    history,
  );
  expect(seen.starts.length).toBe(history.starts.length);
  expect(seen.starts.at(-1)).not.toBe(history.starts.at(-1));
  expect(seen.zones).toEqual(history.zones);
  expect(clockOf(null, seen).clock.timezone).toBe("UTC");
});

test("for a creator with another hour on each day of the week, the first start after a change shows the zone", () => {
  const clock = clockOfZone("Europe/Berlin");
  let history = NO_HISTORY;
  // From three on Mondays to nine on Sundays. Clocks change on the last of 16 Sundays.
  for (let day = 0; day < 16 * 7; day++) {
    if (day === 16 * 7 - 1) expect(clockOf(null, history).clock.timezone).toBe("UTC");
    const at = clock.instantOf(MONDAY + day * DAY + (15 + (day % 7)) * 60 * MINUTE_MS) + (day % 17) * MINUTE_MS;
    history = went(arrived(history, at), at + 50 * MINUTE_MS);
  }
  expect(clockOf(null, history).clock.timezone).toBe("Europe/Berlin");
});

const HOUR = 3_600_000;
const QUARTER = HOUR / 4;
// The short run checks five years, a leap year among them.
const YEARS = process.env["LONG"] ? 11 : 5;
const [FROM, TO] = [Date.UTC(2025, 0, 1), Date.UTC(2025 + YEARS, 0, 1)];

test.each(zoneRules().map((rule) => [rule.timezone, rule] as const))(
  "the clock of %s matches the platform's for years, in both directions",
  (timezone, rule) => {
    const platform = clockOfZone(timezone);
    const changes = new Set<number>();
    const differing: number[] = [];
    for (let at = FROM; at < TO; at += 6 * HOUR) {
      if (rule.wallOf(at) !== platform.wallOf(at)) differing.push(at);
      if (rule.offsetAt(at) !== rule.offsetAt(at - 6 * HOUR)) changes.add(at);
    }
    expect(differing).toEqual([]);
    expect(changes.size).toBeGreaterThanOrEqual(timezone === "UTC" ? 0 : 2 * (YEARS - 1));
    for (const change of changes)
      for (let at = change - 10 * HOUR; at < change + 4 * HOUR; at += QUARTER) {
        expect(rule.wallOf(at)).toBe(platform.wallOf(at));
        const wall = rule.wallOf(at);
        expect(rule.instantOf(wall)).toBe(platform.instantOf(wall));
        expect([0, HOUR]).toContain(at - rule.instantOf(wall));
        // Also a time that is skipped.
        expect(rule.instantOf(wall + QUARTER)).toBe(platform.instantOf(wall + QUARTER));
      }
  },
);

test("the rules stay in their places, because stored scores go by them", () => {
  expect(zoneRules().map(({ timezone }) => timezone)).toEqual([
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "Australia/Sydney",
    "Pacific/Auckland",
    "America/Santiago",
    "Asia/Jerusalem",
    "Asia/Beirut",
    "Africa/Cairo",
  ]);
});
