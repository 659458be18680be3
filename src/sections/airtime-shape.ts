import * as z from "zod";
import { lazy } from "../core/lazy.ts";
import { GOAL_STATES } from "../core/goal.ts";
import { at, number, text, textOrNull, whole, wholeOrNull } from "../resources/shape-fields.ts";

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
      timezone: text("The IANA time zone in which the goal's month and days are counted."),
      wanted: z.strictObject(wantedShape("to be reached")).describe("The goal's hours and days."),
      left: z
        .strictObject({ ...wantedShape("that are missing"), days: whole("Days that remain, today included.") })
        .describe("What is missing, and the remaining days of the month."),
      pace: z
        .strictObject({
          hours: number("Hours that the month comes to."),
          validDays: whole("Valid days that it comes to."),
        })
        .nullable()
        .describe(
          "The projected total of the month at the current pace; null before three full days of polling and after the month has ended.",
        ),
      state: z
        .enum(GOAL_STATES)
        .describe(
          "How it stands: `reached`; `open` while the month goes on; `behind` if it won't be reached at the current pace; `missed` at the end of the month; `unknown` if less than three quarters of the month so far are known and it is not reached; `not_started` before `startsOn`, and in the month in which the creator was added after the 3rd.",
        ),
      reached: z.boolean().describe("Whether `state` is `reached`."),
      behind: z.boolean().describe("Whether `state` is `behind`, as in `goal.behind`."),
      coverage: z
        .number()
        .nullable()
        .describe(
          "The share of the month so far, from 0 to 1, in which it is known whether the creator was live; null if the creator was added later.",
        ),
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
      averageViewers: wholeOrNull("The average number of viewers over time; null if unknown."),
      peakViewers: wholeOrNull("The peak number of viewers; null if unknown."),
      viewerSeconds: whole("Viewers multiplied by seconds. Divide by 3,600 for viewer-hours."),
      bestPlaces: z
        .array(bestPlaceShape())
        .describe("The best place in each ranking that was seen in the period, the best first."),
      missedSlots: whole("Usual start times that the creator missed (`live.no_show`)."),
      longestRunDays: whole("The most days in a row with airtime."),
      change: wholeOrNull(
        "Change from the same part of the previous period, in seconds; null if less than half of either is known.",
      ),
      coverage: z
        .number()
        .nullable()
        .describe(
          "The share of the whole period so far, from 0 to 1, in which it is known whether the creator was live. Not known is the time before the creator was added and before the first good answer, paused time, and each stretch without a good poll that is longer than ten minutes and three polls. Null if the creator was added after the period.",
        ),
      unknownSeconds: wholeOrNull(
        "The rest of the period so far, in seconds: nobody knows whether the creator was live, so airtime can be up to that much higher. Null without `coverage`.",
      ),
      uncertaintySeconds: wholeOrNull(
        "How far `seconds` can be off, in seconds, because streams start and end between two polls: the larger of the sums of time before starts and before ends. Unknown time is not in it; nor are breaks and streams shorter than the time between two polls. Null if the polls around a start or an end are not stored, as older versions didn't.",
      ),
      watchedSince: at("When the creator was added."),
      removed: z.boolean().describe("Whether the creator was deleted since."),
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
      creators: whole("Number of creators in the report."),
      seconds: whole("Seconds observed live, all creators together."),
      validDays: whole("Valid days, all creators together."),
      streams: whole("Streams, all creators together."),
      viewerSeconds: whole("Viewers multiplied by seconds, all creators together."),
      peakViewers: wholeOrNull("The highest peak of any creator; null if unknown."),
      missedSlots: whole("Usual start times that creators missed."),
      unknownSeconds: whole("Seconds of unknown state, all creators together."),
      uncertaintySeconds: wholeOrNull(
        "Seconds by which all creators together can be off: the sum of the rows; null if one of them is.",
      ),
    })
    .meta({ id: "AirtimeTotals" }),
);

export const reportShape = lazy(() =>
  z
    .strictObject({
      period: z
        .strictObject({
          name: text("The requested period."),
          from: at("The start of the period."),
          to: at("The end of the period, exclusive."),
          timezone: text("The IANA time zone in which days are counted."),
        })
        .meta({ id: "ReportPeriod" })
        .describe("The period covered."),
      watchlistId: textOrNull("The watchlist of the creators; null means all."),
      validDayMinutes: number("Minutes of airtime that make a day valid."),
      items: z.array(rowShape()).describe("One row per creator, most airtime first."),
      totals: totalsShape().describe("The totals of all rows."),
    })
    .meta({ id: "AirtimeReport" }),
);

export type BestPlace = z.output<ReturnType<typeof bestPlaceShape>>;

/** The progress of a creator's goal at the end of the period, or now if it is not over. */
export type ReportedGoal = z.output<ReturnType<typeof goalShape>>;

/** The report of one creator. Durations are whole seconds that polls observed within the period. */
export type AirtimeRow = z.output<ReturnType<typeof rowShape>>;
export type AirtimeTotals = z.output<ReturnType<typeof totalsShape>>;

/** The airtime of creators in a period, longest first. */
export interface AirtimeReport {
  rows: AirtimeRow[];
  totals: AirtimeTotals;
}
