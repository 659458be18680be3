import * as z from "zod";
import { lazy } from "../../core/lazy.ts";
import { idDigits } from "../id-digits.ts";

const percent = () => z.number().min(0.1).max(10_000);

export const productsParams = lazy(() =>
  z.strictObject({
    categoryId: z.int().min(0).describe("The shop category's ID."),
    excludeProductIds: z.array(idDigits()).max(100).optional().describe("IDs of products to ignore, up to 100."),
  }),
);

/** Default settings. */
const DEFAULTS = {
  priceChangePercent: 1,
  soldSurgePercent: 50,
  confirmGone: 3,
};

export const productsSettings = lazy(() =>
  z.strictObject({
    priceChangePercent: percent()
      .default(DEFAULTS.priceChangePercent)
      .describe("Price change that triggers an event, in percent: 0.1 to 10,000. Default: 1."),
    soldSurgePercent: percent()
      .default(DEFAULTS.soldSurgePercent)
      .describe("Growth of sales that triggers an event, in percent: 0.1 to 10,000. Default: 50."),
    confirmGone: z
      .int()
      .min(1)
      .max(20)
      .default(DEFAULTS.confirmGone)
      .describe("Number of polls in a row without a product before it counts as delisted: 1 to 20. Default: 3."),
  }),
);

export type ProductsParams = z.infer<ReturnType<typeof productsParams>>;
export type ProductsSettings = z.infer<ReturnType<typeof productsSettings>>;
