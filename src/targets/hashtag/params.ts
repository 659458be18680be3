import * as z from "zod";

const percent = z.number().min(0.1).max(10_000);

export const hashtagParams = z.strictObject({
  keyword: z.string().refine((text) => text.isWellFormed() && text.trim() !== "" && Array.from(text).length <= 100, {
    message: "must be 1 to 100 characters and not blank",
  }),
  region: z.string().regex(/^[A-Z]{2}$/, "must be two capitals, such as US"),
  count: z.int().min(1).max(50).default(20),
});

export const hashtagSettings = z.strictObject({
  surgePercent: percent.default(20),
  surgeWindowSeconds: z.int().min(1).max(2_592_000).default(86_400),
  confirmGone: z.int().min(1).max(20).default(3),
});

export type HashtagParams = z.infer<typeof hashtagParams>;
export type HashtagSettings = z.infer<typeof hashtagSettings>;
