import type { JsonObject } from "../../core/json.ts";
import type { ProductsState } from "./view.ts";

/** The public snapshot: what is offered, by product id. */
export const showProducts = ({ known }: ProductsState): JsonObject => ({
  products: Object.entries(known)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([productId, { title, price, currency, sold }]) => ({
      productId,
      title,
      price,
      currency,
      soldCount: sold.value,
    })),
});

export function summaryOf({ known }: ProductsState): string {
  const count = Object.keys(known).length;
  return count === 1 ? "1 product" : `${count} products`;
}
