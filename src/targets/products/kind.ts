import { inEnglish } from "../../core/say.ts";
import { productsPage } from "./page.ts";
import { err } from "../../core/result.ts";
import type { Reading, TargetKind } from "../kind.ts";
import { productsEvents } from "./events.ts";
import { judgeProducts } from "./judge.ts";
import { productsParams, productsSettings, type ProductsParams, type ProductsSettings } from "./params.ts";
import { pricedId } from "./samples.ts";
import { storedProducts } from "./stored.ts";
import { showProducts, summaryOf, type ProductsState, type ProductsView } from "./view.ts";
import { decodeProducts } from "./wire.ts";

const excludedOf = ({ excludeProductIds }: ProductsParams): string[] => Array.from(new Set(excludeProductIds)).sort();

function* read(params: ProductsParams): Reading<ProductsView> {
  const values = { categoryId: params.categoryId, excludeProductIds: excludedOf(params) };
  const answer = yield { operation: "product.home_by_category", values };
  return answer.ok ? decodeProducts(answer.value.body) : err(answer.error);
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
  read: ({ params }) => read(params),
  judge: judgeProducts,
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
