import * as z from "zod";

const digits = z
  .string()
  .regex(/^\d{1,32}$/, "must be 1 to 32 digits")
  .refine((text) => !/^0+$/.test(text), "must not be zero");

export const rankingParams = z.strictObject({
  roomId: digits.describe("The id of the room, digits."),
  userId: digits.describe("The creator's id, digits."),
});

export const rankingSettings = z.strictObject({
  thresholds: z
    .array(z.int().min(1).max(1000))
    .min(1)
    .max(20)
    .default([99, 50, 20, 10, 3, 1])
    .describe("Places whose crossing is told. Default: 99, 50, 20, 10, 3, 1."),
  minMove: z
    .int()
    .min(0)
    .max(1000)
    .default(0)
    .describe("Places that one poll must move to be told too; 0 (the default): none."),
});

export type RankingParams = z.infer<typeof rankingParams>;
export type RankingSettings = z.infer<typeof rankingSettings>;
