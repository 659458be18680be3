import { DAY_MS } from "../../core/duration.ts";
import { growthPercent } from "../../core/growing-count.ts";
import { isBelow } from "../../core/decimal.ts";
import type { FormerPrice, FormerPrices } from "./view.ts";

/** Prices replaced more than this many days ago are dropped. */
const DAYS = 30;

const NONE: FormerPrices = { lows: [], highs: [] };

/** Adds a price that is being replaced. Each list has at most one price a day. */
export function withFormer(former: FormerPrices | null, price: string, at: number): FormerPrices {
  const { lows, highs } = former ?? NONE;
  const day = Math.floor(at / DAY_MS);
  return {
    lows: added(lows, [day, price], (a, b) => !isBelow(a, b)),
    highs: added(highs, [day, price], (a, b) => !isBelow(b, a)),
  };
}

/**
 * Drops prices that can no longer be the lowest (or highest). The callback compares an earlier price with a later one.
 */
function added(
  list: FormerPrice[],
  [day, price]: FormerPrice,
  isSuperseded: (earlier: string, later: string) => boolean,
): FormerPrice[] {
  const left = list.filter(([then, one]) => then >= day - DAYS && !isSuperseded(one, price));
  const last = left.at(-1);
  return last !== undefined && last[0] === day ? left : [...left, [day, price]];
}

/** The lowest and highest price of thirty days, including `now`, and how far `now` is from each. */
export function rangeOf(
  { lows, highs }: FormerPrices,
  now: string,
): { low30: string; high30: string; percentSinceLow30: number; percentSinceHigh30: number } {
  const low30 = lows[0] === undefined || isBelow(now, lows[0][1]) ? now : lows[0][1];
  const high30 = highs[0] === undefined || isBelow(highs[0][1], now) ? now : highs[0][1];
  const since = (price: string) => growthPercent(Number(price), Number(now)) ?? 0;
  return { low30, high30, percentSinceLow30: since(low30), percentSinceHigh30: since(high30) };
}
