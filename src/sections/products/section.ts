import type { Section } from "../section.ts";
import { productChart } from "./chart.ts";
import { concludeProducts } from "./conclude.ts";
import type { ProductsData, ProductsMeasure } from "./data.ts";
import { productFact } from "./fact.ts";
import { gridOf, measureProducts } from "./measure.ts";
import { productCards, productFigures, productNote, productTables } from "./words.ts";
import { productsWords } from "./words/words.ts";

const changed = ["productId", "title", "before", "after", "currency"];

/** Price cuts, best sellers, and products that are new or no longer offered. */
export const products: Section<ProductsMeasure, ProductsData> = {
  name: "products",
  title: (language) => productsWords[language].title,
  kind: "products",
  events: {
    "product.listed": changed,
    "product.delisted": changed,
    "product.price_changed": changed,
    "product.sold_surged": changed,
  },
  eventsFrom: ({ from }) => from,
  series: ["sold:"],
  grid: gridOf,
  measure: measureProducts,
  conclude: concludeProducts,
  figures: productFigures,
  tables: productTables,
  cards: productCards,
  fact: productFact,
  note: productNote,
  chart: productChart,
};
