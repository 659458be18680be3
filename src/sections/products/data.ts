import type { Period } from "../period.ts";
import type { Seen, Watched } from "../watched.ts";

/** A price of the period's begin and one of its end, as decimal texts. */
export type PriceMove = { before: string; after: string; currency: string | null; percent: number };

/** How a product can be looked at; null where the service does not say. */
type ProductLook = {
  url: string | null;
  image: string | null;
  shop: string | null;
  rating: number | null;
  reviews: number | null;
};

/** One product of one category. */
export type OfferedProduct = {
  productId: string;
  /** Null where nobody said. */
  title: string | null;
  /** Net over the period; null where the price was not changed, or came back. */
  move: PriceMove | null;
  /** When the last change was detected, epoch ms; 0 for none. */
  movedAt: number;
  /** The price now, with its currency. */
  price: string | null;
  currency: string | null;
  /** What was sold by the period before's begin, by this one's begin and by the ends of its steps. */
  sold: (number | null)[];
  /** Whether it was offered. */
  atBegin: boolean;
  atEnd: boolean;
  surged: boolean;
  look: ProductLook;
};

/** One category's products. */
export type ProductsMeasure = Seen & { products: OfferedProduct[] };

/** A product whose price was cut. */
export type CutProduct = { title: string } & PriceMove;

/** A product that sells. */
export type SellingProduct = {
  title: string;
  /** Sold in the period, and a day. */
  sold: number;
  perDay: number;
  /** Sold in the period before; null where that is not known. */
  before: number | null;
  /** Sold in each step. */
  points: (number | null)[];
};

/** What a digest says about products. */
export type ProductsData = {
  period: Period;
  watched: Watched;
  /** Products that were offered at the end, each once. */
  offered: number;
  cuts: number;
  raises: number;
  /** Products of which it is known what was sold, and how much that was. */
  known: number;
  sold: number;
  /** Products whose count of sales is known at the end: how much that grew may not be. */
  counted: number;
  /** What was sold now and in the period before of those of which both is known. */
  compared: { products: number; before: number; now: number };
  listed: number;
  delisted: number;
  surged: number;
  selling: number;
  deepest: CutProduct[];
  /** By what was sold. */
  best: SellingProduct[];
  /** The first of each list, each once: to be looked at. */
  shown: (ProductLook & { title: string })[];
  fresh: { title: string; price: string | null; currency: string | null }[];
};
