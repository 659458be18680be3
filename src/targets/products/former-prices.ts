import { DAY_MS } from "../../core/duration.ts";
import { growthPercent } from "../../core/growing-count.ts";
import { isBelow } from "../../core/decimal.ts";
import type { FormerPrice, FormerPrices } from "./view.ts";

/** Prices that were replaced longer ago than this count no more. */
const DAYS = 30;

const NONE: FormerPrices = { lows: [], highs: [] };

/** The former prices with one more, which another replaces now. Each list has at most one price a day. */
export function withFormer(former: FormerPrices | null, price: string, at: number): FormerPrices {
  const { lows, highs } = former ?? NONE;
  const day = Math.floor(at / DAY_MS);
  return {
    lows: added(lows, [day, price], (a, b) => !isBelow(a, b)),
    highs: added(highs, [day, price], (a, b) => !isBelow(b, a)),
  };
}

/** `beats` says of two prices that the second, which stood later, makes the first one needless. */
function added(
  list: FormerPrice[],
  [day, price]: FormerPrice,
  subTicks: (earlier: string, later: string) => boolean,
): FormerPrice[] {
  const left = list.filter(([then, one]) => then >= day - DAYS && !subTicks(one, price));
  const last = left.at(-1);
  return last !== undefined && last[0] === day ? left : [...left, [day, price]];
}

/** The lowest and the highest price of thirty days, `now` included, and how far `now` is from both. */
export function rangeOf(
  { lows, highs }: FormerPrices,
  now: string,
): { low30: string; high30: string; percentSinceLow30: number; percentSinceHigh30: number } {
  const low30 = lows[0] === undefined || isBelow(now, lows[0][1]) ? now : lows[0][1];
  const high30 = highs[0] === undefined || isBelow(highs[0][1], now) ? now : highs[0][1];
  const since = (price: string) => growthPercent(Number(price), Number(now)) ?? 0;
  return { low30, high30, percentSinceLow30: since(low30), percentSinceHigh30: since(high30) };
}
