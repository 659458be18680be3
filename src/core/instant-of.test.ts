import { expect, test } from "vitest";
import { instantOf } from "./instant-of.ts";
import { iso } from "./instant.ts";

test("gives back what was written, over centuries", () => {
  for (let day = -20_000; day < 60_000; day += 1) {
    const at = day * 86_400_000 + ((day * 7_919_123) % 86_400_000);
    expect(instantOf(iso(at))).toBe(at);
  }
});

test.each(["", "yesterday", "2026-13-01T00:00:00.000Z", "2026-01-05", "2026-01-05T12:00:00+02:00", "1e9"])(
  "%j is no instant",
  (text) => expect(instantOf(text)).toBeNull(),
);
