import { MOST_ROWS, type Bars } from "../../core/chart.ts";
import { signedPercent } from "../../core/numbers-as-text.ts";
import { cut } from "../../core/text.ts";
import { spanText } from "../period.ts";
import type { Frame } from "../section.ts";
import type { ProductsData } from "./data.ts";
import { dailyText, movedText } from "./words.ts";

/** The deepest price cuts; where there are none, what sells fastest. */
export function productChart(data: ProductsData, frame: Frame): Bars | null {
  const cuts = data.deepest
    .filter(({ percent }) => percent !== 0)
    .slice(0, MOST_ROWS)
    .map((one) => ({
      label: one.title,
      value: one.percent,
      text: signedPercent(one.percent),
      detail: movedText(one),
    }));
  const sales = data.best.slice(0, MOST_ROWS).map(({ title, perDay }) => ({
    label: title,
    value: perDay,
    text: dailyText(perDay),
    detail: null,
  }));
  const rows = cuts.length > 0 ? cuts : sales;
  if (rows.length === 0) return null;
  const [title, what] = cuts.length > 0 ? ["Price cuts", "Change of price"] : ["What sells fastest", "Sold a day"];
  const gist = rows.map(({ label, text, detail }) => {
    return `${cut(label, 60)} ${text}${detail === null ? "" : ` (${detail})`}`;
  });
  return {
    form: "bars",
    title,
    subtitle: `${what}, ${spanText(frame)}`,
    alt: cut(`${what}, ${spanText(frame)}: ${gist.join("; ")}.`, 1000),
    note: null,
    rows,
  };
}
