import { grouped, priceText, shortNumber, signedPercent } from "../../core/numbers-as-text.ts";
import type { Figure, ReportCard, ReportTable } from "../../core/report.ts";
import { onBefore, percentChange, percentText } from "../change-text.ts";
import { noteOn } from "../watched.ts";
import type { CutProduct, ProductsData } from "./data.ts";

/** "19.99 → 14.99 USD" */
export const movedText = ({ before, after, currency }: CutProduct): string =>
  `${priceText(before, null)} → ${priceText(after, currency)}`;

/** "320 a day", "0.4 a day" */
export const dailyText = (perDay: number): string =>
  perDay < 0.1 ? "less than 0.1 a day" : `${perDay < 100 ? String(perDay) : shortNumber(Math.round(perDay))} a day`;

/** Price cuts, the deepest, what was sold, what sells best, what is new. */
export function productFigures(data: ProductsData): Figure[] {
  const { watched, cuts, raises, deepest, known, compared, best, period } = data;
  if (watched.targets === 0) return [];
  const [[cut], [seller]] = [deepest, best];
  const figures: (Figure | null)[] = [
    { label: "Price cuts", value: grouped(cuts), detail: `${grouped(raises)} raised` },
    cut === undefined || cut.percent === 0
      ? null
      : { label: "Deepest cut", value: signedPercent(cut.percent), detail: `${cut.title}: ${movedText(cut)}` },
    known === 0
      ? null
      : {
          label: "Sold",
          value: shortNumber(data.sold),
          detail: changeOf(compared, known, period.word) ?? `of ${grouped(known)} products`,
        },
    seller === undefined ? null : { label: "Best seller", value: dailyText(seller.perDay), detail: seller.title },
    { label: "New products", value: grouped(data.listed), detail: `${grouped(data.delisted)} gone` },
  ];
  return figures.filter((figure) => figure !== null);
}

/** Compared are those that were known then; where that is not all of them, it is said. */
function changeOf({ products, before, now }: ProductsData["compared"], known: number, word: string): string | null {
  const change = onBefore(before, now, word);
  return change === null || products === known ? change : `${change}, for the ${grouped(products)} known then`;
}

/** The deepest cuts, what sells fastest, what is new. */
export function productTables({ deepest, cuts, best, selling, fresh, listed }: ProductsData): ReportTable[] {
  const tables: ReportTable[] = [
    {
      title: "Price cuts",
      rows: deepest.map((cut) => ({
        label: cut.title,
        value: movedText(cut),
        change: percentText(cut.percent),
        spark: null,
      })),
      more: cuts - deepest.length,
    },
    {
      title: "Selling fastest",
      rows: best.map(({ title, sold, perDay, before, points }) => ({
        label: title,
        value: dailyText(perDay),
        change: percentChange(before, sold),
        spark: points,
      })),
      more: selling - best.length,
    },
    {
      title: "New products",
      rows: fresh.map(({ title, price, currency }) => ({
        label: title,
        value: price === null ? "price not known" : priceText(price, currency),
        change: null,
        spark: null,
      })),
      more: listed - fresh.length,
    },
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

/** The products that the tables begin with: their links and pictures, who sells them, what buyers say. */
export const productCards = ({ shown = [] }: Partial<ProductsData>): ReportCard[] =>
  shown.map(({ title, url, image, shop, rating, reviews }) => ({
    title,
    url,
    image,
    detail: [shop, ratingText(rating, reviews)].filter((text) => text !== null).join(" · "),
  }));

function ratingText(rating: number | null, reviews: number | null): string | null {
  if (rating === null) return null;
  const stars = `${Math.round(rating * 10) / 10} of 5 stars`;
  return reviews === null ? stars : `${stars} (${grouped(reviews)} ${reviews === 1 ? "review" : "reviews"})`;
}

/** Says when nothing moved. */
export function productNote(data: ProductsData): string | null {
  const { watched, period, offered, cuts, raises, known, counted, selling } = data;
  const still = cuts + raises === 0 ? "No price changed." : null;
  const unknown = counted === 0 ? "What was sold is not known." : "Not enough watched yet to say what was sold.";
  const unsold = known === 0 ? unknown : selling === 0 ? "Nothing was sold." : null;
  const nothing = offered === 0 ? "No products were found." : [still, unsold].filter((text) => text !== null).join(" ");
  return noteOn(watched, period, { none: "product categories", many: "categories" }, nothing || null);
}
