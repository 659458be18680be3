import type { JsonObject } from "../../core/json.ts";
import type { GrowingCount } from "../../core/growing-count.ts";
import type { Absence } from "../../core/keyed-diff.ts";

/** What a product looks like, and who sells it. */
export interface ProductLook {
  /** The https address of its picture. */
  image: string | null;
  shop: string | null;
  /** Out of five stars, and of how many reviews. */
  rating: number | null;
  reviews: number | null;
}

export const noLook: ProductLook = { image: null, shop: null, rating: null, reviews: null };

/** One product as a category offers it. */
export interface Offered {
  productId: string;
  title: string | null;
  /** The sale price as its shortest decimal text; null where none is said. */
  price: string | null;
  currency: string | null;
  sold: number | null;
  look: ProductLook;
}

export interface ProductsView {
  offered: Offered[];
}

/** A price that was replaced: on which day (UTC, counted since 1970), and what it was. */
export type FormerPrice = [day: number, price: string];

/** Of the prices that were replaced those that may still be the lowest or the highest of thirty days, oldest first. */
export interface FormerPrices {
  lows: FormerPrice[];
  highs: FormerPrice[];
}

export interface KnownProduct {
  title: string | null;
  /** As last sampled. */
  price: string | null;
  /** The price that was told last, or seen first. */
  toldPrice: string | null;
  /** The currency of both. */
  currency: string | null;
  /** The currency of the series `price:ID`: prices in another one have a series of their own. */
  seriesCurrency: string | null;
  sold: GrowingCount;
  /** What was sold when a surge was told last, or when it was seen first. */
  soldBase: number | null;
  /** When that was, epoch ms. */
  soldBaseAt: number;
  /** Prices that it had before within thirty days; null where it had one price. */
  formerPrices: FormerPrices | null;
  absence: Absence | null;
  /** As last sampled. */
  look: ProductLook;
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
    .map(([productId, { title, price, currency, sold, look }]) => ({
      productId,
      title,
      price,
      currency,
      soldCount: sold.value,
      shop: look.shop,
      rating: look.rating,
      reviewCount: look.reviews,
      image: look.image,
      url: /^\d+$/.test(productId) ? `https://www.tiktok.com/shop/pdp/${productId}` : null,
    })),
});

export function summaryOf({ known }: ProductsState): string {
  const count = Object.keys(known).length;
  return count === 1 ? "1 product" : `${count} products`;
}
