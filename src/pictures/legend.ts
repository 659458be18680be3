import { MAX_ROWS, type Chart } from "../core/chart.ts";
import { lettersFor, type LegendEntry } from "./lettering.ts";

/** Whom the letters in a chart's picture stand for, in its order; empty where all names are drawn. */
export function legendOf(chart: Chart): LegendEntry[] {
  const labels = (chart.form === "lines" ? chart.lines : chart.rows).slice(0, MAX_ROWS).map(({ label }) => label);
  return lettersFor(labels).flatMap((letter, i) => (letter === null ? [] : [{ letter, name: labels[i]! }]));
}
