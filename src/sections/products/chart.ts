import { MAX_ROWS, type Bars } from "../../core/chart.ts";
import { signedPercent } from "../../core/numbers-as-text.ts";
import { cut } from "../../core/text.ts";
import { spanText } from "../period.ts";
import type { DigestContext } from "../section.ts";
import type { ProductsData } from "./data.ts";
import { dailyText, movedText } from "./words.ts";
import { productsWords } from "./words/words.ts";

/** The deepest price cuts; if there are none, what sells fastest. */
export function productChart(data: ProductsData, telling: DigestContext): Bars | null {
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
