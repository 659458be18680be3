import { MAX_ROWS, type Bars } from "../../core/chart.ts";
import { growthPercent } from "../../core/compared-numbers.ts";
import type { Language } from "../../core/language.ts";
import { barePercent, grouped, signedPercent } from "../../core/numbers-as-text.ts";
import { cut } from "../../core/text.ts";
import { displayedName } from "../distinguish.ts";
import { doublings, strongest, type Fact } from "../fact.ts";
import { spanText } from "../period.ts";
import type { DigestContext, Section } from "../section.ts";
import { timesOf } from "../times.ts";
import { sectionWords } from "../words/words.ts";
import { concludeProducts } from "./conclude.ts";
import type { ProductsData, ProductsMeasure, SellingProduct } from "./data.ts";
import { gridOf, measureProducts } from "./measure.ts";
import { dailyText, movedText, productCards, productFigures, productNote, productTables } from "./words.ts";
import { productsWords } from "./words/words.ts";

const changed = ["productId", "title", "before", "after", "currency"];

/** The deepest price cuts; if there are none, what sells fastest. */
function productChart(data: ProductsData, telling: DigestContext): Bars | null {
  const { language } = telling;
  const words = productsWords[language];
  const cuts = data.deepest
    .filter(({ percent }) => percent !== 0)
    .slice(0, MAX_ROWS)
    .map((one) => ({
      label: one.title,
      value: one.percent,
      text: signedPercent(language, one.percent),
      detail: movedText(language, one),
    }));
  const sales = data.best.slice(0, MAX_ROWS).map(({ title, perDay }) => ({
    label: title,
    value: perDay,
    text: dailyText(language, perDay),
    detail: null,
  }));
  const rows = cuts.length > 0 ? cuts : sales;
  if (rows.length === 0) return null;
  const [title, what]: [string, string] =
    cuts.length > 0 ? [words.chartCuts, words.changeOfPrice] : [words.chartSelling, words.soldDaily];
  const gist = rows.map(({ label, text, detail }) => {
    return `${cut(label, 60)} ${text}${detail === null ? "" : ` (${detail})`}`;
  });
  return {
    form: "bars",
    title,
    subtitle: words.subtitle(what, spanText(telling)),
    alt: cut(words.alt(what, spanText(telling), gist.join("; ")), 1000),
    note: null,
    rows,
  };
}

/** Added to sales, so that three times two is weaker than twice a hundred. */
const ENOUGH = 50;

/**
 * The deepest price cut, or the product whose sales changed most; otherwise the best seller, or the number of new
 * products.
 */
export function productFact({ deepest, best, listed, period }: ProductsData, { language }: DigestContext): Fact | null {
  const words = productsWords[language];
  const nameOf = (title: string): string => displayedName(title, 60) ?? words.product;
  const { before } = sectionWords[language].periods[period.word];
  const [cut] = deepest;
  const [first] = best;
  return strongest([
    cut === undefined || cut.percent === 0
      ? null
      : {
          text: words.costsLess(nameOf(cut.title), barePercent(language, cut.percent), movedText(language, cut)),
          strength: Math.abs(Math.log2(Math.max(0.01, Number(cut.after) / Number(cut.before)))),
          figure: words.deepest,
        },
    ...best.map((one) => salesFact(one, nameOf(one.title), before, language)),
    first === undefined
      ? null
      : {
          text: words.soldBest(nameOf(first.title), dailyText(language, first.perDay)),
          strength: 0.2,
          figure: words.bestSeller,
        },
    listed === 0
      ? null
      : {
          text: words.offered(listed, grouped(language, listed)),
          strength: 0.15,
          figure: words.fresh,
        },
  ]);
}

function salesFact({ sold, before }: SellingProduct, name: string, then: string, language: Language): Fact | null {
  const words = productsWords[language];
  const percent = before === null ? null : growthPercent(before, sold);
  if (before === null || percent === null || percent === 0) return null;
  const times = timesOf(sold / before);
  const share = barePercent(language, percent);
  return {
    text:
      times !== null
        ? words.soldTimes(name, times, then)
        : percent > 0
          ? words.soldMore(name, share, then)
          : words.soldLess(name, share, then),
    strength: doublings(before, sold, ENOUGH),
    figure: null,
  };
}

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
