import { MAX_ROWS, type Chart } from "../core/chart.ts";
import { lettersFor, type LegendEntry } from "./lettering.ts";

/** The names behind the letters of a chart, in its order; empty if all names are drawn. */
export function legendOf(chart: Chart): LegendEntry[] {
  const labels = (chart.form === "lines" ? chart.lines : chart.rows).slice(0, MAX_ROWS).map(({ label }) => label);
  return lettersFor(labels).flatMap((letter, i) => (letter === null ? [] : [{ letter, name: labels[i]! }]));
}
