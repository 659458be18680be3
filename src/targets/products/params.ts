import * as z from "zod";

const percent = z.number().min(0.1).max(10_000);

export const productsParams = z.strictObject({
  categoryId: z.int().min(0).describe("The shop category's number."),
  excludeProductIds: z
    .array(z.string().regex(/^\d{1,32}$/, "must be 1 to 32 digits"))
    .max(100)
    .optional()
    .describe("Products that are not looked at, by their ids; at most 100."),
});

export const productsSettings = z.strictObject({
  priceChangePercent: percent
    .default(1)
    .describe("Percent by which a price moves until it is told: 0.1 to 10,000. Default: 1."),
  soldSurgePercent: percent
    .default(50)
    .describe("Percent by which sales grow until it is told: 0.1 to 10,000. Default: 50."),
  confirmGone: z
    .int()
    .min(1)
    .max(20)
    .default(3)
    .describe("Polls in a row without it until it is delisted: 1 to 20. Default: 3."),
});

export type ProductsParams = z.infer<typeof productsParams>;
export type ProductsSettings = z.infer<typeof productsSettings>;
