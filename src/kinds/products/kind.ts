import { inEnglish } from "../../core/say.ts";
import { productsPage } from "./page.ts";
import { unreadableFault, type Fault } from "../../core/fault.ts";
import { lostNumber } from "../../core/lost-number.ts";
import { err, ok } from "../../core/result.ts";
import type { ReadContext, Reading, TargetKind } from "../kind.ts";
import { productsEvents } from "./events.ts";
import { judgeProducts } from "./judge.ts";
import { productsParams, productsSettings, type ProductsParams, type ProductsSettings } from "./params.ts";
import { pricedId } from "./samples.ts";
import { storedProducts } from "./stored.ts";
import { showProducts, summaryOf, type Offered, type ProductsState, type ProductsView } from "./view.ts";
import { decodeProducts } from "./wire.ts";

const excludedOf = ({ excludeProductIds }: ProductsParams): string[] => Array.from(new Set(excludeProductIds)).sort();

type Asking = Pick<ReadContext<ProductsParams, ProductsSettings, ProductsState>, "params" | "before">;

function* read({ params, before }: Asking): Reading<ProductsView> {
  const values = { categoryId: params.categoryId, excludeProductIds: excludedOf(params) };
  const answer = yield { operation: "product.home_by_category", values };
  const decoded = answer.ok ? decodeProducts(answer.value.body) : err(answer.error);
  if (!decoded.ok) return decoded;
  const fault = unreadableIn(decoded.value.offered, before);
  return ok({ ...decoded.value, ...(fault === null ? {} : { unreadable: fault }) });
}

/** Where the numbers of a product are in its row. */
const POINTERS = { price: "product_price_info/sale_price_decimal", sold: "sold_info/sold_count" } as const;

/** The fault of prices or sales that were known and can no longer be read. */
function unreadableIn(offered: Offered[], before: Asking["before"]): Fault | null {
  if (offered.every(({ price, sold }) => price !== null && sold !== null)) return null;
  const known = before()?.known ?? {};
  const rows = offered.map((row, place) => ({ row, place, had: known[row.productId] }));
  for (const name of ["price", "sold"] as const) {
    const had = rows.filter(
      (one) => one.had !== undefined && (name === "price" ? one.had.price : one.had.sold.value) !== null,
    );
    const lost = lostNumber(had, ({ row }) =>
      row[name] !== null ? "read" : row.texts?.includes(name) ? "text" : "missing",
    );
    if (lost !== null) return unreadableFault(`/data/productList/${lost.place}/${POINTERS[name]}`, name);
  }
  return null;
}

/** The products on a category's home page: the `product.*` events. */
export const products: TargetKind<
  ProductsParams,
  ProductsSettings,
  ProductsState,
  ProductsView,
  typeof productsEvents
> = {
  kind: "products",
  title: "Category products",
  page: productsPage,
  params: productsParams,
  settings: productsSettings,
  intervalSeconds: 3600,
  stored: storedProducts,
  cpuWeight: 24,
  identity: (params) => JSON.stringify([params.categoryId, excludedOf(params)]),
  operations: [
    {
      name: "product.home_by_category",
      source: "spec",
      method: "POST",
      path: "/api/v1//product/home/by-category-id",
      body: { category_id: "{categoryId}", exclude_product_ids: "{excludeProductIds}" },
    },
  ],
  calls: () => 1,
  read,
  judge: judgeProducts,
  unreadable: ({ unreadable }) => unreadable ?? null,
  measured: {
    known: ({ known }) =>
      Object.fromEntries(
        Object.entries(known).flatMap(([id, one]) => {
          const own = pricedId(id, one);
          return own === id
            ? [[id, one.title]]
            : [
                [id, one.title],
                [own, one.title],
              ];
        }),
      ),
    currency: ({ known }, series) => {
      const [, id = "", other] = /^price:([^/]*)(?:\/(.*))?$/s.exec(series) ?? [];
      return other ?? known[id]?.seriesCurrency ?? null;
    },
    named: ({ productId, title }) => [productId, title],
  },
  snapshot: showProducts,
  status: (state) => ({ summary: summaryOf(state, inEnglish) }),
  summary: summaryOf,
  since: (state) => state.since,
  live: () => false,
  events: productsEvents,
  example: { name: "Kitchen gadgets", params: { categoryId: 600_001, excludeProductIds: ["1730998877665544332"] } },
};
