import type { Language } from "../../core/language.ts";
import { decimalText, grouped, priceText, shortNumber, signedPercent } from "../../core/numbers-as-text.ts";
import type { Figure, ReportCard, ReportTable } from "../../core/report.ts";
import { onBefore, percentChange, percentText } from "../change-text.ts";
import type { DigestContext, PeriodName } from "../section.ts";
import { noteOn, sentences } from "../watched.ts";
import type { CutProduct, ProductsData } from "./data.ts";
import { productsWords } from "./words/words.ts";

/** "19.99 → 14.99 USD" */
export const movedText = (language: Language, { before, after, currency }: CutProduct): string =>
  `${priceText(language, before, null)} → ${priceText(language, after, currency)}`;

/** "320 a day", "0.4 a day" */
export function dailyText(language: Language, perDay: number): string {
  const { daily, fewDaily } = productsWords[language];
  if (perDay < 0.1) return fewDaily(decimalText(language, 0.1));
  return daily(perDay < 100 ? decimalText(language, perDay) : shortNumber(language, Math.round(perDay)));
}

/** Price cuts, the deepest one, sales, the best seller, new products. */
export function productFigures(data: ProductsData, { language }: DigestContext): Figure[] {
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
export function productTables(
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
      rows: best.map(({ title, sold, perDay, before, points }) => ({
        label: title,
        value: dailyText(language, perDay),
        change: percentChange(language, before, sold),
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
export const productCards = ({ shown = [] }: Partial<ProductsData>, { language }: DigestContext): ReportCard[] =>
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
