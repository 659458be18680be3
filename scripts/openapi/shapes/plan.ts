import * as z from "zod";
import { lazy } from "../../../src/core/lazy.ts";
import { number, whole, yes } from "./fields.ts";

const quota = (says: string) =>
  z.enum(["requests", "rowsRead", "rowsWritten", "queueOperations", "cpuMs", "storage"]).describe(says);

const usage = lazy(() =>
  z.strictObject({
    calls: whole("Calls of the polled service a day."),
    requests: whole("Runs of the Worker a day: ticks, batches, messages."),
    rowsRead: whole("D1 rows read a day."),
    rowsWritten: whole("D1 rows written a day, those of indexes too."),
    queueOperations: whole("Queue operations a day; a message takes three."),
    cpuMs: whole("CPU time a day, milliseconds."),
  }),
);

const reach = {
  endsFirst: quota("The quota that is used up first."),
  used: number("What part of that quota is used: 1 is all of it."),
};

export const delayShape = lazy(() =>
  z.strictObject({
    meanSeconds: number("In the mean, seconds."),
    p95Seconds: number("At most so many seconds in 95 of 100 cases."),
  }),
);

export const wayShape = lazy(() =>
  z
    .enum(["on_time", "in_turn", "by_habit"])
    .describe(
      "How polls are distributed: `on_time` if the budget covers all intervals; otherwise `by_habit`, mostly to creators at their usual times, or `in_turn` while no usual times are known.",
    ),
);

const planned = lazy(() =>
  z.strictObject({
    targets: z
      .strictObject({
        calls: whole("Calls that one poll of all targets takes."),
        live: whole("How many of them are live creators."),
      })
      .describe("What is watched."),
    budget: z
      .strictObject({
        perMinute: whole("Calls a minute that the budget allows."),
        asked: number("Calls a minute that all intervals together ask for."),
        enough: yes("Whether that is no more than the budget."),
      })
      .describe("Calls to the data service."),
    beyondLimit: yes(
      "True if there are more than the 100,000 targets that one database supports. The estimates don't hold then.",
    ),
    way: wayShape(),
    expectedDelay: delayShape()
      .nullable()
      .describe("How long it takes to detect a start; null if no live targets are watched."),
    databaseMegabytes: whole(
      "How large the database becomes, megabytes: what it has once it deletes as much a day as comes (`RETENTION_DAYS`), where each start and end goes to one channel.",
    ),
    free: z
      .strictObject({
        ...reach,
        fits: yes("Whether it is within what the free plan gives: a day of it, and the database's size."),
        perDay: usage().describe("Usage per day, in batches of the free plan."),
      })
      .describe("On Cloudflare's free plan."),
    paid: z
      .strictObject({
        ...reach,
        dollarsPerMonth: number(
          "Cost of 30 days including the plan's base price, based on the learned starts. Assumes that each start comes alone; several in one tick cost less (`docs/explanation/scaling.md`).",
        ),
        perDay: usage().describe("Usage per day, in batches of the paid plan."),
      })
      .describe("On Cloudflare's paid plan. `used` is the share of what it includes; more costs extra."),
  }),
);

export const planShape = lazy(() =>
  z
    .strictObject({
      now: planned().describe("The current state."),
      after: planned().describe("After the requested change; the same as `now` without one."),
      achieved: z
        .strictObject({
          p95GapSeconds: number("Seconds; null where no target was due at the last tick.")
            .nullable()
            .describe(
              "95th percentile of the time since the last poll, in seconds, of the targets due at the last tick; null if none was due.",
            ),
          behind: yes("Whether polls come later than was asked for by half, as `/healthz` says."),
        })
        .describe("Measured polling, to compare with `expectedDelay`."),
    })
    .meta({ id: "Plan" }),
);
