import { expect, test } from "vitest";
import { calendarPeriod } from "../../../core/calendar-period.ts";
import type { Past } from "../../../sections/section.ts";
import { airtimeRow } from "./row.ts";

const at = (text: string): number => Date.parse(text);

/** A creator whose two hours on 30 January are all that is known, and that all of the time is. */
const january: Past = {
  target: { id: "tgt_1", name: "Maria", params: {}, createdAt: at("2029-06-01") },
  snapshot: { verdict: "off" },
  events: [
    {
      type: "live.ended",
      occurredAt: at("2030-01-30T12:00Z"),
      detectedAt: at("2030-01-30T12:00Z"),
      data: { startedAt: "2030-01-30T10:00:00.000Z" },
    },
  ],
  gaps: [],
  series: {},
};

test.each([
  ["the hour after it", "2030-03-01T01:00Z", -7200],
  ["a month later", "2030-04-01T01:00Z", -7200],
  // 1 to 20 January had none.
  ["on its 21st day", "2030-02-21T00:00Z", 0],
])("a February is compared with all of January once it is over: %s", (_, now, change) => {
  const period = calendarPeriod("2030-02", "UTC", at(now))!;
  const frame = { period, timezone: "UTC", validDayMs: 3_600_000, now: at(now) };
  expect(airtimeRow({ history: january, viewers: [], removedAt: null, goal: null }, frame)).toMatchObject({
    seconds: 0,
    change,
  });
});
