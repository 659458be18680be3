import type { Bars } from "../../core/chart.ts";
import { grouped } from "../../core/numbers-as-text.ts";
import { cut } from "../../core/text.ts";
import { spanText } from "../period.ts";
import type { DigestContext } from "../section.ts";
import type { ListsData } from "./data.ts";
import { listsWords } from "./words/words.ts";

/** The lists with most new items. */
export function listChart({ lists }: ListsData, telling: DigestContext): Bars | null {
  if (lists.length === 0) return null;
  const { language } = telling;
  const words = listsWords[language];
  const span = spanText(telling);
  const rows = lists.map(({ name, appeared }) => ({
    label: name,
    value: appeared,
    text: grouped(language, appeared),
    detail: null,
  }));
  const which = rows.map(({ label, text }) => `${cut(label, 60)} ${text}`).join("; ");
  const head = { title: words.chart, subtitle: words.subtitle(span), alt: cut(words.alt(span, which), 1000) };
  return { form: "bars", ...head, note: null, rows };
}
