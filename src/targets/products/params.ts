import * as z from "zod";

const percent = z.number().min(0.1).max(10_000);

export const productsParams = z.strictObject({
  categoryId: z.int().min(0),
  excludeProductIds: z
    .array(z.string().regex(/^\d{1,32}$/, "must be 1 to 32 digits"))
    .max(100)
    .optional(),
});

export const productsSettings = z.strictObject({
  priceChangePercent: percent.default(1),
  soldSurgePercent: percent.default(50),
  confirmGone: z.int().min(1).max(20).default(3),
});

export type ProductsParams = z.infer<typeof productsParams>;
export type ProductsSettings = z.infer<typeof productsSettings>;
