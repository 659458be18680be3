import { DAY_MS } from "../../core/duration.ts";
import { inEnglish } from "../../core/sentence.ts";
import { isBelow, movedBy } from "../../core/written-number.ts";
import { weighedCount, grewBy, growthPercent, stillUnreadable } from "../../core/compared-numbers.ts";
import { iso } from "../../core/instant.ts";
import { confirmWithin, doubtNews, fadedOf, judgeAbsences, type Missing } from "../../core/absence.ts";
import { keyedDiff } from "../../core/keyed-diff.ts";
import { remembering, withSeen } from "../../core/seen-ids.ts";
import type { Judging, Judgment } from "../judgment.ts";
import { productsChange, type ProductsChange } from "./events.ts";
import type { ProductsParams, ProductsSettings } from "./params.ts";
import { isDue, sampled, samplesOf, type ProductOutcome } from "./samples.ts";
import {
  BLANK,
  lostIn,
  summaryOf,
  type KnownProduct,
  type Offered,
  type ProductsState,
  type ProductsView,
  type FormerPrice,
  type FormerPrices,
} from "./view.ts";

type Input = Judging<ProductsParams, ProductsSettings, ProductsState, ProductsView>;

/** Limit on the ids that are remembered. */
const MOST_SEEN = 1000;

/**
 * Finds products that appear, disappear, change price and surge. A product is new if its id was never seen, or delisted, and delisted
 * if it is missing from `confirmGone` answers in a row. If others took its slot, it is out of sight. Keys make changes
 * repeatable: a listing or a price change is keyed by its poll, an absence by its first poll, a surge by the time it is
 * measured from.
 */
export function judgeProducts(input: Input): Judgment<ProductsState, ProductsChange> {
  const { view, params, at, lastOkAt } = input;
  const before = input.before ?? { ...BLANK, since: at };
  const { confirmGone } = input.settings;
  const excluded = new Set(params.excludeProductIds);
  const offered = new Map<string, Offered>();
  for (const row of view.offered) {
    if (!offered.has(row.productId) && !excluded.has(row.productId)) offered.set(row.productId, row);
  }
  const diff = keyedDiff(before.known, offered);
  const requested = { size: offered.size, complete: true, confirmGone, at, lastOkAt };
  const { missing, sight } = judgeAbsences(diff, before, requested);
  const remembered = remembering(before.seen);
  const seen = diff.stayed.map(([id, row, now]) => met(input, id, row, now));
  const missed = diff.absent.map(([id, row]) => lacked(id, row, missing.get(id)!));
  const arrived = diff.arrived.map(([id, now]) => listed(input, id, now, input.before !== null && !remembered(id)));
  const rows = [...seen, ...missed, ...arrived];
  const faded = fadedOf(rows.flatMap(({ id, kept }) => (kept === null ? [] : [[id, kept]])));
  const leaves = new Set(faded);
  const due = input.before === null || rows.some(({ force }) => force) || isDue(before, seen, at);
  const state: ProductsState = {
    since: before.since,
    sampledAt: due ? at : before.sampledAt,
    ...sight,
    seen: withSeen(before.seen, faded, MOST_SEEN),
    known: Object.fromEntries(
      rows.flatMap((row) =>
        row.kept === null || leaves.has(row.id) ? [] : [[row.id, due ? sampled(row.kept, row) : row.kept]],
      ),
    ),
  };
  if (input.before !== null && summaryOf(state, inEnglish) !== summaryOf(before, inEnglish)) state.since = at;
  return {
    state,
    changes: rows.flatMap(({ changes }) => changes),
    again: confirmWithin(Object.values(state.known), sight, at),
    ...(due ? { samples: samplesOf(rows) } : {}),
    ...doubtNews(before, sight),
  };
}

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

