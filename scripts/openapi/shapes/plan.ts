import * as z from "zod";
import { lazy } from "../../../src/core/lazy.ts";
import { number, whole, yes } from "./fields.ts";

const quota = (says: string) =>
  z.enum(["requests", "rowsRead", "rowsWritten", "queueOperations", "cpuMs"]).describe(says);

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
      "How polls are spent: `on_time` where the budget reaches all intervals; else creators are polled most when they " +
        "usually go live, `by_habit`, or `in_turn` while nothing was learned of them.",
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
      .describe("Calls of the polled service."),
    beyondLimit: yes(
      "Whether that is more than the 100,000 targets that one database carries: the figures promise nothing then.",
    ),
    way: wayShape(),
    expectedDelay: delayShape()
      .nullable()
      .describe("How long after it happens a start is seen; null where nobody who goes live is watched."),
    free: z
      .strictObject({
        ...reach,
        fits: yes("Whether a day of it is within what the free plan gives."),
        perDay: usage().describe("What a day takes, in batches of the free plan."),
      })
      .describe("On the free plan of Cloudflare."),
    paid: z
      .strictObject({
        ...reach,
        dollarsPerMonth: number(
          "What a month of 30 days costs, the plan's own price included, with the starts that were learned, each as if it came alone: where many come in one tick it is less (`docs/explanation/scaling.md`).",
        ),
        perDay: usage().describe("What a day takes, in batches of the paid plan."),
      })
      .describe("On the paid plan of Cloudflare: `used` is of what it includes; beyond that it costs more."),
  }),
);

export const planShape = lazy(() =>
  z
    .strictObject({
      now: planned().describe("As it is."),
      after: planned().describe("After the change that was asked about; the same where none was."),
      achieved: z
        .strictObject({
          p95GapSeconds: number("Seconds; null where no target was due at the last tick.")
            .nullable()
            .describe(
              "What 19 in 20 of the targets that were due at the last tick had waited since their last poll, seconds; null where none was.",
            ),
          behind: yes("Whether polls come later than was asked for by half, as `/healthz` says."),
        })
        .describe("How polls come now, beside what `expectedDelay` promises."),
    })
    .meta({ id: "Plan" }),
);
