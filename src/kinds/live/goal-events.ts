import * as z from "zod";
import { eventType } from "../event-type.ts";
import { behind, reached } from "./goal-notices.ts";

const wanted = (about: string) =>
  z.strictObject({
    hours: z.number().min(0).nullable().describe(`Hours live ${about}; null if hours don't matter.`),
    validDays: z.int().min(0).nullable().describe(`Valid days ${about}; null if days don't matter.`),
  });

const goal = () => ({
  goalId: z.string().describe("The goal."),
  period: z.string().describe("The calendar month, such as `2027-03`."),
  hours: z.number().min(0).describe("Hours observed live in the month so far, rounded down to a hundredth."),
  validDays: z.int().min(0).describe("Days of the month so far with at least `validDayMinutes` minutes live."),
  wanted: wanted("to be reached").describe("The goal's hours and days."),
  left: wanted("that are missing")
    .extend({
      days: z.int().min(0).describe("Days of the month that remain, today included."),
    })
    .describe("What is missing."),
  validDayMinutes: z.int().describe("Minutes live that make a day valid."),
  coverage: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe(
      "The share of the month so far, from 0 to 1, in which it is known whether the creator was live. Other time counts as not live.",
    ),
});

const example = (hours: number, validDays: number, days: number) => () => ({
  goalId: "goal_example",
  period: "2027-03",
  hours,
  validDays,
  wanted: { hours: 40, validDays: 20 },
  left: { hours: Math.max(0, 40 - hours), validDays: Math.max(0, 20 - validDays), days },
  validDayMinutes: 60,
  coverage: 0.98,
});

/** Events of monthly goals. Ticks find them, not polls. */
export const goalEvents = {
  "goal.behind": eventType({
    happens: "falls behind a goal",
    about:
      "A creator won't reach a monthly goal at the pace so far: what is missing takes over a ninth more per day than the days before, or the month is too short for it. Evaluated at 9:00 in the goal's time zone once three whole days of the month were watched; at most once a week.",
    fields: goal,
    example: example(12, 5, 18),
    words: behind,
  }),
  "goal.reached": eventType({
    happens: "reaches a goal",
    about: "A creator reaches a monthly goal. Evaluated when a stream ends and at 9:00; once a month.",
    fields: goal,
    example: example(40.25, 20, 4),
    words: reached,
  }),
};
