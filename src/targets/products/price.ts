import { movedBy } from "../../core/decimal.ts";
import { growthPercent } from "../../core/growing-count.ts";
import type { KnownProduct, Offered } from "./view.ts";

export interface Priced {
  kept: Pick<KnownProduct, "price" | "toldPrice" | "currency">;
  told: { before: string; after: string; percent: number | null } | null;
  /** True where prices start over: a first price, or another currency. */
  rebased: boolean;
}

/**
 * Compares a price with the one that was told last. What is not said is no change; another currency is another measure,
 * not another price.
 */
export function priceOf(known: KnownProduct, { price, currency }: Offered, changePercent: number): Priced {
  const kept = { price: known.price, toldPrice: known.toldPrice, currency: known.currency };
  const same: Priced = { kept, told: null, rebased: false };
  if (price === null) return same;
  const other = currency !== null && currency !== known.currency;
  if (known.toldPrice === null || (other && known.currency !== null)) {
    return { kept: { price, toldPrice: price, currency: currency ?? known.currency }, told: null, rebased: true };
  }
  const named: Priced = other ? { ...same, kept: { ...kept, currency }, rebased: true } : same;
  if (!movedBy(known.toldPrice, price, changePercent)) return named;
  const percent = growthPercent(Number(known.toldPrice), Number(price));
  return {
    ...named,
    kept: { ...named.kept, price, toldPrice: price },
    told: { before: known.toldPrice, after: price, percent },
  };
}
