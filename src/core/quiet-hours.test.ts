import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isQuiet, localMinutes, quietEnd, quietUntil, type QuietHours } from "./quiet-hours.ts";

const berlin: QuietHours = { from: "23:00", to: "07:00", timezone: "Europe/Berlin", action: "hold" };
const utc = (text: string): number => Date.parse(text);

describe("quiet hours", () => {
  test.each([
    ["2026-01-05T21:59:00Z", false],
    ["2026-01-05T22:00:00Z", true],
    ["2026-01-06T05:59:59Z", true],
    ["2026-01-06T06:00:00Z", false],
    ["2026-07-05T20:59:00Z", false],
    ["2026-07-05T21:00:00Z", true],
    ["2026-07-06T05:00:00Z", false],
  ])("in Berlin at %s: %s", (at, quiet) => {
    expect(isQuiet(berlin, utc(at))).toBe(quiet);
  });

  test.each([
    ["an ordinary night", "2026-01-05T22:30:00Z", "2026-01-06T06:00:00Z"],
    ["the night that daylight saving shortens", "2026-03-28T22:30:00Z", "2026-03-29T05:00:00Z"],
    ["the night that daylight saving lengthens", "2026-10-24T21:30:00Z", "2026-10-25T06:00:00Z"],
  ])("%s ends at seven on the clock", (_name, at, end) => {
    expect(quietUntil(berlin, utc(at))).toBe(utc(end));
  });

  test("an end in a skipped hour is the first minute after it", () => {
    const odd = { ...berlin, from: "01:00", to: "02:30" };
    expect(quietUntil(odd, utc("2026-03-29T00:30:00Z"))).toBe(utc("2026-03-29T01:00:00Z"));
  });

  test("the end is the first whole minute that is not quiet, in any zone at any time", () => {
    const clock = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map(([h, m]) => `${String(h).padStart(2, "0")}:${String(m).padStart(2, "0")}`);
    const zone = fc.constantFrom(
      "Europe/Berlin",
      "America/New_York",
      "Asia/Kathmandu",
      "Australia/Lord_Howe",
      "Pacific/Apia",
      "UTC",
    );
    const at = fc.integer({ min: utc("2025-01-01T00:00:00Z"), max: utc("2027-01-01T00:00:00Z") });
    fc.assert(
      fc.property(clock, clock, zone, at, (from, to, timezone, now) => {
        const quiet: QuietHours = { from, to, timezone, action: "hold" };
        if (from === to || !isQuiet(quiet, now)) return;
        const end = quietUntil(quiet, now);
        expect(end).toBeGreaterThan(now);
        expect(isQuiet(quiet, end - 60_000)).toBe(true);
        // A gap between spans that daylight saving skips ends a day later.
        expect(end - now).toBeLessThanOrEqual(49 * 3_600_000);
        expect(isQuiet(quiet, end)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test("a gap of one minute is found", () => {
    const nearly = { ...berlin, from: "10:00", to: "09:59" };
    expect(quietUntil(nearly, utc("2026-01-05T12:00:00Z"))).toBe(utc("2026-01-06T08:59:00Z"));
  });

  test("local time is that of the zone", () => {
    expect(localMinutes("Asia/Kathmandu", utc("2026-01-05T00:00:00Z"))).toBe(5 * 60 + 45);
  });
});

test("the end of the span that contains an instant does not depend on earlier calls", () => {
  const quiet: QuietHours = { from: "22:30", to: "06:15", timezone: "Europe/Berlin", action: "hold" };
  const hours = fc.integer({ min: -3000, max: 3000 }).map((quarter) => utc("2026-03-29T00:00:00Z") + quarter * 900_000);
  fc.assert(
    fc.property(hours, (at) => {
      expect(quietEnd(quiet, at)).toBe(isQuiet(quiet, at) ? quietUntil(quiet, at) : null);
    }),
  );
});
