import { DAY_MS } from "../../core/duration.ts";
import { periodOf } from "../period.ts";
import type { Frame } from "../section.ts";
import { distinguished } from "../distinguish.ts";
import { byName, top } from "../fact.ts";
import { watchedOf } from "../watched.ts";
import { growthPercent } from "../../core/compared-numbers.ts";
import { median } from "../robust.ts";
import { BEGIN, FIRST_EARLIER, growthOf, scoresOf, trendsFirst } from "../score.ts";
import type { PriceMove, ProductTrend, ProductsData, ProductsMeasure, SellingProduct, OfferedProduct } from "./data.ts";

const MAX_DISPLAYED = 3;

interface Sold {
  id: string;
  name: string;
  product: Product;
  sold: number;
  before: number | null;
}

/** Price cuts, sales, new and removed products. */
export function concludeProducts(measures: ProductsMeasure[], frame: Frame): ProductsData {
  const products = mergedProducts(measures);
  const offered = products.filter(({ atEnd }) => atEnd);
  const moved = offered.flatMap(({ id, title, move }) => (move === null ? [] : [{ id, name: title, move }]));
  const cuts = moved.filter(({ move }) => isCut(move));
  const known = offered.flatMap(soldOf);
  const both = known.filter(({ before }) => before !== null);
  const selling = known.filter(({ sold }) => sold > 0);
  const fresh = offered.filter(({ atBegin }) => !atBegin).map((one) => ({ ...one, name: one.title }));
  const deepest = top(cuts, (a, b) => shareOf(a.move) - shareOf(b.move) || byName(a, b));
  const best = top(selling, (a, b) => b.sold - a.sold || byName(a, b));
  const newest = top(fresh, byName);
  return {
    period: periodOf(frame),
    watched: watchedOf(measures, frame),
    offered: offered.length,
    cuts: cuts.length,
    raises: moved.length - cuts.length,
    rebased: offered.filter(({ rebased }) => rebased).length,
    known: known.length,
    sold: sum(known, ({ sold }) => sold),
    counted: offered.filter((one) => one.sold.at(-1) != null).length,
    compared: {
      products: both.length,
      before: sum(both, ({ before }) => before!),
      now: sum(both, ({ sold }) => sold),
    },
    listed: fresh.length,
    delisted: products.filter(({ atBegin, atEnd }) => atBegin && !atEnd).length,
    surged: products.filter(({ surged }) => surged).length,
    selling: selling.length,
    deepest: deepest.map(({ name, move }) => ({
      title: name,
      ...move,
    })),
    best: best.map((one) => rowOf(one, frame)),
    trend: trendIn(offered),
    shown: displayedOf(offered, [deepest, best, newest]),
    fresh: newest.map(({ title, price, currency }) => ({ title, price, currency })),
  };
}

/** The product whose number sold grows most unusually, if any does. */
function trendIn(offered: Product[]): ProductTrend | null {
  const counts = offered.map(({ sold }) => sold.slice(FIRST_EARLIER, BEGIN + 1));
  const scores = scoresOf(
    offered.map(({ sold }, index) => ({
      earlier: counts[index]!.slice(1).map((count, period) => growthOf(counts[index]![period], count)),
      now: growthOf(sold[BEGIN], sold.at(-1)),
    })),
  );
  const compared = offered.flatMap(({ title, sold }, index) => {
    const [score, percent] = [scores[index] ?? null, growthPercent(sold[BEGIN] ?? 0, sold.at(-1) ?? 0)];
    return score === null || percent === null ? [] : [{ title, percent, ...score }];
  });
  const [first] = trendsFirst(compared);
  const usual = median(compared.map(({ percent }) => percent));
  return first === undefined || usual === null
    ? null
    : { title: first.title, percent: first.percent, usual, byOwn: first.byOwn };
}

/** The first of each list, then the second of each, until there are three. */
function displayedOf(offered: Product[], lists: { id: string }[][]): ProductsData["shown"] {
  const ids = lists[0]!.concat(...lists.slice(1));
  const inTurn = ids.map((_, rank) => lists.flatMap((list) => list[rank] ?? [])).flat();
  const chosen = Array.from(new Set(inTurn.map(({ id }) => id))).slice(0, MAX_DISPLAYED);
  const products = new Map(offered.map((one) => [one.id, one]));
  return chosen.flatMap((id) => {
    const one = products.get(id);
    return one === undefined ? [] : [{ title: one.title, ...one.look }];
  });
}

const isCut = ({ before, after }: PriceMove): boolean => Number(after) < Number(before);

const shareOf = ({ before, after }: PriceMove): number => Number(after) / Number(before);

/** The number sold in the period. Null if the count fell, since sales cannot be undone. */
function soldOf(product: Product): Sold[] {
  const sold = grownBy(product.sold[BEGIN], product.sold.at(-1));
  if (sold === null) return [];
  return [{ id: product.id, name: product.title, product, sold, before: grownBy(product.sold[0], product.sold[1]) }];
}

function grownBy(from: number | null | undefined, to: number | null | undefined): number | null {
  return from == null || to == null || to < from ? null : to - from;
}

function rowOf({ name, product, sold, before }: Sold, { from, to }: Frame): SellingProduct {
  const steps = product.sold.slice(BEGIN);
  return {
    title: name,
    sold,
    perDay: Math.round((sold * 10 * DAY_MS) / (to - from)) / 10,
    before,
    points: steps.slice(1).map((now, index) => grownBy(steps[index], now)),
  };
}

const sum = (all: Sold[], of: (one: Sold) => number): number => all.reduce((total, one) => total + of(one), 0);

/** A product, merged from all categories. */
interface Product extends OfferedProduct {
  id: string;
  title: string;
}

/** Merges a product of several categories: with its latest changed price, and the highest sales. */
function mergedProducts(measures: ProductsMeasure[]): Product[] {
  const merged = new Map<string, OfferedProduct>();
  // Of equal changes that of the first target counts, so the order does not matter.
  for (const { products } of measures.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    for (const product of products) {
      const known = merged.get(product.productId);
      merged.set(product.productId, known === undefined ? product : joinedProducts(known, product));
    }
  }
  const named = Array.from(merged, ([id, product]) => {
    return { ...product, id, name: product.title ?? `Product ${id.slice(0, 40)}`, told: id.slice(0, 40) };
  });
  return distinguished(named).map((one) => ({ ...one, title: one.name }));
}

function joinedProducts(a: OfferedProduct, b: OfferedProduct): OfferedProduct {
  const priced = b.movedAt > a.movedAt || (a.price === null && a.movedAt === b.movedAt) ? b : a;
  return {
    ...priced,
    title: a.title ?? b.title,
    sold: a.sold.map((sold, index) => larger(sold, b.sold[index] ?? null)),
    atBegin: a.atBegin || b.atBegin,
    atEnd: a.atEnd || b.atEnd,
    rebased: a.rebased || b.rebased,
    surged: a.surged || b.surged,
  };
}

const larger = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);