function met(input: Input, id: string, row: KnownProduct, now: Offered): ProductOutcome {
  const { settings, at } = input;
  const title = now.title ?? row.title;
  const price = priceOf(row, now, settings.priceChangePercent);
  const sold = weighedCount(row.sold, now.sold);
  const lost = lostIn(row, now);
  const { unreadable: before, ...last } = row;
  const unreadable = stillUnreadable(before, lost, at);
  const stored: KnownProduct = {
    ...last,
    ...price.kept,
    sold: { ...row.sold, low: sold.low },
    absence: null,
    ...(unreadable === undefined ? {} : { unreadable }),
  };
  const changes: ProductsChange[] = [];
  if (price.told !== null) {
    const { before, after, percent } = price.told;
    stored.formerPrices = withFormer(row.formerPrices, before, at);
    const range = rangeOf(stored.formerPrices, after);
    const data = { productId: id, title, before, after, percent, currency: stored.currency, ...range };
    changes.push(productsChange(input, "product.price_changed", `${id}/${at}`, data));
  } else if (price.anew) stored.formerPrices = null;
  const base = row.soldBase;
  if (sold.now !== null && (base === null || base === 0 || sold.fell)) {
    if (base !== sold.now) Object.assign(stored, { soldBase: sold.now, soldBaseAt: at });
  } else if (sold.now !== null && base !== null && grewBy(base, sold.now, settings.soldSurgePercent)) {
    const percent = growthPercent(base, sold.now);
    const grown = { before: base, after: sold.now, percent, since: iso(row.soldBaseAt) };
    const data = { productId: id, title, ...grown, currency: stored.currency };
    changes.push(productsChange(input, "product.sold_surged", `${id}/${row.soldBaseAt}`, data));
    Object.assign(stored, { soldBase: sold.now, soldBaseAt: at });
  }
  const force = changes.length > 0 || sold.fell || price.rebased || lost.length !== Object.keys(before ?? {}).length;
  return { id, kept: stored, now, price: now.price, sold: sold.now, force, changes };
}

function lacked(id: string, row: KnownProduct, { absence, gone }: Missing): ProductOutcome {
  const nothing = { id, now: null, price: null, sold: null, force: false };
  if (!gone || absence === null) return { ...nothing, kept: { ...row, absence }, changes: [] };
  const { firstAt, from } = absence;
  const { title, price, currency } = row;
  const change: ProductsChange = {
    type: "product.delisted",
    key: `${id}/${firstAt}`,
    occurredAt: firstAt,
    window: { from, to: firstAt },
    data: { productId: id, title, before: price, after: null, percent: null, currency },
  };
  return { ...nothing, kept: null, changes: [change] };
}

function listed(input: Input, id: string, now: Offered, news: boolean): ProductOutcome {
  const { at } = input;
  const { title, price, currency, sold, look } = now;
  const stored: KnownProduct = {
    title,
    price,
    toldPrice: price,
    currency,
    seriesCurrency: currency,
    sold: { value: sold, low: 0 },
    soldBase: sold,
    soldBaseAt: at,
    formerPrices: null,
    absence: null,
    seenAt: at,
    look,
  };
  const data = { productId: id, title, before: null, after: price, percent: null, currency };
  const changes = !news ? [] : [productsChange(input, "product.listed", `${id}/${at}`, data)];
  return { id, kept: stored, now, price, sold, force: true, changes };
}

interface Priced {
  kept: Pick<KnownProduct, "price" | "toldPrice" | "currency" | "seriesCurrency">;
  told: { before: string; after: string; percent: number | null } | null;
  /** True if prices start over: the first price, or another currency. */
  rebased: boolean;
  /** True if earlier prices cannot be compared with this one. */
  anew: boolean;
}

/**
 * Compares a price with the last reported one. A missing price is not a change. Another currency starts over instead of
 * changing the price.
 */
function priceOf(known: KnownProduct, { price, currency }: Offered, changePercent: number): Priced {
  const seriesCurrency = known.seriesCurrency ?? currency;
  const stored = { price: known.price, toldPrice: known.toldPrice, currency: known.currency, seriesCurrency };
  const same: Priced = { kept: stored, told: null, rebased: false, anew: false };
  if (price === null) return same;
  const other = currency !== null && currency !== known.currency;
  if (known.toldPrice === null || (other && known.currency !== null)) {
    const first = { ...stored, price, toldPrice: price, currency: currency ?? known.currency };
    return { kept: first, told: null, rebased: true, anew: true };
  }
  const named: Priced = other ? { ...same, kept: { ...stored, currency }, rebased: true } : same;
  if (!movedBy(known.toldPrice, price, changePercent)) return named;
  const percent = growthPercent(Number(known.toldPrice), Number(price));
  return {
    ...named,
    kept: { ...named.kept, price, toldPrice: price },
    told: { before: known.toldPrice, after: price, percent },
  };
}
