import { inEnglish } from "../../core/say.ts";
import { movedBy } from "../../core/decimal.ts";
import { weighedCount, grewBy, growthPercent } from "../../core/growing-count.ts";
import { iso } from "../../core/instant.ts";
import { keyedDiff, missedAgain } from "../../core/keyed-diff.ts";
import type { Judging, Judgment } from "../kind.ts";
import { productsChange, type ProductsChange } from "./events.ts";
import { rangeOf, withFormer } from "./former-prices.ts";
import type { ProductsParams, ProductsSettings } from "./params.ts";
import { isDue, sampled, samplesOf, type ProductOutcome } from "./samples.ts";
import { summaryOf, type KnownProduct, type Offered, type ProductsState, type ProductsView } from "./view.ts";

type Input = Judging<ProductsParams, ProductsSettings, ProductsState, ProductsView>;

/** While a missing product awaits confirmation, the category is polled again within this many seconds. */
const CONFIRM_WITHIN_SECONDS = 60;

/**
 * Finds products that appear, disappear, change price and surge. A product is delisted if it is missing from
 * `confirmGone` answers in a row. An empty answer proves nothing if products are known. Keys make changes repeatable: a
 * listing or a price change is keyed by its poll, an absence by its first poll, a surge by the time it is measured
 * from.
 */
export function judgeProducts(input: Input): Judgment<ProductsState, ProductsChange> {
  const { before, view, params, at } = input;
  const known = before?.known ?? {};
  const excluded = new Set(params.excludeProductIds);
  const offered = new Map<string, Offered>();
  for (const row of view.offered) {
    if (!offered.has(row.productId) && !excluded.has(row.productId)) offered.set(row.productId, row);
  }
  const diff = keyedDiff(known, offered);
  const seen = diff.stayed.map(([id, row, now]) => met(input, id, row, now));
  const missed = diff.absent.map(([id, row]) => lacked(input, id, row, offered.size > 0));
  const arrived = diff.arrived.map(([id, now]) => listed(input, id, now));
  const rows = [...seen, ...missed, ...arrived];
  const due = before === null || rows.some(({ force }) => force) || isDue(before, seen, at);
  const state: ProductsState = {
    since: before?.since ?? at,
    sampledAt: due ? at : before.sampledAt,
    known: Object.fromEntries(
      rows.flatMap((row) => (row.kept === null ? [] : [[row.id, due ? sampled(row.kept, row) : row.kept]])),
    ),
  };
  if (before !== null && summaryOf(state, inEnglish) !== summaryOf(before, inEnglish)) state.since = at;
  const waits = Object.values(state.known).some(({ absence }) => absence !== null);
  return {
    state,
    changes: rows.flatMap(({ changes }) => changes),
    again: waits ? CONFIRM_WITHIN_SECONDS : null,
    ...(due ? { samples: samplesOf(rows) } : {}),
  };
}

function met(input: Input, id: string, row: KnownProduct, now: Offered): ProductOutcome {
  const { settings, at } = input;
  const title = now.title ?? row.title;
  const price = priceOf(row, now, settings.priceChangePercent);
  const sold = weighedCount(row.sold, now.sold);
  const stored: KnownProduct = { ...row, ...price.kept, sold: { ...row.sold, low: sold.low }, absence: null };
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
  const force = changes.length > 0 || sold.fell || price.rebased;
  return { id, kept: stored, now, price: now.price, sold: sold.now, force, changes };
}

function lacked(input: Input, id: string, row: KnownProduct, answered: boolean): ProductOutcome {
  const { settings, at, lastOkAt } = input;
  const nothing = { id, now: null, price: null, sold: null, force: false };
  if (!answered) return { ...nothing, kept: row, changes: [] };
  const absence = missedAgain(row.absence, at, lastOkAt);
  if (absence.times < settings.confirmGone) return { ...nothing, kept: { ...row, absence }, changes: [] };
  const { title, price, currency } = row;
  const data = { productId: id, title, before: price, after: null, percent: null, currency };
  const delisted: ProductsChange = {
    type: "product.delisted",
    key: `${id}/${absence.firstAt}`,
    occurredAt: absence.firstAt,
    window: { from: absence.from, to: absence.firstAt },
    data,
  };
  return { ...nothing, kept: null, changes: [delisted] };
}

function listed(input: Input, id: string, now: Offered): ProductOutcome {
  const { before, at } = input;
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
    look,
  };
  const data = { productId: id, title, before: null, after: price, percent: null, currency };
  const changes = before === null ? [] : [productsChange(input, "product.listed", `${id}/${at}`, data)];
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
