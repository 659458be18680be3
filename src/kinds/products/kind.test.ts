import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../core/json.ts";
import { unreadableOf } from "../status.ts";
import { productsParams } from "./params.ts";
import { decodeProducts, products } from "./kind.ts";
import { BLANK, type KnownProduct } from "./view.ts";
import { firstPoll, readOff } from "../../../test/support/readings.ts";

const body = (...rows: Json[]): Json => ({ code: 0, data: { productList: rows } });

test.each<[string, JsonObject, JsonObject]>([
  [
    "a price without a discount",
    { product_price_info: { sale_price_decimal: "53", promotion_deduction_details: {} } },
    { price: "53" },
  ],
  [
    "the same with cents",
    { product_price_info: { sale_price_decimal: "53.00", currency_name: "MYR" } },
    { price: "53", currency: "MYR" },
  ],
  ["a price as a number", { product_price_info: { sale_price_decimal: 23.8 } }, { price: "23.8" }],
  ["a price of nothing", { product_price_info: { sale_price_decimal: "0.00" } }, { price: null }],
  ["price info as an empty list", { product_price_info: [] }, { price: null, currency: null }],
  [
    "a picture, a shop and stars",
    {
      image: { url_list: ["http://pictures.example/a.png", "https://pictures.example/b.png"] },
      seller_info: { shop_name: " Evening\nGoods " },
      rate_info: { score: 4.7, review_count: "812" },
    },
    { look: { image: "https://pictures.example/b.png", shop: "Evening Goods", rating: 4.7, reviews: 812 } },
  ],
  [
    "neither picture nor stars to believe",
    {
      image: { url_list: ["javascript:alert(1)", `https://pictures.example/${"a".repeat(500)}`, "https://", 5] },
      seller_info: [],
      rate_info: { score: 0, review_count: "many" },
    },
    { look: { image: null, shop: null, rating: null, reviews: null } },
  ],
  ["nothing but an id", {}, { title: null, price: null, currency: null, sold: null }],
  [
    "text in another language",
    { title: "夜灯 ", product_price_info: { reduce_price_format: "可省 RM23.79" } },
    { title: "夜灯" },
  ],
  ["a count as text", { sold_info: { sold_count: "24737" } }, { sold: 24_737 }],
  ["an id as a number", { product_id: 42 }, { productId: "42" }],
  [
    "an id beside its twin",
    { product_id: 1.7294e18, product_id_str: "1729401122334455667" },
    { productId: "1729401122334455667" },
  ],
  [
    "no shop, no logo, no date",
    { seller_info: { seller_id: "1" }, seo_url: { updated_at: null } },
    { productId: "17" },
  ],
  ["reviews as a number", { rate_info: { review_count: 54 } }, { productId: "17" }],
])("%s", (_name, fields, expected) => {
  const view = decodeProducts(body({ product_id: "17", ...fields }));
  expect(view.ok && view.value.offered[0]).toMatchObject(expected);
});

test.each<[string, Json, string]>([
  ["null data", { data: null }, "/data"],
  ["no list", { data: { status: 1 } }, "/data/productList"],
  ["a list that is text", { data: { productList: "x" } }, "/data/productList"],
  ["rows that are none", body(1, 2), "/data/productList/0"],
  ["rows without an id", body({ title: "x" }), "/data/productList/0/product_id"],
  ["rows whose id is none", body({ product_id: "0" }, { product_id: null }), "/data/productList/0/product_id"],
])("malformed: %s", (_name, answer, path) => {
  expect(decodeProducts(answer)).toMatchObject({ ok: false, error: { kind: "malformed", path } });
});

test.each<[string, Json]>([
  ["a null list", { data: { productList: null } }],
  ["a list as an empty object", { data: { productList: {} } }],
  ["data as an empty list", { data: [] }],
])("nothing offered: %s", (_name, answer) => {
  expect(decodeProducts(answer)).toEqual({ ok: true, value: { offered: [] } });
});

test("excluded ids are a set, whatever their order", () => {
  const of = (...excludeProductIds: string[]) => products.identity({ categoryId: 5, excludeProductIds });
  expect(of("2", "1", "2")).toBe(of("1", "2"));
  expect(of("1")).not.toBe(of("2"));
  expect(of()).toBe(products.identity({ categoryId: 5 }));
  const call = products.read(firstPoll({ categoryId: 5, excludeProductIds: ["2", "1"] })).next().value;
  expect(call).toEqual({
    operation: "product.home_by_category",
    values: { categoryId: 5, excludeProductIds: ["1", "2"] },
  });
});

test.each<[string, object, boolean]>([
  ["the least", { categoryId: 0 }, true],
  ["a fraction", { categoryId: 1.5 }, false],
  ["text", { categoryId: "5" }, false],
  ["an id that is no number", { categoryId: 5, excludeProductIds: ["a"] }, false],
  ["too many ids", { categoryId: 5, excludeProductIds: Array.from({ length: 101 }, String) }, false],
])("params: %s", (_name, params, good) => {
  expect(productsParams().safeParse(params).success).toBe(good);
});

/** An answer of products with these prices and sales. */
const priced = (...rows: [price: Json, sold: Json][]): Json =>
  body(
    ...rows.map(([price, sold], n) => ({
      product_id: String(n + 1),
      product_price_info: { sale_price_decimal: price },
      sold_info: { sold_count: sold },
    })),
  );

test("prices are read as their neighbours are written, with a decimal point if none tells", () => {
  const read = (...rows: [Json, Json][]) => {
    const view = decodeProducts(priced(...rows));
    return view.ok ? view.value.offered.map(({ price, sold, texts }) => [price, sold, texts]) : [];
  };
  expect(read(["1.299,00", "9.9K"], ["1.299", "1.299"])).toEqual([
    ["1299", 9900, undefined],
    ["1299", 1299, undefined],
  ]);
  expect(read(["1.299", 5])).toEqual([["1.299", 5, undefined]]);
  expect(read(["ask us", "some"])).toEqual([[null, null, ["price", "sold"]]]);
  expect(read([null, null], ["", 0], ["0.00", " "])).toEqual([
    [null, null, undefined],
    [null, 0, undefined],
    [null, null, undefined],
  ]);
});

test("prices and sales that were known and can no longer be read are a fault", () => {
  const fault = (...rows: [Json, Json][]) => {
    const known = (n: number): [string, KnownProduct] => [
      String(n),
      { price: "5", sold: { value: 5, low: 0 } } as KnownProduct,
    ];
    const state = { ...BLANK, known: Object.fromEntries([1, 2, 3].map(known)) };
    const { seen } = readOff(products.read({ ...firstPoll({ categoryId: 5 }), before: () => state }), [
      priced(...rows),
    ]);
    return seen.ok ? (unreadableOf(seen.value)?.path ?? null) : "no answer";
  };
  expect(fault(["5", 5], ["5", 5], [null, null])).toBeNull();
  expect(fault(["5", 5], ["ask us", 5], ["5", 5])).toBe("/data/productList/1/product_price_info/sale_price_decimal");
  expect(fault(["5", null], ["5", null], ["5", 5])).toBe("/data/productList/0/sold_info/sold_count");
  // It is new.
  expect(fault(["5", 5], ["5", 5], ["5", 5], ["ask us", "some"])).toBeNull();
});
