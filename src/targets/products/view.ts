import type { JsonObject } from "../../core/json.ts";
import type { GrowingCount } from "../../core/growing-count.ts";
import type { Absence } from "../../core/keyed-diff.ts";

/** One product as a category offers it. */
export interface Offered {
  productId: string;
  title: string | null;
  /** The sale price as its shortest decimal text; null where none is said. */
  price: string | null;
  currency: string | null;
  sold: number | null;
}

export interface ProductsView {
  offered: Offered[];
}

export interface KnownProduct {
  title: string | null;
  /** As last sampled. */
  price: string | null;
  /** The price that was told last, or seen first. */
  toldPrice: string | null;
  /** The currency of both. */
  currency: string | null;
  sold: GrowingCount;
  /** What was sold when a surge was told last, or when it was seen first. */
  soldBase: number | null;
  /** When that was, epoch ms. */
  soldBaseAt: number;
  absence: Absence | null;
}

export interface ProductsState {
  since: number;
  sampledAt: number;
  /** By product id. */
  known: Record<string, KnownProduct>;
}

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
