import { expect, test } from "vitest";
import { beforeOf } from "../../../sections/period.ts";
import { periodAfter, periodUntil } from "./period.ts";

const at = (text: string) => Date.parse(text);
const monthly = (period: string | null) => ({ schedule: "0 9 1 * *", timezone: "Europe/Berlin", period });
const APRIL = at("2027-04-01T09:00+02:00");

test.each([
  // March has a clock change: it starts at 23:00 UTC and ends at 22:00 UTC.
  ["lastMonth", "2027-02-28T23:00Z", "2027-03-31T22:00Z", "2027-01-31T23:00Z"],
  ["lastWeek", "2027-03-21T23:00Z", "2027-03-28T22:00Z", "2027-03-14T23:00Z"],
  ["P1M", "2027-03-01T08:00Z", "2027-04-01T07:00Z", "2027-02-01T08:00Z"],
  ["P7D", "2027-03-25T08:00Z", "2027-04-01T07:00Z", "2027-03-18T08:00Z"],
])("%s of a digest on 1 April in Berlin, and the previous period", (period, from, to, before) => {
  for (const found of [periodAfter(monthly(period), APRIL, APRIL), periodUntil(monthly(period), APRIL)]) {
    expect(found).toEqual({ from: at(from), to: at(to) });
    expect(beforeOf({ ...found, timezone: "Europe/Berlin" })).toEqual({ from: at(before), to: found.from });
  }
});

test("this month ends when the digest is due", () => {
  const due = at("2027-03-20T09:00+01:00");
  expect(periodUntil(monthly("thisMonth"), due)).toEqual({ from: at("2027-02-28T23:00Z"), to: due });
});
