import { counting } from "../../../core/language.ts";

const counted = counting("en");

/**
 * The words of a digest about products. Counts, prices and shares are passed as text.
 */
export const en = {
  title: "Products",
  none: "product categories",
  many: "categories",
  product: "a product",
  daily: (count: string) => `${count} per day`,
  fewDaily: (count: string) => `less than ${count} per day`,
  cuts: "Price cuts",
  raised: (count: string) => `${count} raised`,
  deepest: "Deepest cut",
  sold: "Sold",
  ofProducts: (count: string) => `of ${count} products`,
  bestSeller: "Best seller",
  fresh: "New products",
  gone: (count: string) => `${count} gone`,
  knownThen: (change: string, count: string) => `${change}, counting only the ${count} known then`,
  selling: "Selling fastest",
  unknownPrice: "price unknown",
  stars: (rating: string) => `${rating} of 5 stars`,
  reviews: (count: number, text: string) => `${text} ${counted(count, "review", "reviews")}`,
  still: "No price changed.",
  rebased: (count: number, text: string) =>
    `${text} ${counted(count, "product now has", "products now have")} a different currency; earlier prices are not compared.`,
  unknownSales: "Sales are unknown.",
  tooEarly: "Not enough data yet to measure sales.",
  nothingSold: "No sales were seen.",
  noneFound: "No products were found.",
  costsLess: (name: string, share: string, prices: string) => `${name} is ${share} cheaper (${prices})`,
  /** Growths are passed as text. */
  grows: (name: string, change: string, usual: string, isOwn: boolean) =>
    isOwn
      ? `${name} grows on its own: ${change} sold, similar products ${usual}`
      : `${name} grows faster than the others: ${change} sold, similar products ${usual}`,
  soldBest: (name: string, daily: string) => `${name} sold best, ${daily}`,
  offered: (count: number, text: string) => `${text} new ${counted(count, "product is", "products are")} listed`,
  chartCuts: "Price cuts",
  chartSelling: "Selling fastest",
  changeOfPrice: "Price change",
  soldDaily: "Sold per day",
  subtitle: (what: string, span: string) => `${what}, ${span}`,
  alt: (what: string, span: string, gist: string) => `${what}, ${span}: ${gist}.`,
};

export type ProductsWords = typeof en;
