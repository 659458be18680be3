import { sampleDue } from "../../core/sampling.ts";
import { leftAt } from "../../core/absence.ts";
import type { LastValue } from "../kind.ts";
import type { ProductsChange } from "./events.ts";
import type { KnownProduct, Offered, ProductLook, ProductsState } from "./view.ts";

/** What a poll found about one product. */
export interface ProductOutcome {
  id: string;
  /** Its next stored row; null if it is delisted. */
  kept: KnownProduct | null;
  now: Offered | null;
  /** Plausible values. */
  price: string | null;
  sold: number | null;
  /** True if its values must be stored now, whatever the time. */
  force: boolean;
  changes: ProductsChange[];
}

/** Adds a sample. Titles and looks are only updated together with one: they do not justify a write. */
export function sampled(stored: KnownProduct, { now, price, sold }: ProductOutcome): KnownProduct {
  if (now === null) return stored;
  return {
    ...stored,
    title: now.title ?? stored.title,
    price: price ?? stored.price,
    sold: { ...stored.sold, value: sold ?? stored.sold.value },
    look: mergedLook(stored.look, now.look),
  };
}

/** Keeps what the answer lacks. */
const mergedLook = (stored: ProductLook, now: ProductLook): ProductLook => ({
  image: now.image ?? stored.image,
  shop: now.shop ?? stored.shop,
  rating: now.rating ?? stored.rating,
  reviews: now.reviews ?? stored.reviews,
});

/** Whether it is time for a sample. */
export function isDue(before: ProductsState, seen: ProductOutcome[], at: number): boolean {
  const last = new Map<string, number>();
  for (const [id, { price, sold }] of Object.entries(before.known)) {
    if (price !== null) last.set(priceSeries(id, before.known[id]!), Number(price));
    if (sold.value !== null) last.set(`sold:${id}`, sold.value);
  }
  const now = new Map(Object.entries(samplesOf(seen)));
  return sampleDue({ last, sampledAt: before.sampledAt, now, at });
}

/** The id in the name of a price series. Another currency than the first has its own series, `ID/EUR`. */
export const pricedId = (id: string, { currency, seriesCurrency }: Priced): string =>
  currency === null || seriesCurrency === null || currency === seriesCurrency ? id : `${id}/${currency}`;

type Priced = Pick<KnownProduct, "currency" | "seriesCurrency">;

const priceSeries = (id: string, known: Priced): string => `price:${pricedId(id, known)}`;

/** The last numbers, by series. */
export const lastNumbers = ({ known }: ProductsState): Record<string, LastValue> =>
  Object.fromEntries(
    Object.entries(known).flatMap(([id, row]) => {
      const { price, sold, unreadable } = row;
      const left = leftAt(row);
      const one = (series: string, value: number, lost: number | undefined): [string, LastValue] => [
        series,
        { value, until: left ?? lost ?? null },
      ];
      return [
        ...(price === null ? [] : [one(priceSeries(id, row), Number(price), unreadable?.price)]),
        ...(sold.value === null ? [] : [one(`sold:${id}`, sold.value, unreadable?.sold)]),
      ];
    }),
  );

/** The series of these products: `price:` and `sold:` with the product id. */
export function samplesOf(rows: ProductOutcome[]): Record<string, number> {
  const samples: Record<string, number> = {};
  for (const { id, kept, now, price, sold } of rows) {
    if (now === null || kept === null) continue;
    if (price !== null) samples[priceSeries(id, kept)] = Number(price);
    if (sold !== null) samples[`sold:${id}`] = sold;
  }
  return samples;
}
