import { expect, test } from "vitest";
import { clockOfZone } from "./clock.ts";
import { zoneRules } from "./zone-rules.ts";

const HOUR = 3_600_000;
const QUARTER = HOUR / 4;
const [FROM, TO] = [Date.UTC(2025, 0, 1), Date.UTC(2036, 0, 1)];

test.each(zoneRules().map((rule) => [rule.timezone, rule] as const))(
  "the clock of %s matches the platform's for ten years, in both directions",
  (timezone, rule) => {
    const platform = clockOfZone(timezone);
    const changes = new Set<number>();
    const differing: number[] = [];
    for (let at = FROM; at < TO; at += 6 * HOUR) {
      if (rule.wallOf(at) !== platform.wallOf(at)) differing.push(at);
      if (rule.offsetAt(at) !== rule.offsetAt(at - 6 * HOUR)) changes.add(at);
    }
    expect(differing).toEqual([]);
    expect(changes.size).toBeGreaterThanOrEqual(timezone === "UTC" ? 0 : 20);
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
