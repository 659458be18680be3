import { homeProductsOf } from "../world/products.ts";
import type { Operation } from "./operation.ts";
import { productItem } from "./product-item.ts";

/** The products that a category currently offers, without the excluded ones. */
export const homeProducts: Operation = ({ params, world }) => {
  const excluded = new Set(params.list("exclude_product_ids"));
  const offered = homeProductsOf(world, params.number("category_id")).filter((item) => !excluded.has(item.productId));
  return { productList: offered.map((item) => productItem(world, item)) };
};
