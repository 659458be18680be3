import * as z from "zod";
import { lazy } from "../../core/lazy.ts";
import { idDigits } from "../id-digits.ts";

const digits = () => idDigits().refine((text) => !/^0+$/.test(text), "must not be zero");

export const rankingParams = lazy(() =>
  z.strictObject({
    roomId: digits().describe("The room ID, digits."),
    userId: digits().describe("The creator's ID, digits."),
  }),
);

/** Default settings. */
const DEFAULTS = {
  thresholds: [99, 50, 20, 10, 3, 1],
  minMove: 0,
  closingMinutes: 15,
};

export const rankingSettings = lazy(() =>
  z.strictObject({
    thresholds: z
      .array(z.int().min(1).max(1000))
      .min(1)
      .max(20)
      .default(DEFAULTS.thresholds)
      .describe("Places that trigger an event when crossed. Default: 99, 50, 20, 10, 3, 1."),
    minMove: z
      .int()
      .min(0)
      .max(1000)
      .default(DEFAULTS.minMove)
      .describe(
        "Number of places gained or lost between two polls that also triggers an event; 0 (the default) turns this off.",
      ),
    closingMinutes: z
      .int()
      .min(5)
      .max(60)
      .default(DEFAULTS.closingMinutes)
      .describe("How many minutes before a ranking resets close places are reported, 5 to 60. Default: 15."),
  }),
);

export type RankingParams = z.infer<ReturnType<typeof rankingParams>>;
export type RankingSettings = z.infer<ReturnType<typeof rankingSettings>>;
