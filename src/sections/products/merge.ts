import type { OfferedProduct, ProductsMeasure } from "./data.ts";

/** A product, whichever categories offer it. */
export interface Product extends OfferedProduct {
  id: string;
  title: string;
}

/** Counts a product of several categories once: with the price that was changed last, and the most that was sold. */
export function mergedProducts(measures: ProductsMeasure[]): Product[] {
  const merged = new Map<string, OfferedProduct>();
  // Of equal changes the first target's counts, whatever the order in which they come.
  for (const { products } of measures.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    for (const product of products) {
      const known = merged.get(product.productId);
      merged.set(product.productId, known === undefined ? product : joinedProducts(known, product));
    }
  }
  return Array.from(merged, ([id, product]) => ({
    ...product,
    id,
    title: product.title ?? `Product ${id.slice(0, 40)}`,
  }));
}

function joinedProducts(a: OfferedProduct, b: OfferedProduct): OfferedProduct {
  const priced = b.movedAt > a.movedAt || (a.price === null && a.movedAt === b.movedAt) ? b : a;
  return {
    ...priced,
    title: a.title ?? b.title,
    sold: a.sold.map((sold, index) => larger(sold, b.sold[index] ?? null)),
    atBegin: a.atBegin || b.atBegin,
    atEnd: a.atEnd || b.atEnd,
    surged: a.surged || b.surged,
  };
}

const larger = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);
