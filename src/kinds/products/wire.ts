import { decimalOf } from "../../core/decimal.ts";
import { malformed, type Fault } from "../../core/fault.ts";
import { isObject, type Json, type JsonObject } from "../../core/json.ts";
import { countOf, idOf, lineOf, listOf, objectOf } from "../../core/loose-json.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { decimalMarkIn, writtenCount, type DecimalMark } from "../../core/written-number.ts";
import type { Offered, ProductLook, ProductNumber, ProductsView } from "./view.ts";

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
