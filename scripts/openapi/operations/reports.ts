import * as z from "zod";
import { lazy } from "../../../src/core/lazy.ts";
import { CSV_TYPE } from "../../../src/edges/http/csv.ts";
import { XLSX_TYPE } from "../../../src/edges/http/workbook.ts";
import { at, number, text, textOrNull, whole, wholeOrNull } from "../shapes/fields.ts";
import type { Documented } from "../documented.ts";

const bestPlaceShape = lazy(() =>
  z
    .strictObject({
      title: text("The ranking's title."),
      place: whole("The best place of the period; 1 is the first."),
    })
    .meta({ id: "BestPlace" }),
);

const wantedShape = (about: string) => ({
  hours: z.number().nullable().describe(`Hours ${about}; null if hours don't matter.`),
  validDays: wholeOrNull(`Valid days ${about}; null if days don't matter.`),
});

const goalShape = lazy(() =>
  z
    .strictObject({
      goalId: text("The goal."),
      period: text("The calendar month in which the report's period ends, such as `2027-03`."),
      hours: number("Hours observed live in that month, rounded down to a hundredth."),
      validDays: whole("Days of that month with at least `validDayMinutes` minutes of airtime."),
      validDayMinutes: whole("Minutes of airtime that make a day of the goal valid."),
      wanted: z.strictObject(wantedShape("to be reached")).describe("What is to be reached."),
      left: z
        .strictObject({ ...wantedShape("that are missing"), days: whole("Days that remain, today included.") })
        .describe("What is missing, and the days of the month that remain."),
      pace: z
        .strictObject({
          hours: number("Hours that the month comes to."),
          validDays: whole("Valid days that it comes to."),
        })
        .nullable()
        .describe(
          "What the month comes to if it goes on as it did; null before three whole days were watched, and once it is over.",
        ),
      reached: z.boolean().describe("Whether the goal is reached."),
      behind: z.boolean().describe("Whether it won't be reached at this pace, as `goal.behind` says it."),
      coverage: z
        .number()
        .nullable()
        .describe("The share of the month so far, from 0 to 1, in which it is known whether the creator was live."),
    })
    .meta({ id: "AirtimeGoal" }),
);

const rowShape = lazy(() =>
  z
    .strictObject({
      targetId: text("The live target."),
      name: text("The creator's name."),
      handle: textOrNull("The creator's handle; null if unknown."),
      seconds: whole("Seconds observed live within the period."),
      days: whole("Local days with any airtime."),
      validDays: whole("Local days with at least `validDayMinutes` minutes of airtime."),
      streams: whole("Streams that were live at any time of the period."),
      averageViewers: wholeOrNull("The average number of viewers over time; null if no poll said."),
      peakViewers: wholeOrNull("The most viewers; null if no poll said."),
      viewerSeconds: whole("Viewers times seconds, in seconds: divided by 3,600 it is viewer-hours."),
      bestPlaces: z.array(bestPlaceShape()).describe("The best place in each ranking, the best first."),
      missedSlots: whole("Usual starts that were missed (`live.no_show`)."),
      longestRunDays: whole("The most days in a row with airtime."),
      change: wholeOrNull(
        "Seconds more than in the period before; null if the creator was not watched all through it.",
      ),
      coverage: z
        .number()
        .nullable()
        .describe(
          "The share of the watched time, from 0 to 1, in which it is known whether the creator was live; null if none was watched.",
        ),
      goal: goalShape()
        .nullable()
        .describe(
          "The creator's monthly goal, as of the end of the period, or of now if that isn't over; null if there is none. The creator's " +
            "own goal takes precedence over the watchlist's, and of several the newest.",
        ),
    })
    .meta({ id: "AirtimeRow" }),
);

const totalsShape = lazy(() =>
  z
    .strictObject({
      creators: whole("How many creators the report has."),
      seconds: whole("Seconds observed live, of all of them."),
      validDays: whole("Valid days of all of them."),
      streams: whole("Streams of all of them."),
      viewerSeconds: whole("Viewers times seconds of all of them, in seconds."),
      peakViewers: wholeOrNull("The most viewers of any of them; null if no poll said."),
      missedSlots: whole("Usual starts that any of them missed."),
    })
    .meta({ id: "AirtimeTotals" }),
);

const reportShape = lazy(() =>
  z
    .strictObject({
      period: z
        .strictObject({
          name: text("The period as it was asked for."),
          from: at("Its first instant."),
          to: at("The first instant after it."),
          timezone: text("The IANA zone whose days count."),
        })
        .meta({ id: "ReportPeriod" })
        .describe("What the report covers."),
      watchlistId: textOrNull("Whose creators it is of; null: all."),
      validDayMinutes: number("Minutes of airtime that make a day valid."),
      items: z.array(rowShape()).describe("A row for each creator, the most airtime first."),
      totals: totalsShape().describe("All rows together."),
    })
    .meta({ id: "AirtimeReport" }),
);

export const reportsOperations: Record<string, Documented> = {
  getAirtimeReport: {
    tag: "Reports",
    summary: "Report the airtime of creators",
    description:
      "Every live target of the watchlist, whatever its length. Streams are clipped to the period, and only time that polls observed " +
      "counts. A period that is not over is reported up to now. It covers what `RETENTION_DAYS` keeps.",
    status: 200,
    reply: { description: "The report", schema: reportShape, media: [CSV_TYPE, "text/html", XLSX_TYPE] },
  },
};
