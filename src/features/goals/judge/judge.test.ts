import { expect, test } from "vitest";
import { lastMorning } from "./judge.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Both clock changes of 2030, UTC. */
const CHANGES: [string, string][] = [
  ["Europe/Berlin", "2030-03-31T01:00Z"],
  ["Europe/Berlin", "2030-10-27T01:00Z"],
  ["America/New_York", "2030-03-10T07:00Z"],
  ["America/New_York", "2030-11-03T06:00Z"],
];

test.each(CHANGES)("in %s, mornings are at 9:00 on the wall clock, also on %s", (timezone, change) => {
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, dateStyle: "short", timeStyle: "short" });
  const around = Date.parse(change);
  let morning: number | null = null;
  const met = new Set<string>();
  for (let at = around - 60 * HOUR; at < around + 40 * HOUR; at += 15 * MINUTE) {
    if (clock.format(at).endsWith(" 09:00")) morning = at;
    if (morning === null) continue;
    met.add(clock.format(morning));
    expect([at, lastMorning(at, timezone)]).toEqual([at, morning]);
    expect([at, lastMorning(at + 15 * MINUTE - 1, timezone)]).toEqual([at, morning]);
  }
  // One on each day of the change, before and after.
  expect(met.size).toBeGreaterThanOrEqual(4);
  const hours = [...met].map((day) => lastMorning(Date.parse(`${day.slice(0, 10)}T23:00Z`), timezone) / HOUR);
  const lengths = hours.slice(1).map((hour, index) => hour - hours[index]!);
  expect(lengths).toContain(change.includes("-03-") ? 23 : 25);
});
