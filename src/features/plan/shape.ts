import * as z from "zod";
import { lazy } from "../../core/lazy.ts";
import { number, whole, yes } from "../../resources/shape-fields.ts";

const quota = (says: string) =>
  z.enum(["requests", "rowsRead", "rowsWritten", "queueOperations", "cpuMs", "storage"]).describe(says);

const usage = lazy(() =>
  z
    .strictObject({
      calls: whole("Calls to the data service per day."),
      requests: whole("Worker invocations per day: ticks, batches and messages."),
      rowsRead: whole("D1 rows read per day."),
      rowsWritten: whole("D1 rows written per day, index rows included."),
      queueOperations: whole("Queue operations per day. A message takes three."),
      cpuMs: whole("CPU time per day in milliseconds, an estimate."),
      objectRequests: whole("Durable Object requests per day: those of the watchdog, 0 where it is not bound."),
    })
    .meta({ id: "DailyUsage" }),
);

const reach = {
  endsFirst: quota("The quota that is used up first."),
  used: number("The share of that quota that is used; 1 is all of it."),
};

export const delayShape = lazy(() =>
  z
    .strictObject({
      meanSeconds: number("The mean, in seconds."),
      p95Seconds: number("The 95th percentile, in seconds."),
    })
    .meta({ id: "ExpectedDelay" }),
);

export const wayShape = lazy(() =>
  z
    .enum(["on_time", "in_turn", "by_habit"])
    .describe(
      "How polls are distributed: `on_time` if the budget covers all intervals; otherwise `by_habit`, mostly to creators at their usual times, or `in_turn` while no usual times are known.",
    ),
);

const planned = lazy(() =>
  z
    .strictObject({
      targets: z
        .strictObject({
          calls: whole("Number of calls to poll all targets once."),
          live: whole("Number of live creators."),
          perCall: whole("Number of live creators that one call asks for. 1 unless `live.check` has `most`."),
        })
        .describe("The enabled targets."),
      budget: z
        .strictObject({
          perMinute: whole("Calls per minute that the budget allows."),
          asked: number("Calls per minute that all intervals together require."),
          enough: yes("Whether the budget covers them."),
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
        "The size of the database in megabytes once as much is deleted per day as is added (`RETENTION_DAYS`), if each start and end goes to one channel.",
      ),
      free: z
        .strictObject({
          ...reach,
          fits: yes("Whether the daily usage and the size of the database are within the free plan."),
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
    })
    .meta({ id: "PlanFigures" }),
);

export const planShape = lazy(() =>
  z
    .strictObject({
      now: planned().describe("The current state."),
      after: planned().describe("After the requested change; the same as `now` without one."),
      achieved: z
        .strictObject({
          p95GapSeconds: number("In seconds; null if no target was due at the last tick.")
            .nullable()
            .describe(
              "95th percentile of the time since the last poll, in seconds, of the targets due at the last tick; null if none was due.",
            ),
          behind: yes("Whether polls take more than one and a half times their intervals, as in `/healthz`."),
        })
        .describe("Measured polling, to compare with `expectedDelay`."),
    })
    .meta({ id: "Plan" }),
);

export type PlanFigures = z.output<ReturnType<typeof planned>>;
