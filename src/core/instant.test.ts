import { expect, test } from "vitest";
import { instantOf, iso } from "./instant.ts";

test("parses what was formatted, over centuries", () => {
  for (let day = -20_000; day < 60_000; day += 1) {
    const at = day * 86_400_000 + ((day * 7_919_123) % 86_400_000);
    expect(instantOf(iso(at))).toBe(at);
  }
});

test.each([
  ["2026-12-31T23:59:59Z", true],
  ["2026-00-01T00:00:00Z", false],
  ["2026-12-00T00:00:00Z", false],
  ["2026-12-32T00:00:00Z", false],
  ["2026-12-31T24:00:00Z", false],
  ["2026-12-31T23:60:00Z", false],
  ["2026-12-31T23:59:60Z", false],
])("%s is an instant: %s", (text, is) => expect(instantOf(text) !== null).toBe(is));

test.each(["", "yesterday", "2026-13-01T00:00:00.000Z", "2026-01-05", "2026-01-05T12:00:00+02:00", "1e9"])(
  "%j is not an instant",
  (text) => expect(instantOf(text)).toBeNull(),
);
