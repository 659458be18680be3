import { type Bars, MAX_ROWS } from "../../core/chart.ts";
import type { Language } from "../../core/language.ts";
import {
  barePercent,
  decimalText,
  growthText,
  grouped,
  priceText,
  shortNumber,
  signedPercent,
} from "../../core/numbers-as-text.ts";
import type { Figure, ReportCard, ReportTable } from "../../core/report.ts";
import { cut } from "../../core/text.ts";
import { onBefore, percentText } from "../change-text.ts";
import { displayedName } from "../distinguish.ts";
import { type Fact, strongest } from "../fact.ts";
import { spanText } from "../period.ts";
import type { DigestContext, PeriodName, Section } from "../section.ts";
import { scoredGrid } from "../score.ts";
import { noteOn, sentences } from "../watched.ts";
import { concludeProducts } from "./conclude.ts";
import type { CutProduct, ProductsData, ProductsMeasure } from "./data.ts";
import { measureProducts } from "./measure.ts";
import { inEach } from "../../languages/in-each.ts";
import { en } from "./words/en.ts";

/** The words of a digest about products, in each language. */
const productsWords = inEach("section-products", en);

const changed = ["productId", "title", "before", "after", "currency"];

/** "19.99 → 14.99 USD" */
const movedText = (language: Language, { before, after, currency }: CutProduct): string =>
  `${priceText(language, before, null)} → ${priceText(language, after, currency)}`;

/** "320 a day", "0.4 a day" */
function dailyText(language: Language, perDay: number): string {
  const { daily, fewDaily } = productsWords[language];
  if (perDay < 0.1) return fewDaily(decimalText(language, 0.1));
  return daily(perDay < 100 ? decimalText(language, perDay) : shortNumber(language, Math.round(perDay)));
}

/** Price cuts, the deepest one, sales, the best seller, new products. */
function productFigures(data: ProductsData, { language }: DigestContext): Figure[] {
  const words = productsWords[language];
  const { watched, cuts, raises, deepest, known, compared, best, period } = data;
  if (watched.targets === 0) return [];
  const [[cut], [seller]] = [deepest, best];
  const figures: (Figure | null)[] = [
    { label: words.cuts, value: grouped(language, cuts), detail: words.raised(grouped(language, raises)) },
    cut === undefined || cut.percent === 0
      ? null
      : {
          label: words.deepest,
          value: signedPercent(language, cut.percent),
          detail: `${cut.title}: ${movedText(language, cut)}`,
        },
    known === 0
      ? null
      : {
          label: words.sold,
          value: shortNumber(language, data.sold),
          detail: changeOf(language, compared, known, period.word) ?? words.ofProducts(grouped(language, known)),
        },
    seller === undefined
      ? null
      : { label: words.bestSeller, value: dailyText(language, seller.perDay), detail: seller.title },
    {
      label: words.fresh,
      value: grouped(language, data.listed),
      detail: words.gone(grouped(language, data.delisted)),
    },
  ];
  return figures.filter((figure) => figure !== null);
}

/** The change against the previous period, with the number of compared products if that is not all. */
function changeOf(
  language: Language,
  { products, before, now }: ProductsData["compared"],
  known: number,
  period: PeriodName,
): string | null {
  const change = onBefore(language, before, now, period);
  if (change === null || products === known) return change;
  return productsWords[language].knownThen(change, grouped(language, products));
}

/** The deepest cuts, what sells fastest, new products. */
function productTables(
  { deepest, cuts, best, selling, fresh, listed }: ProductsData,
  { language }: DigestContext,
): ReportTable[] {
  const words = productsWords[language];
  const tables: ReportTable[] = [
    {
      title: words.cuts,
      rows: deepest.map((cut) => ({
        label: cut.title,
        value: movedText(language, cut),
        change: percentText(language, cut.percent),
        spark: null,
      })),
      more: cuts - deepest.length,
    },
    {
      title: words.selling,
      rows: best.map(({ title, perDay, points }) => ({
        label: title,
        value: dailyText(language, perDay),
        change: null,
        spark: points,
      })),
      more: selling - best.length,
    },
    {
      title: words.fresh,
      rows: fresh.map(({ title, price, currency }) => ({
        label: title,
        value: price === null ? words.unknownPrice : priceText(language, price, currency),
        change: null,
        spark: null,
      })),
      more: listed - fresh.length,
    },
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

/** Cards of the first products in the tables: links, pictures, shops and ratings. */
const productCards = ({ shown = [] }: Partial<ProductsData>, { language }: DigestContext): ReportCard[] =>
  shown.map(({ title, url, image, shop, rating, reviews }) => ({
    title,
    url,
    image,
    detail: [shop, ratingText(language, rating, reviews)].filter((text) => text !== null).join(" · "),
  }));

function ratingText(language: Language, rating: number | null, reviews: number | null): string | null {
  if (rating === null) return null;
  const words = productsWords[language];
  const stars = words.stars(decimalText(language, rating));
  return reviews === null ? stars : `${stars} (${words.reviews(reviews, grouped(language, reviews))})`;
}

/** Says if nothing changed, and what changed currency. */
export function productNote(data: ProductsData, { language }: DigestContext): string | null {
  const words = productsWords[language];
  const { watched, period, offered, cuts, raises, rebased, known, counted, selling } = data;
  const still = cuts + raises === 0 ? words.still : null;
  const unknown = counted === 0 ? words.unknownSales : words.tooEarly;
  const unsold = known === 0 ? unknown : selling === 0 ? words.nothingSold : null;
  const other = rebased === 0 ? null : words.rebased(rebased, grouped(language, rebased));
  const nothing = offered === 0 ? words.noneFound : sentences(language, [still, other, unsold]);
  return noteOn(language, watched, period, words, nothing);
}

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

/** As strong as a price cut by a fifth. */
const TREND_STRENGTH = 0.32;

/**
 * The deepest price cut, or the product that grows on its own; otherwise the best seller, or the number of new
 * products.
 */
export function productFact({ deepest, best, listed, trend }: ProductsData, { language }: DigestContext): Fact | null {
  const words = productsWords[language];
  const nameOf = (title: string): string => displayedName(title, 60) ?? words.product;
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
    trendFact(trend, language),
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

function trendFact(trend: ProductsData["trend"], language: Language): Fact | null {
  if (trend == null) return null;
  const words = productsWords[language];
  const name = displayedName(trend.title, 60) ?? words.product;
  const [change, usual] = [growthText(language, trend.percent), growthText(language, trend.usual)];
  return { text: words.grows(name, change, usual, trend.byOwn), strength: TREND_STRENGTH, figure: null };
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
  grid: scoredGrid,
  measure: measureProducts,
  conclude: concludeProducts,
  figures: productFigures,
  tables: productTables,
  cards: productCards,
  fact: productFact,
  note: productNote,
  chart: productChart,
};
