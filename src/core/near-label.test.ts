import { expect, test } from "vitest";
import { nearLabel } from "./calendar.ts";

test.each([
  [-1, "19:41"],
  [37, "Mon 09:41"],
  [-30, "Fri 14:41"],
  [-24 * 30, "22 Oct, 21:41"],
  [-24 * 400, "Fri, 17 Oct 2025, 21:41"],
])("an instant %i hours away is written as short as is unambiguous", (hours, reported) => {
  const now = Date.UTC(2026, 10, 21, 19, 41);
  expect(nearLabel("en", now + hours * 3_600_000, now, "Europe/Berlin")).toBe(reported);
});
