import type { Say } from "../../core/sentence.ts";
import { type GrowingCount, unreadableSince } from "../../core/compared-numbers.ts";
import { isOut, type Absence, type Sight } from "../../core/absence.ts";
import { iso } from "../../core/instant.ts";
import type { SeenIds } from "../../core/seen-ids.ts";
import type { Seen } from "../kind.ts";
import type { ProductsSnapshot } from "./shape.ts";

/** The appearance of a product, and its seller. */
export interface ProductLook {
  /** The https address of its picture. */
  image: string | null;
  shop: string | null;
  /** Out of five stars, and the number of reviews. */
  rating: number | null;
  reviews: number | null;
}

export const noLook: ProductLook = { image: null, shop: null, rating: null, reviews: null };

/** A product in the answer. */
export interface Offered {
  productId: string;
  title: string | null;
  /** The sale price as its shortest decimal text; null if missing. */
  price: string | null;
  currency: string | null;
  sold: number | null;
  look: ProductLook;
  /** The numbers that have a text which is none. */
  texts?: ProductNumber[];
}

/** The numbers of a product that are compared. */
export type ProductNumber = "price" | "sold";

export interface ProductsView extends Seen {
  offered: Offered[];
}

/** A replaced price: the day (UTC, since 1970) of its replacement, and the price. */
export type FormerPrice = [day: number, price: string];

/** The replaced prices that can still be the lowest or highest of thirty days, oldest first. */
export interface FormerPrices {
  lows: FormerPrice[];
  highs: FormerPrice[];
}

export interface KnownProduct {
  title: string | null;
  /** As of the last sample. */
  price: string | null;
  /** The last reported, or first known, price. */
  toldPrice: string | null;
  /** The currency of both. */
  currency: string | null;
  /** The currency of the series `price:ID`. Prices in another one have a series of their own. */
  seriesCurrency: string | null;
  sold: GrowingCount;
  /** Units sold at the last reported surge, or when first seen. */
  soldBase: number | null;
  /** The time of `soldBase`, epoch ms. */
  soldBaseAt: number;
  /** Replaced prices of the last thirty days; null if the price never changed. */
  formerPrices: FormerPrices | null;
  absence: Absence | null;
  /** First sight, epoch ms. */
  seenAt: number;
  /** The first answer since which a number was missing or could not be read, epoch ms. */
  unreadable?: Partial<Record<ProductNumber, number>>;
  /** As of the last sample. */
  look: ProductLook;
}

export interface ProductsState extends Sight {
  since: number;
  sampledAt: number;
  /** The ids of products that went out of sight long ago. */
  seen: SeenIds;
  /** By product id. */
  known: Record<string, KnownProduct>;
}

/** The products that count as listed: in sight, or missing without proof. */
export const listed = ({ known }: ProductsState): [string, KnownProduct][] =>
  Object.entries(known).filter(([, row]) => !isOut(row));

/**
 * The public snapshot: known products by id. `doubtedSince` is there while answers lack most of them, `unreadableSince`
 * where a number can no longer be read.
 */
export const showProducts = (state: ProductsState): ProductsSnapshot => ({
  products: listed(state)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([productId, { title, price, currency, sold, look, unreadable = {} }]) => ({
      productId,
      title,
      price: unreadable.price === undefined ? price : null,
      currency,
      soldCount: unreadable.sold === undefined ? sold.value : null,
      shop: look.shop,
      rating: look.rating,
      reviewCount: look.reviews,
      image: look.image,
      url: /^\d+$/.test(productId) ? `https://www.tiktok.com/shop/pdp/${productId}` : null,
      ...unreadableSince(Object.values(unreadable)),
    })),
  ...(state.doubt === null ? {} : { doubtedSince: iso(state.doubt.since) }),
});

export const summaryOf = (state: ProductsState, say: Say): string =>
  say.plural(listed(state).length, "{n} product", "{n} products");

/** The state before the first answer. */
export const BLANK: ProductsState = { since: 0, sampledAt: 0, size: 0, doubt: null, seen: "", known: {} };

/** The numbers of a product that are known, and that an answer has none for. */
export const lostIn = (row: KnownProduct, { price, sold }: Offered): ProductNumber[] => [
  ...(row.price !== null && price === null ? (["price"] as const) : []),
  ...(row.sold.value !== null && sold === null ? (["sold"] as const) : []),
];
