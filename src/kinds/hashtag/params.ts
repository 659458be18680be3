import * as z from "zod";
import { lazy } from "../../core/lazy.ts";

const percent = () => z.number().min(0.1).max(10_000);

export const hashtagParams = lazy(() =>
  z.strictObject({
    keyword: z
      .string()
      .refine((text) => text.isWellFormed() && text.trim() !== "" && Array.from(text).length <= 100, {
        message: "must be 1 to 100 characters and not blank",
      })
      .describe("The search term: 1 to 100 characters."),
    region: z
      .string()
      .regex(/^[A-Z]{2}$/, "must be two capitals, such as US")
      .describe("The country as two capital letters, such as `US`."),
    count: z.int().min(1).max(50).default(20).describe("Number of results to check: 1 to 50. Default: 20."),
  }),
);

/** Default settings. */
const DEFAULTS = {
  surgePercent: 20,
  surgeWindowSeconds: 86_400,
  confirmGone: 3,
};

export const hashtagSettings = lazy(() =>
  z.strictObject({
    surgePercent: percent()
      .default(DEFAULTS.surgePercent)
      .describe("Growth of views that triggers an event, in percent: 0.1 to 10,000. Default: 20."),
    surgeWindowSeconds: z
      .int()
      .min(1)
      .max(2_592_000)
      .default(DEFAULTS.surgeWindowSeconds)
      .describe("Period over which growth is measured, in seconds, up to 30 days. Default: 86,400 (one day)."),
    confirmGone: z
      .int()
      .min(1)
      .max(20)
      .default(DEFAULTS.confirmGone)
      .describe("Number of polls in a row without a hashtag before it counts as gone: 1 to 20. Default: 3."),
  }),
);

export type HashtagParams = z.infer<ReturnType<typeof hashtagParams>>;
export type HashtagSettings = z.infer<ReturnType<typeof hashtagSettings>>;
