import { dayMs } from "../world/durations.ts";
import { homeProductsOf } from "../world/products.ts";
import type { Operation } from "./operation.ts";
import { productItem } from "./product-item.ts";

/** The products that a category currently offers, without the excluded ones. */
export const homeProducts: Operation = ({ params, world }) => {
  const excluded = new Set(params.list("exclude_product_ids"));
  const offered = homeProductsOf(world, params.number("category_id")).filter((item) => !excluded.has(item.productId));
  return { productList: offered.map((item) => productItem(world, item)) };
};

const limit = 1_000_000;

/** The key's limits, and its use since the last reset. */
export const keyInfo: Operation = ({ world, callsMade: callsCreated }) => ({
  key: "demo",
  status: "active",
  plan: "simulator",
  request_limit: limit,
  requests_used: callsCreated,
  requests_left: Math.max(0, limit - callsCreated),
  rate_limit_per_minute: 0,
  expires_at: new Date(world.startedAt + 365 * dayMs).toISOString(),
});
