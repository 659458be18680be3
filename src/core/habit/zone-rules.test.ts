import { expect, test } from "vitest";
import { clockOfZone } from "./clock.ts";
import { zoneRules } from "./zone-rules.ts";

const HOUR = 3_600_000;
const QUARTER = HOUR / 4;
const [FROM, TO] = [Date.UTC(2025, 0, 1), Date.UTC(2036, 0, 1)];

test.each(zoneRules().map((rule) => [rule.timezone, rule] as const))(
  "the clock of %s is the platform's for ten years, and knows when it shows what it shows",
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
        // A time that clocks skip too.
        expect(rule.instantOf(wall + QUARTER)).toBe(platform.instantOf(wall + QUARTER));
      }
  },
);
