import type { Period } from "../period.ts";
import type { TargetWatch, Watched } from "../watched.ts";

/** The prices at the start and end of the period, as decimal texts. */
export type PriceMove = { before: string; after: string; currency: string | null; percent: number };

/** How a product is presented; null if the service does not say. */
type ProductLook = {
  url: string | null;
  image: string | null;
  shop: string | null;
  rating: number | null;
  reviews: number | null;
};

/** A product of a category. */
export type OfferedProduct = {
  productId: string;
  /** Null if unknown. */
  title: string | null;
  /** The net change over the period; null if the price was unchanged, or returned. */
  move: PriceMove | null;
  /** When the last change was detected, epoch ms; 0 for none. */
  movedAt: number;
  /** True if a price of the period is in another currency than the product has since. */
  rebased: boolean;
  /** The current price and its currency. */
  price: string | null;
  currency: string | null;
  /** Total sales at the instants of `scoredGrid`. */
  sold: (number | null)[];
  /** Whether it was offered. */
  atBegin: boolean;
  atEnd: boolean;
  surged: boolean;
  look: ProductLook;
};

/** The products of a category. */
export type ProductsMeasure = TargetWatch & { products: OfferedProduct[] };

/** A product whose price was cut. */
export type CutProduct = { title: string } & PriceMove;

/** A product that sells. */
export type SellingProduct = {
  title: string;
  /** Sales in the period, and per day. */
  sold: number;
  perDay: number;
  /** Sales in the previous period; null if unknown. */
  before: number | null;
  /** Sales in each step. */
  points: (number | null)[];
};

/** A product whose number sold grows more than that of others, in percent. */
export type ProductTrend = {
  title: string;
  percent: number;
  /** The median of all that are compared. */
  usual: number;
  /** True if it is more than in its own earlier periods, too. */
  byOwn: boolean;
};

/** The digest data of products. */
export type ProductsData = {
  period: Period;
  watched: Watched;
  /** Products offered at the end, each counted once. */
  offered: number;
  cuts: number;
  raises: number;
  /** Products that changed currency, which is no change of price. */
  rebased: number;
  /** Products with known sales, and their total. */
  known: number;
  sold: number;
  /** Products with a known sales count at the end, even if its growth is unknown. */
  counted: number;
  /** Sales now and in the previous period, of products for which both are known. */
  compared: { products: number; before: number; now: number };
  listed: number;
  delisted: number;
  surged: number;
  selling: number;
  deepest: CutProduct[];
  /** By sales. */
  best: SellingProduct[];
  /** Whose number sold grows on its own, as on the page of trends; null for none, undefined in older digests. */
  trend?: ProductTrend | null;
  /** The first of each list, each once, for cards. */
  shown: (ProductLook & { title: string })[];
  fresh: { title: string; price: string | null; currency: string | null }[];
};
