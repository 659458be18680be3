import { MAX_ROWS, type Lines } from "../../core/chart.ts";
import { signedPercent } from "../../core/numbers-as-text.ts";
import { cut } from "../../core/text.ts";
import { ticksOf } from "../axis.ts";
import { marksOf, spanText } from "../period.ts";
import type { DigestContext } from "../section.ts";
import type { RecordsData } from "./data.ts";
import { numberText } from "./words.ts";
import { recordsWords } from "./words/words.ts";

/** The growth of the numbers that rose most, since the start of the period. */
export function recordChart({ rises }: RecordsData, telling: DigestContext): Lines | null {
  const { language, frame } = telling;
  const words = recordsWords[language];
  const drawn = rises
    .flatMap(({ percent, ...one }) => (percent === null ? [] : { ...one, percent }))
    .slice(0, MAX_ROWS);
  if (drawn.length === 0) return null;
  const marks = marksOf(frame);
  const span = spanText(telling);
  const lines = drawn.map((one) => ({
    label: numberText(language, one),
    text: signedPercent(language, one.percent),
    points: marks.map((at, index): [number, number | null] => [at, index === 0 ? 0 : (one.points[index - 1] ?? null)]),
  }));
  const which = lines.map(({ label, text }) => `${cut(label, 60)} ${text}`).join("; ");
  return {
    form: "lines",
    title: words.chart,
    subtitle: words.subtitle(span),
    alt: cut(words.alt(span, which), 1000),
    note: null,
    from: frame.from,
    to: frame.to,
    ticks: ticksOf(telling),
    unit: "percent",
    lines,
  };
}
