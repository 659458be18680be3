import * as z from "zod";

const digits = z
  .string()
  .regex(/^\d{1,32}$/, "must be 1 to 32 digits")
  .refine((text) => !/^0+$/.test(text), "must not be zero");

export const rankingParams = z.strictObject({ roomId: digits, userId: digits });

export const rankingSettings = z.strictObject({
  thresholds: z.array(z.int().min(1).max(1000)).min(1).max(20).default([99, 50, 20, 10, 3, 1]),
  minMove: z.int().min(0).max(1000).default(0),
});

export type RankingParams = z.infer<typeof rankingParams>;
export type RankingSettings = z.infer<typeof rankingSettings>;
