import { lostNumber } from "../../core/compared-numbers.ts";
import { countOf, idOf, isObject, type Json, type JsonObject, lineOf, listOf, objectOf } from "../../core/json.ts";
import { decimalMarkIn, writtenCount, type DecimalMark, decimalOf } from "../../core/written-number.ts";
import { unreadableFault, type Fault, malformed } from "../../core/fault.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { ReadContext, Reading, TargetKind } from "../kind.ts";
import { productsEvents } from "./events.ts";
import { judgeProducts } from "./judge.ts";
import { productsNews } from "./news.ts";
import { productsParams, productsSettings, type ProductsParams, type ProductsSettings } from "./params.ts";
import { lastNumbers, pricedId } from "./samples.ts";
import {
  listed,
  showProducts,
  summaryOf,
  type Offered,
  type ProductsState,
  type ProductsView,
  type ProductLook,
  type ProductNumber,
} from "./view.ts";
import { priceText } from "../../core/numbers-as-text.ts";
import { distinguished } from "../../sections/distinguish.ts";
import { count, countText, name, reported, rowsIn, type KindPage } from "../page.ts";

/** The best seller first. */
const bySold = (a: JsonObject, b: JsonObject): number => Number(b["soldCount"] ?? -1) - Number(a["soldCount"] ?? -1);

/** How pages show shop categories. */
const productsPage: KindPage = {
  path: "/shops",
  noun: "shop",
  title: "Shops",
  icon: "shop",
  alerts: { title: "Shops", any: "a product", some: "a product", all: "does anything" },
  watched: {
    about: "Products of a shop category: new, gone, prices and sales.",
    fields: { "/name": "Name", "/params/categoryId": "Category ID" },
    settings: {
      "/settings/priceChangePercent": "Alert at this price change, %",
      "/settings/soldSurgePercent": "Alert at this sales growth since the last alert, %",
    },
    columns: ["Product", "Price", "Sold", "Shop"],
    rows: ({ products }, say) =>
      distinguished(
        rowsIn(products)
          .toSorted(bySold)
          .map((one) => ({ ...one, name: reported(one["title"]), told: reported(one["productId"]) })),
      ).map(({ name: title, price, currency, soldCount, shop, url }: JsonObject) => [
        { ...name(title), ...(typeof url === "string" ? { href: url } : {}) },
        {
          text:
            typeof price === "string"
              ? priceText(say.language, price, typeof currency === "string" ? currency : null)
              : "–",
          number: true,
        },
        count(soldCount, say),
        name(shop),
      ]),
    charts: [
      { begins: "sold:", title: "Sold", entries: "Products", unit: "count", text: countText },
      {
        begins: "price:",
        title: "Prices",
        entries: "Products",
        unit: "count",
        text: (value, language) => value.toLocaleString(language),
      },
    ],
  },
};

const excludedOf = ({ excludeProductIds }: ProductsParams): string[] => Array.from(new Set(excludeProductIds)).sort();

type Asking = Pick<ReadContext<ProductsParams, ProductsSettings, ProductsState>, "params" | "before">;

/** Limit on the products that are read, so that the state fits into its row. */
const MAX_ROWS = 500;
const MAX_URL = 400;

/** Decodes the products of a category. Rows without a product id are skipped, unless none has one. */
export function decodeProducts(body: Json): Result<ProductsView, Fault> {
  if (!isObject(body)) return err(malformed("", "the answer is not a JSON object"));
  const data = objectOf(body["data"]);
  if (data === null) return err(malformed("/data", "the answer has no data"));
  if (Object.keys(data).length === 0) return ok({ offered: [] });
  // Similar services use other names for the list.
  const name = ["productList", "product_list", "products"].find((key) => data[key] !== undefined) ?? "productList";
  const rows = listOf(data[name]);
  if (rows === null) return err(malformed(`/data/${name}`, "the products are not a list"));
  const read = rows.slice(0, MAX_ROWS);
  const mark = decimalMarkIn(read.flatMap((row) => textOf(priceIn(objectOf(row))) ?? [])) ?? ".";
  const offered = read.flatMap((row) => decodeRow(row, mark) ?? []);
  if (rows.length > 0 && offered.length === 0) {
    const field = isObject(rows[0]) ? "/product_id" : "";
    return err(malformed(`/data/${name}/0${field}`, "no product can be identified"));
  }
  return ok({ offered });
}

const priceIn = (row: JsonObject | null): Json | undefined =>
  objectOf(row?.["product_price_info"])?.["sale_price_decimal"];

const textOf = (value: Json | undefined): string | null =>
  typeof value === "string" && /[^\s0.,]/.test(value) ? value : null;

function decodeRow(row: Json, mark: DecimalMark): Offered | null {
  const fields = objectOf(row);
  const productId = idOf(fields?.["product_id_str"]) ?? idOf(fields?.["product_id"]);
  if (fields === null || productId === null) return null;
  const info = objectOf(fields["product_price_info"]);
  const count = objectOf(fields["sold_info"])?.["sold_count"];
  const [price, sold] = [decimalOf(priceIn(fields), mark), countOf(count) ?? writtenCount(count, mark)];
  const texts: ProductNumber[] = [
    ...(price === null && textOf(priceIn(fields)) !== null ? (["price"] as const) : []),
    ...(sold === null && textOf(count) !== null ? (["sold"] as const) : []),
  ];
  return {
    productId,
    title: lineOf(fields["title"]),
    price,
    currency: lineOf(info?.["currency_name"], 12),
    sold,
    look: lookOf(fields),
    ...(texts.length === 0 ? {} : { texts }),
  };
}

function lookOf(fields: JsonObject): ProductLook {
  const rate = objectOf(fields["rate_info"]);
  return {
    image: imageOf(objectOf(fields["image"])?.["url_list"]),
    shop: lineOf(objectOf(fields["seller_info"])?.["shop_name"], 80),
    rating: ratingOf(rate?.["score"]),
    reviews: countOf(rate?.["review_count"]),
  };
}

/** The first usable picture URL: https and short enough to store. */
function imageOf(list: Json | undefined): string | null {
  const urls = (listOf(list) ?? []).slice(0, 5);
  const fits = (url: Json): url is string =>
    typeof url === "string" && url.length <= MAX_URL && url.startsWith("https://") && URL.canParse(url);
  return urls.find(fits) ?? null;
}

/** A rating above 0, up to 5. Unrated products have 0. */
function ratingOf(value: Json | undefined): number | null {
  const stars = typeof value === "string" && /^\d(\.\d{1,4})?$/.test(value) ? Number(value) : value;
  return typeof stars === "number" && stars > 0 && stars <= 5 ? stars : null;
}

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
  series: () => ["price", "sold"],
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
    found: (state) => listed(state).flatMap(([id, one]) => [id, pricedId(id, one)]),
    currency: ({ known }, series) => {
      const [, id = "", other] = /^price:([^/]*)(?:\/(.*))?$/s.exec(series) ?? [];
      return other ?? known[id]?.seriesCurrency ?? null;
    },
    named: ({ productId, title }) => [productId, title],
    since: ({ known }) => Object.fromEntries(Object.entries(known).map(([id, { seenAt }]) => [id, seenAt])),
  },
  last: lastNumbers,
  snapshot: showProducts,
  summary: summaryOf,
  news: productsNews,
  events: productsEvents,
  example: { name: "Kitchen gadgets", params: { categoryId: 600_001, excludeProductIds: ["1730998877665544332"] } },
};
