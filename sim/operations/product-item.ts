import { picture } from "../world/pictures.ts";
import { shopNameOf, type Currency, type Product } from "../world/products.ts";
import type { World } from "../world/world.ts";

/** A product in a list, as in section 2.3 of the specification; it has discount prices only with a discount. */
export function productItem(world: World, product: Product): object {
  const slug = product.title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return {
    product_id: product.productId,
    title: product.title,
    image: product.image,
    product_price_info: priceInfo(world, product),
    rate_info: { score: product.score, review_count: String(product.reviews) },
    sold_info: { sold_count: product.sold },
    seller_info: {
      seller_id: product.sellerId,
      shop_name: shopNameOf(world, product.sellerId),
      shop_logo: picture(world.dice, `logo/${product.sellerId}`, 300),
    },
    seo_url: {
      updated_at: String(product.updatedAt),
      canonical_url: `https://www.shop.example/pdp/${slug}/${product.productId}`,
      slug,
      type: 2,
      version: 2,
    },
    product_marketing_info: { placement_labels: placementLabels(world, product) },
  };
}

function priceInfo(world: World, product: Product): object {
  const { currency, price, originPrice } = product;
  const saved = originPrice - price;
  const [whole, fraction] = decimal(price, currency).split(".");
  return {
    sku_id: world.dice.digits(`sku/${product.productId}`, "17", 19),
    symbol_position: currency.point === "," ? 2 : 1,
    show_currency_space: currency.spaced,
    currency_show_mode: 1,
    currency_name: currency.code,
    currency_symbol: currency.symbol,
    sale_price_decimal: decimal(price, currency),
    sale_price_format: format(price, currency),
    single_product_price_format: format(price, currency),
    single_product_price_decimal: decimal(price, currency),
    sale_price_integer_part_format: whole,
    sale_price_decimal_part_format: fraction ?? "",
    decimal_point_symbol: currency.point,
    promotion_deduction_details:
      saved > 0
        ? {
            seller_subtotal_deduction: format(saved, currency),
            seller_subtotal_deduction_decimal: decimal(saved, currency),
          }
        : {},
    ...(saved > 0 && {
      origin_price_decimal: decimal(originPrice, currency),
      origin_price_format: format(originPrice, currency),
      discount_format: `${Math.round((saved / originPrice) * 100)}%`,
      discount_decimal: String(Math.round((saved / originPrice) * 100) / 100),
      reduce_price_format: reduced(saved, currency),
    }),
  };
}

function decimal(amount: number, currency: Currency): string {
  return currency.decimals === 0 ? String(amount) : (amount / 100).toFixed(2);
}

function format(amount: number, currency: Currency): string {
  return decimal(amount, currency).replace(".", currency.point);
}

function reduced(saved: number, currency: Currency): string {
  const amount = `${currency.symbol}${format(saved, currency)}`;
  return currency.code === "MYR" ? `可省 ${amount}` : `Saving ${amount}`;
}

function placementLabels(world: World, product: Product): Record<string, object[]> {
  const { dice } = world;
  const labels: Record<string, object[]> = {};
  if (dice.happens(`free-shipping/${product.productId}`, 0.45)) labels["1"] = [label(world, "Free shipping", 1)];
  if (product.price < product.originPrice) {
    labels["3"] = [label(world, "Flash sale", 2), label(world, "Lowest price in 30 days", 3)];
  }
  return labels;
}

function label(world: World, text: string, type: number): object {
  return {
    id: world.dice.digits(`label/${text}`, "7", 19),
    default_style: 1,
    is_show_icon: type !== 3,
    type,
    text,
    icon: { light_icon: { ...picture(world.dice, `label/${text}`, 48), minetype: "image/png" } },
  };
}
