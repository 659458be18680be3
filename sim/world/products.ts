import { dayMs, hourMs, minuteMs } from "./durations.ts";
import { picture, type Picture } from "./pictures.ts";
import type { World } from "./world.ts";

export interface Currency {
  code: string;
  symbol: string;
  decimals: 0 | 2;
  point: "." | ",";
  spaced: boolean;
}

/** A product as currently offered; prices are in the currency's smallest unit. */
export interface Product {
  productId: string;
  title: string;
  currency: Currency;
  price: number;
  originPrice: number;
  sold: number;
  reviews: number;
  score: number;
  sellerId: string;
  image: Picture;
  updatedAt: number;
}

const shelf = 24;
const fastCyclesMs = [9 * minuteMs, 25 * minuteMs, 90 * minuteMs] as const;
const epochAt = Date.UTC(2026, 0, 1);
const usd: Currency = { code: "USD", symbol: "$", decimals: 2, point: ".", spaced: false };
const currencies: readonly Currency[] = [
  usd,
  { code: "EUR", symbol: "€", decimals: 2, point: ",", spaced: true },
  { code: "MYR", symbol: "RM", decimals: 2, point: ".", spaced: false },
  { code: "JPY", symbol: "¥", decimals: 0, point: ".", spaced: false },
];
const makes = ["Cozy", "Mini", "Ultra", "Classic", "Everyday", "Studio", "Fresh", "Pocket", "Retro", "Cloud"] as const;
const things = ["Clogs", "Desk Lamp", "Face Serum", "Hoodie", "Blender", "Yoga Mat", "Phone Stand", "Tea Set"] as const;
const traits = [
  "with Gift Box",
  "for Home & Travel",
  "2-Pack",
  "in Six Colours",
  "(2026 Edition)",
  "Lightweight",
] as const;

/** Returns the products that a category's home page currently offers. */
export function homeProductsOf(world: World, categoryId: number): Product[] {
  const currency = world.dice.happens(`foreign/${categoryId}`, 0.3)
    ? world.dice.int(`currency/${categoryId}`, 1, 3)
    : 0;
  const found: Product[] = [];
  for (let place = 0; place < shelf; place++) {
    const key = `shelf/${categoryId}/${place}`;
    const fast = fastCyclesMs[place];
    const cycleMs = fast ?? world.dice.int(`${key}/cycle`, 15, 60) * dayMs;
    const position = world.now() / cycleMs + world.dice.roll(`${key}/phase`);
    const turn = Math.floor(position);
    if (position - turn > (fast ? 0.75 : 0.97)) continue;
    const id = world.dice.digits(`${key}/${turn}`, `17${currency}${fast ? 1 : 2}`, 19);
    found.push(productOf(world, id));
  }
  return found;
}

/** Returns the product with this id; every id is valid. */
export function productOf(world: World, productId: string): Product {
  const { dice } = world;
  const now = world.now();
  const known = /^17[0-3][12]/.test(productId);
  const currency = currencies[known ? Number(productId[2]) : 0] ?? usd;
  const fast = known && productId[3] === "1";
  const cents = Math.round(10 ** (0.7 + dice.roll(`price/${productId}`) * 1.6) * 100) - 1;
  const originPrice = currency.decimals === 0 ? Math.round(cents * 1.5) : cents;
  const saleMs = fast ? 6 * minuteMs : dice.int(`sale/${productId}`, 20, 90) * hourMs;
  const turn = Math.floor(now / saleMs);
  const discount = dice.happens(`sale/${productId}/${turn}`, 0.4) ? dice.int(`off/${productId}/${turn}`, 2, 10) * 5 : 0;
  const days = Math.max(0, (now - epochAt) / dayMs);
  const pace = 10 ** (dice.roll(`pace/${productId}`) * 2.5);
  const sold = Math.floor(50 + pace * 40 + (fast ? pace * 40 * ((now / (20 * minuteMs)) % 30) : pace * days));
  return {
    productId,
    title: [
      dice.pick(`make/${productId}`, makes),
      dice.pick(`thing/${productId}`, things),
      dice.pick(`trait/${productId}`, traits),
    ].join(" "),
    currency,
    price: Math.round((originPrice * (100 - discount)) / 100),
    originPrice,
    sold,
    reviews: Math.floor(sold / dice.int(`silent/${productId}`, 6, 20)),
    score: dice.int(`score/${productId}`, 34, 50) / 10,
    sellerId:
      world.lineage.known("product", productId) ??
      dice.digits(`seller/${dice.bits(`shop/${productId}`) % 60}`, "7495", 19),
    image: picture(dice, `product/${productId}`, dice.pick(`side/${productId}`, [800, 1200, 1500])),
    updatedAt: turn * saleMs,
  };
}

/** Returns a shop's name by its seller id. */
export function shopNameOf(world: World, sellerId: string): string {
  const make = world.dice.pick(`shop-name/${sellerId}`, makes);
  return `${make} ${world.dice.pick(`shop-kind/${sellerId}`, ["Goods", "Store", "Official", "Living", "Outlet"])}`;
}
