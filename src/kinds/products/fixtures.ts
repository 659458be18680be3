import type { Json } from "../../core/json.ts";
import type { Fixture } from "../kind.ts";

const envelope = (productList: Json): Json => ({ code: 0, msg: "success", data: { productList } });

const lamp: Json = {
  product_id: "1729401122334455667",
  title: "Bedside Lamp with Dimmer",
  image: {
    height: 800,
    width: 800,
    uri: "tos-example/lamp",
    url_list: ["https://pictures.example/lamp~crop-webp:800:800.webp"],
  },
  product_price_info: {
    sku_id: "1729401122334499001",
    symbol_position: 1,
    show_currency_space: false,
    currency_show_mode: 1,
    currency_name: "USD",
    currency_symbol: "$",
    sale_price_decimal: "23.80",
    origin_price_decimal: "34",
    sale_price_format: "23.80",
    origin_price_format: "34.00",
    discount_format: "30%",
    discount_decimal: "0.3",
    reduce_price_format: "可省 $10.20",
    single_product_price_format: "23.80",
    single_product_price_decimal: "23.80",
    sale_price_integer_part_format: "23",
    sale_price_decimal_part_format: "80",
    decimal_point_symbol: ".",
    promotion_deduction_details: { seller_subtotal_deduction: "10.20", seller_subtotal_deduction_decimal: "10.2" },
  },
  rate_info: { score: 4.7, review_count: "812" },
  sold_info: { sold_count: 9412 },
  seller_info: {
    seller_id: "7495110022003300440",
    shop_name: "Evening Goods",
    shop_logo: { height: 300, width: 300, uri: "tos-example/logo", url_list: ["https://pictures.example/logo.png"] },
  },
  seo_url: {
    updated_at: "1763600000000",
    canonical_url: "https://www.shop.example/pdp/bedside-lamp-with-dimmer/1729401122334455667",
    slug: "bedside-lamp-with-dimmer",
    type: 2,
    version: 2,
  },
  product_marketing_info: {
    placement_labels: { "1": [{ id: "7001", default_style: 1, is_show_icon: true, type: 1, text: "Free shipping" }] },
  },
};

const clogs: Json = {
  product_id: "1730998877665544332",
  title: "Garden Clogs",
  product_price_info: {
    currency_name: "USD",
    sale_price_decimal: "53",
    promotion_deduction_details: {},
  },
  rate_info: { score: 4.4, review_count: 54 },
  sold_info: { sold_count: "1235089" },
  seller_info: { seller_id: "7495110022003300441" },
  seo_url: { updated_at: null },
};

const lampDisplayed = {
  productId: "1729401122334455667",
  title: "Bedside Lamp with Dimmer",
  price: "23.8",
  currency: "USD",
  soldCount: 9412,
  shop: "Evening Goods",
  rating: 4.7,
  reviewCount: 812,
  image: "https://pictures.example/lamp~crop-webp:800:800.webp",
  url: "https://www.tiktok.com/shop/pdp/1729401122334455667",
};

const clogsDisplayed = {
  productId: "1730998877665544332",
  title: "Garden Clogs",
  price: "53",
  currency: "USD",
  soldCount: 1_235_089,
  shop: null,
  rating: 4.4,
  reviewCount: 54,
  image: null,
  url: "https://www.tiktok.com/shop/pdp/1730998877665544332",
};

const unknownDisplayed = {
  productId: "42",
  title: null,
  price: null,
  currency: null,
  soldCount: null,
  shop: null,
  rating: null,
  reviewCount: null,
  image: null,
  url: "https://www.tiktok.com/shop/pdp/42",
};

/** Answers of a category's home page, in the formats observed. */
export const fixtures: Fixture[] = [
  {
    name: "one with a discount and all its fields, one without",
    params: { categoryId: 600_001 },
    bodies: [envelope([clogs, lamp])],
    snapshot: { products: [lampDisplayed, clogsDisplayed] },
  },
  {
    name: "a row without an id is left out, and one that was excluded",
    params: { categoryId: 600_001, excludeProductIds: ["1730998877665544332"] },
    bodies: [envelope([{ title: "no id" }, lamp, null, clogs])],
    snapshot: { products: [lampDisplayed] },
  },
  {
    name: "a product of which only the id is known, as a number",
    params: { categoryId: 600_001 },
    bodies: [envelope([{ product_id: 42, title: null, product_price_info: [], sold_info: null }])],
    snapshot: { products: [unknownDisplayed] },
  },
  {
    name: "nothing offered",
    params: { categoryId: 600_002 },
    bodies: [envelope([])],
    snapshot: { products: [] },
  },
];
