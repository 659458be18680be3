import { priceText, shortNumber, signedPercent } from "../../core/numbers-as-text.ts";
import { DAY_MS } from "../../core/duration.ts";
import { withColon, type Say } from "../../core/sentence.ts";
import { doubtText, movedIn, movedText, named, NEWS_MS, percentOf, shareText, type Moved, type Past } from "../news.ts";
import { pricedId } from "./samples.ts";
import { listed, summaryOf, type KnownProduct, type ProductsState } from "./view.ts";

type Known = [id: string, KnownProduct];

const isRead = ({ unreadable }: KnownProduct, number: "price" | "sold"): boolean => unreadable?.[number] === undefined;

/** The number of products and the lowest price, if all prices are known and of one currency. */
function offerOf(state: ProductsState, all: Known[], say: Say): string {
  const [first] = all;
  const same = all.every(
    ([, one]) => one.price !== null && isRead(one, "price") && one.currency === first![1].currency,
  );
  if (first === undefined || !same) return summaryOf(state, say);
  const lowest = all.map(([, { price }]) => price!).reduce((a, b) => (Number(b) < Number(a) ? b : a));
  const price = priceText(say.language, lowest, first[1].currency);
  return say.plural(all.length, "{n} product from {price}", "{n} products from {price}", { price });
}

interface News {
  one: KnownProduct;
  moved: Moved;
}

const byPercent = (a: News, b: News): number => Math.abs(percentOf(b.moved)) - Math.abs(percentOf(a.moved));

/** The change of a price by its series. */
function priceMove([id, one]: Known, past: Past): News[] {
  if (one.price === null || !isRead(one, "price")) return [];
  const moved = movedIn(past, `price:${pricedId(id, one)}`, Number(one.price));
  return moved === null || percentOf(moved) === 0 ? [] : [{ one, moved }];
}

/** The change from the price that it replaced in the last seven days, of which only the day is known. */
function replaced([, one]: Known, { now }: Past): News[] {
  const [day, price] = one.formerPrices?.lows.at(-1) ?? [0, ""];
  if (one.price === null || !isRead(one, "price") || price === "" || day * DAY_MS < now - NEWS_MS) return [];
  const moved = { before: Number(price), after: Number(one.price), since: day * DAY_MS };
  return percentOf(moved) === 0 ? [] : [{ one, moved }];
}

/** The units sold since they were first seen, or since fast sales were last reported. */
function saleMove([id, one]: Known, past: Past): News[] {
  const { soldBase, soldBaseAt, sold } = one;
  if (sold.value === null || !isRead(one, "sold")) return [];
  const own = soldBase === null ? [] : [[soldBaseAt, soldBase] as const];
  const moved = movedIn(past, `sold:${id}`, sold.value, own);
  return moved === null || moved.after <= moved.before ? [] : [{ one, moved }];
}

function changeOf(all: Known[], past: Past, say: Say): string | null {
  const { language } = say;
  const told = ({ title }: KnownProduct, value: string): string =>
    title === null ? value : withColon(language, named(title), value);
  const cost = (one: KnownProduct): string => told(one, priceText(language, one.price!, one.currency));
  const [priced] = all.flatMap((one) => priceMove(one, past)).toSorted(byPercent);
  if (priced !== undefined) return movedText(cost(priced.one), priced.moved, past.now, say, shareText);
  const [former] = all.flatMap((one) => replaced(one, past)).toSorted(byPercent);
  if (former !== undefined)
    return say.text("{what}, before {price} ({change})", {
      what: cost(former.one),
      price: priceText(language, former.one.formerPrices!.lows.at(-1)![1], former.one.currency),
      change: signedPercent(language, percentOf(former.moved)),
    });
  const [sold] = all.flatMap((one) => saleMove(one, past)).toSorted(byPercent);
  if (sold === undefined) return null;
  const value = say.text("{n} sold", { n: shortNumber(language, sold.moved.after) });
  return movedText(told(sold.one, value), sold.moved, past.now, say);
}

/**
 * The offer, and the price that changed most or else what sold fastest: "22 products from 6 USD · Yoga Mat: 180 USD, down
 * 10% in 3 days".
 */
export function productsNews(state: ProductsState, past: Past, say: Say): string {
  if (state.doubt !== null) return doubtText(say);
  const all = listed(state);
  const change = changeOf(all, past, say);
  return [offerOf(state, all, say), ...(change === null ? [] : [change])].join(" · ");
}
